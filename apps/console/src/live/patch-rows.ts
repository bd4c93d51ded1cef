import type { DeviceSummary } from '@fleet-manager/contract/api/devices';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { bodyOf, hub } from '../api/hub.ts';
import { KEYS } from '../api/keys.ts';
import { noteListChange } from './list-changes.ts';

/** Lists up to this many pages are simply read again. */
const SHORT = 2;
/** More changes than this in one burst: the operator reads the list again when it suits them. */
const MOST_ROWS = 40;

interface DevicePages {
  readonly items: DeviceSummary[];
  readonly nextCursor: string | null;
}

/**
 * Brings device lists up to date. A short list is read again. In a long one (thousands of rows) only the rows that changed are
 * replaced, in place: reading it all again with each event would load the hub and move rows under the reader's eyes.
 */
export async function refreshDeviceLists(queries: QueryClient, changed: ReadonlySet<string>): Promise<void> {
  const lists = queries.getQueryCache().findAll({ queryKey: [KEYS.devices] });
  const long = lists.filter((list) => pagesOf(list.state.data) > SHORT);
  const isLong = new Set(long.map((list) => list.queryHash));
  void queries.invalidateQueries(
    { queryKey: [KEYS.devices], predicate: (query) => !isLong.has(query.queryHash) },
    { cancelRefetch: false },
  );
  if (!long.some((list) => list.isActive())) return;
  noteListChange();
  if (changed.size > MOST_ROWS) return;
  const loaded = new Map<string, DeviceSummary>();
  await Promise.all(
    [...changed].map(async (id) => {
      try {
        loaded.set(id, await bodyOf(hub.GET('/api/v1/devices/{id}', { params: { path: { id } } })));
      } catch {
        // The row keeps what it has; the notice above the list says that it has changed.
      }
    }),
  );
  for (const list of long) {
    const updatedAt = list.state.dataUpdatedAt;
    queries.setQueryData<InfiniteData<DevicePages>>(
      list.queryKey,
      (data) =>
        data === undefined
          ? undefined
          : {
              ...data,
              pages: data.pages.map((page) =>
                page.items.some((item) => loaded.has(item.id))
                  ? { ...page, items: page.items.map((item) => loaded.get(item.id) ?? item) }
                  : page,
              ),
            },
      { updatedAt },
    );
  }
}

function pagesOf(data: unknown): number {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return 0;
  return Array.isArray(data.pages) ? data.pages.length : 0;
}
