import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditSearch, DevicesSearch, FindingsSearch } from '../app/search.ts';
import { bodyOf, compact, hub } from './hub.ts';
import { KEYS } from './keys.ts';

/** Rows asked for at once: the hub's largest page, so that 10,000 devices take twenty requests. */
const DEVICES_PER_PAGE = 500;

export const sessionQuery = queryOptions({
  queryKey: [KEYS.session],
  queryFn: ({ signal }) => bodyOf(hub.GET('/api/v1/session', { signal })),
  staleTime: 60_000,
  retry: false,
});

export const overviewQuery = queryOptions({
  queryKey: [KEYS.overview],
  queryFn: ({ signal }) => bodyOf(hub.GET('/api/v1/overview', { signal })),
});

/** The search of the device list as the hub's query. */
export function deviceFilter(search: DevicesSearch) {
  return compact({
    site: search.site,
    rack: search.rack,
    role: search.role,
    class: search.class,
    status: search.status,
    tag: search.tag,
    cluster: search.cluster,
    netboxStatus: search.netboxStatus,
    condition: search.condition,
    q: search.q,
    includeDeleted: search.includeDeleted === true ? ('true' as const) : undefined,
  });
}

export async function devicePage(search: DevicesSearch, cursor: string | null, signal: AbortSignal) {
  const query = { ...deviceFilter(search), ...compact({ sort: search.sort, cursor: cursor ?? undefined }) };
  return bodyOf(hub.GET('/api/v1/devices', { params: { query: { ...query, limit: DEVICES_PER_PAGE } }, signal }));
}

export const devicesQuery = (search: DevicesSearch) =>
  infiniteQueryOptions({
    queryKey: [KEYS.devices, deviceFilter(search), search.sort ?? 'name'],
    queryFn: ({ pageParam, signal }) => devicePage(search, pageParam, signal),
    initialPageParam: startOfList(),
    getNextPageParam: (last) => last.nextCursor,
    // A long list is kept up to date row by row; reading all its pages on a timer would cost more than it gives.
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 2 ? false : 60_000),
  });

export const facetsQuery = (search: DevicesSearch) =>
  queryOptions({
    queryKey: [KEYS.facets, deviceFilter(search)],
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/device-facets', { params: { query: deviceFilter(search) }, signal })),
  });

export const deviceQuery = (id: string) =>
  queryOptions({
    queryKey: [KEYS.device, id],
    queryFn: ({ signal }) => bodyOf(hub.GET('/api/v1/devices/{id}', { params: { path: { id } }, signal })),
  });

export const componentsQuery = (id: string) =>
  queryOptions({
    queryKey: [KEYS.device, id, 'components'],
    queryFn: ({ signal }) => bodyOf(hub.GET('/api/v1/devices/{id}/components', { params: { path: { id } }, signal })),
  });

export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [KEYS.device, id, 'history'],
    queryFn: ({ pageParam, signal }) =>
      bodyOf(
        hub.GET('/api/v1/devices/{id}/history', {
          params: { path: { id }, query: { limit: 100, ...compact({ cursor: pageParam ?? undefined }) } },
          signal,
        }),
      ),
    initialPageParam: startOfList(),
    getNextPageParam: (last) => last.nextCursor,
  });

export const findingsQuery = (search: FindingsSearch, device?: string) =>
  infiniteQueryOptions({
    queryKey: [KEYS.findings, search, device ?? null],
    queryFn: ({ pageParam, signal }) =>
      bodyOf(
        hub.GET('/api/v1/findings', {
          params: {
            query: {
              limit: 100,
              ...compact({
                site: search.site,
                kind: search.kind,
                state: search.state,
                device,
                cursor: pageParam ?? undefined,
              }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: startOfList(),
    getNextPageParam: (last) => last.nextCursor,
  });

export const auditQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: [KEYS.audit, search],
    queryFn: ({ pageParam, signal }) =>
      bodyOf(
        hub.GET('/api/v1/audit-events', {
          params: { query: { limit: 100, ...compact({ ...search, cursor: pageParam ?? undefined }) } },
          signal,
        }),
      ),
    initialPageParam: startOfList(),
    getNextPageParam: (last) => last.nextCursor,
  });

export const agentsQuery = queryOptions({
  queryKey: [KEYS.agents],
  queryFn: ({ signal }) =>
    everyPage((cursor) => bodyOf(hub.GET('/api/v1/agents', { params: { query: cursor }, signal }))),
});

export const satellitesQuery = queryOptions({
  queryKey: [KEYS.satellites],
  queryFn: ({ signal }) =>
    everyPage((cursor) => bodyOf(hub.GET('/api/v1/satellites', { params: { query: cursor }, signal }))),
});

export const sitesQuery = queryOptions({
  queryKey: [KEYS.sites],
  queryFn: ({ signal }) =>
    everyPage((cursor) => bodyOf(hub.GET('/api/v1/sites', { params: { query: cursor }, signal }))),
});

function startOfList(): string | null {
  return null;
}

/** Reads a short collection to its end: sites and agents are tens, not thousands. */
async function everyPage<T>(
  read: (query: { limit: number; cursor?: string }) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: T[]; nextCursor: string | null } = await read(
      cursor === null ? { limit: 500 } : { limit: 500, cursor },
    );
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}
