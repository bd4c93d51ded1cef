import type { Sort } from '../../api/types.ts';

interface ColumnSpec {
  readonly id: string;
  readonly label: string;
  /** Least width in rem. */
  readonly min: number;
  /** Its share of what the least widths leave; without it the width is fixed. */
  readonly grow?: number;
  /** What the hub sorts by; columns without it cannot be sorted. */
  readonly sort?: Extract<Sort, 'name' | 'status' | 'statusSince' | 'rack' | 'site' | 'role'>;
  readonly shown: boolean;
}

/** The columns of the device list, in order. */
export const COLUMNS = [
  { id: 'name', label: 'Device', min: 13.5, grow: 1.2, sort: 'name', shown: true },
  { id: 'status', label: 'Status', min: 8.75, sort: 'status', shown: true },
  { id: 'since', label: 'For', min: 5.5, sort: 'statusSince', shown: true },
  { id: 'why', label: 'Why', min: 14, grow: 3, shown: true },
  { id: 'gates', label: 'Gates met', min: 5.75, shown: true },
  { id: 'site', label: 'Site', min: 6, grow: 0.6, sort: 'site', shown: true },
  { id: 'rack', label: 'Rack', min: 5.5, grow: 0.5, sort: 'rack', shown: true },
  { id: 'position', label: 'Unit', min: 3.75, shown: true },
  { id: 'role', label: 'Role', min: 7, grow: 0.6, sort: 'role', shown: true },
  { id: 'class', label: 'Class', min: 8.5, shown: false },
  { id: 'type', label: 'Type', min: 8, grow: 0.6, shown: false },
  { id: 'serial', label: 'Serial', min: 8.5, shown: false },
  { id: 'assetTag', label: 'Asset tag', min: 7, shown: false },
  { id: 'cluster', label: 'Cluster', min: 7.5, shown: false },
  { id: 'netboxStatus', label: 'NetBox status', min: 7, shown: false },
  { id: 'primaryIp', label: 'Primary IP', min: 8.5, shown: false },
  { id: 'oobIp', label: 'BMC address', min: 8.5, shown: false },
  { id: 'platformClass', label: 'Platform class', min: 8, shown: false },
  { id: 'tags', label: 'Tags', min: 7, grow: 0.6, shown: false },
  { id: 'node', label: 'Ironic node', min: 8, shown: false },
  { id: 'observed', label: 'Observed', min: 6, shown: true },
] as const satisfies readonly ColumnSpec[];

export type ColumnId = (typeof COLUMNS)[number]['id'];

export const COLUMN_BY_ID: ReadonlyMap<string, ColumnSpec> = new Map(COLUMNS.map((column) => [column.id, column]));

/** Which columns are shown, given what the operator chose. */
export function visibility(chosen: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(COLUMNS.map(({ id }) => [id, id === 'name' || chosen.includes(id)]));
}

export const SHOWN_AT_FIRST: string[] = COLUMNS.filter(({ shown }) => shown).map(({ id }) => id);

const ROW_PADDING_REM = 2.5;

/** The grid of the shown columns, and the width below which the list scrolls sideways. */
export function gridOf(shown: readonly string[]): { gridTemplateColumns: string; minWidth: string } {
  const specs = shown.flatMap((id) => COLUMN_BY_ID.get(id) ?? []);
  const tracks = specs.map(({ min, grow }) => (grow === undefined ? `${min}rem` : `minmax(${min}rem, ${grow}fr)`));
  const least = specs.reduce((sum, { min }) => sum + min, ROW_PADDING_REM);
  return { gridTemplateColumns: tracks.join(' '), minWidth: `${least}rem` };
}
