import type { Sort } from '../../api/types.ts';

interface ColumnSpec {
  readonly id: string;
  readonly label: string;
  /** A track of the grid: the least width, and its share of what is left. */
  readonly track: string;
  /** What the hub sorts by; columns without it cannot be sorted. */
  readonly sort?: Extract<Sort, 'name' | 'status' | 'statusSince' | 'rack' | 'site' | 'role'>;
  readonly shown: boolean;
}

/** The columns of the device list, in order. */
export const COLUMNS = [
  { id: 'name', label: 'Device', track: 'minmax(11rem,1.2fr)', sort: 'name', shown: true },
  { id: 'status', label: 'Status', track: '8.75rem', sort: 'status', shown: true },
  { id: 'since', label: 'For', track: '5.5rem', sort: 'statusSince', shown: true },
  { id: 'why', label: 'Why', track: 'minmax(14rem,3fr)', shown: true },
  { id: 'gates', label: 'Gates met', track: '5.75rem', shown: true },
  { id: 'site', label: 'Site', track: 'minmax(6rem,.6fr)', sort: 'site', shown: true },
  { id: 'rack', label: 'Rack', track: 'minmax(5.5rem,.5fr)', sort: 'rack', shown: true },
  { id: 'position', label: 'Unit', track: '3.75rem', shown: true },
  { id: 'role', label: 'Role', track: 'minmax(7rem,.6fr)', sort: 'role', shown: true },
  { id: 'class', label: 'Class', track: '8.5rem', shown: false },
  { id: 'type', label: 'Type', track: 'minmax(8rem,.6fr)', shown: false },
  { id: 'serial', label: 'Serial', track: '8.5rem', shown: false },
  { id: 'assetTag', label: 'Asset tag', track: '7rem', shown: false },
  { id: 'cluster', label: 'Cluster', track: '7.5rem', shown: false },
  { id: 'netboxStatus', label: 'NetBox status', track: '7rem', shown: false },
  { id: 'primaryIp', label: 'Primary IP', track: '8.5rem', shown: false },
  { id: 'oobIp', label: 'BMC address', track: '8.5rem', shown: false },
  { id: 'platformClass', label: 'Platform class', track: '8rem', shown: false },
  { id: 'tags', label: 'Tags', track: 'minmax(7rem,.6fr)', shown: false },
  { id: 'node', label: 'Ironic node', track: '8rem', shown: false },
  { id: 'observed', label: 'Observed', track: '6rem', shown: true },
] as const satisfies readonly ColumnSpec[];

export type ColumnId = (typeof COLUMNS)[number]['id'];

export const COLUMN_BY_ID: ReadonlyMap<string, ColumnSpec> = new Map(COLUMNS.map((column) => [column.id, column]));

/** Which columns are shown, given what the operator chose. */
export function visibility(chosen: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(COLUMNS.map(({ id }) => [id, id === 'name' || chosen.includes(id)]));
}

export const SHOWN_AT_FIRST: string[] = COLUMNS.filter(({ shown }) => shown).map(({ id }) => id);
