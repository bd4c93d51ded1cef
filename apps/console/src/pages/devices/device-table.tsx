// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not in the document, which a table element cannot lay out
// biome-ignore-all lint/a11y/useFocusableInteractive: rows and headers hold the links and buttons that take the focus
import type { DeviceSummary } from '@fleet-manager/contract/api/devices';
import { useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Sort } from '../../api/types.ts';
import { cx } from '../../ui/cx.ts';
import { COLUMN_BY_ID, gridOf, visibility } from './column-list.ts';
import { columns, features } from './columns.tsx';
import { useRowKeys } from './use-row-keys.ts';

export type Density = 'compact' | 'roomy';
const ROW_HEIGHT: Readonly<Record<Density, number>> = { compact: 30, roomy: 40 };
/** The next page is asked for this many rows before the last loaded one comes into sight. */
const AHEAD = 120;

interface DeviceTableProps {
  readonly devices: readonly DeviceSummary[];
  /** How many match in all; the scroll bar covers what is loaded. */
  readonly total: number | undefined;
  readonly chosen: readonly string[];
  readonly density: Density;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly onNearEnd: () => void;
}

/** Rows of devices; only those in sight are in the document. */
export function DeviceTable({ devices, total, chosen, density, sort, onSort, onNearEnd }: DeviceTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const data = useMemo(() => [...devices], [devices]);
  const columnVisibility = useMemo(() => visibility(chosen), [chosen]);
  const table = useTable({ features, columns, data, state: { columnVisibility }, getRowId: (device) => device.id });
  const rows = table.getRowModel().rows;
  const shown = table.getVisibleLeafColumns();
  const { gridTemplateColumns, minWidth } = gridOf(shown.map((column) => column.id));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT[density],
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    scrollPaddingStart: 32,
    scrollPaddingEnd: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height with another density
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, density]);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - AHEAD) onNearEnd();
  }, [last, rows.length, onNearEnd]);
  const active = useRowKeys(scroller, rows.length, (index) => virtualizer.scrollToIndex(index));

  return (
    <div
      ref={scroller}
      className="relative min-h-0 flex-1 overflow-auto border-t bg-surface"
      data-testid="device-scroller"
    >
      <div
        role="table"
        aria-label="Devices"
        aria-rowcount={(total ?? rows.length) + 1}
        className="text-sm"
        style={{ minWidth }}
      >
        <div role="rowgroup" className="sticky top-0 z-10 bg-surface">
          <div role="row" aria-rowindex={1} className="grid border-b px-5" style={{ gridTemplateColumns }}>
            {shown.map((column) => (
              <HeaderCell key={column.id} id={column.id} sort={sort} onSort={onSort} />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                data-row={item.index}
                className={cx(
                  'absolute inset-x-0 top-0 grid items-center border-b border-line/60 px-5 hover:bg-hover',
                  active === item.index && 'bg-selected hover:bg-selected',
                )}
                style={{ gridTemplateColumns, height: item.size, transform: `translateY(${item.start}px)` }}
              >
                {row.getVisibleCells().map((cell) => (
                  <div key={cell.id} role="cell" className="flex min-w-0 items-center pr-4 whitespace-nowrap">
                    <div className="flex min-w-0 items-center overflow-hidden">
                      <table.FlexRender cell={cell} />
                    </div>
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function HeaderCell({
  id,
  sort,
  onSort,
}: {
  readonly id: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}) {
  const spec = COLUMN_BY_ID.get(id);
  const label = spec?.label ?? id;
  const key = spec?.sort;
  if (key === undefined) {
    return (
      <div role="columnheader" className="flex h-8 items-center pr-4 text-2xs font-medium text-ink-3">
        {label}
      </div>
    );
  }
  const up = sort === key;
  const down = sort === `-${key}`;
  const Icon = down ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}
      className="flex h-8 items-center pr-4"
    >
      <button
        type="button"
        onClick={() => onSort(up ? `-${key}` : key)}
        className={cx(
          'group flex items-center gap-1 text-2xs font-medium',
          up || down ? 'text-ink' : 'text-ink-3 hover:text-ink',
        )}
      >
        {label}
        <Icon
          aria-hidden
          className={cx('size-3', !(up || down) && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60')}
        />
      </button>
    </div>
  );
}
