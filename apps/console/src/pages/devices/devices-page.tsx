import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Rows3, Rows4, SearchX } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { devicesQuery, facetsQuery } from '../../api/queries.ts';
import { Page } from '../../app/page.tsx';
import { QueryView } from '../../app/query-view.tsx';
import type { DevicesSearch } from '../../app/search.ts';
import { useListChanges } from '../../live/list-changes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckMenu } from '../../ui/check-menu.tsx';
import { useRemembered } from '../../ui/remembered.ts';
import { Empty } from '../../ui/states.tsx';
import { COLUMNS, SHOWN_AT_FIRST } from './column-list.ts';
import { DeviceTable } from './device-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { type Change, FilterBar, FilterChips } from './filter-bar.tsx';

const route = getRouteApi('/shell/devices');

export function DevicesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useRemembered('fm.columns', z.array(z.string()), SHOWN_AT_FIRST);
  const [density, setDensity] = useRemembered('fm.density', z.enum(['compact', 'roomy']), 'compact');
  const list = useInfiniteQuery({ ...devicesQuery(search), placeholderData: keepPreviousData });
  const facets = useQuery({ ...facetsQuery(search), placeholderData: keepPreviousData });
  const change: Change = (patch) =>
    void navigate({ search: (before) => tidy({ ...before, ...patch }), replace: 'q' in patch });
  const devices = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  return (
    <Page
      title="Devices"
      fill
      of={list}
      lead={
        <Count
          total={facets.data?.total}
          loaded={devices.length}
          filtered={Object.keys(search).some((key) => key !== 'sort')}
        />
      }
      actions={
        <>
          <ChangedNotice
            since={list.dataUpdatedAt}
            pages={list.data?.pages.length ?? 0}
            onRefresh={() => void list.refetch()}
          />
          <ExportMenu search={search} />
          <CheckMenu
            label="Columns"
            items={COLUMNS.filter(({ id }) => id !== 'name').map(({ id, label }) => ({ value: id, label }))}
            chosen={chosen}
            onChange={setChosen}
          />
          <IconButton
            icon={density === 'compact' ? Rows4 : Rows3}
            label={density === 'compact' ? 'Make rows taller' : 'Make rows lower'}
            onClick={() => setDensity(density === 'compact' ? 'roomy' : 'compact')}
          />
        </>
      }
    >
      <div className="space-y-2 px-5 pb-3">
        <FilterBar search={search} onChange={change} />
        <FilterChips search={search} onChange={change} />
      </div>
      <QueryView query={list} rows={18}>
        {() =>
          devices.length === 0 ? (
            <div className="flex-1 border-t bg-surface">
              <Nothing search={search} onClear={() => void navigate({ search: {} })} />
            </div>
          ) : (
            <DeviceTable
              devices={devices}
              total={facets.data?.total}
              chosen={chosen}
              density={density}
              sort={search.sort ?? 'name'}
              onSort={(sort) => change({ sort: sort === 'name' ? undefined : sort })}
              onNearEnd={more}
            />
          )
        }
      </QueryView>
    </Page>
  );
}

function Count({
  total,
  loaded,
  filtered,
}: {
  readonly total: number | undefined;
  readonly loaded: number;
  readonly filtered: boolean;
}) {
  if (total === undefined) return <span>Counting</span>;
  const match = filtered ? (total === 1 ? 'device matches' : 'devices match') : total === 1 ? 'device' : 'devices';
  return (
    <span role="status" className="num">
      <span className="font-medium text-ink">{total.toLocaleString('en')}</span> {match}
      {loaded < total ? (
        <span className="text-ink-3"> · {loaded.toLocaleString('en')} loaded, more as you scroll</span>
      ) : null}
    </span>
  );
}

/** A long list keeps its order under the reader's eyes; its rows follow, and it is read again when they say so. */
function ChangedNotice({
  since,
  pages,
  onRefresh,
}: {
  readonly since: number;
  readonly pages: number;
  readonly onRefresh: () => void;
}) {
  const changedAt = useListChanges();
  if (pages === 0 || changedAt <= since) return null;
  return <Button onClick={onRefresh}>List has changed: read again</Button>;
}

function Nothing({ search, onClear }: { readonly search: DevicesSearch; readonly onClear: () => void }) {
  if (Object.keys(search).every((key) => key === 'sort')) {
    return (
      <Empty title="No devices yet">
        <p>
          Devices appear when the netbox-agent has mirrored NetBox. Its state, and what it lacks, is on the agents page.
        </p>
      </Empty>
    );
  }
  return (
    <Empty icon={SearchX} title="No device matches" action={<Button onClick={onClear}>Clear all filters</Button>}>
      <p>Take a filter off, or search by another part of the name, serial, asset tag, MAC or IP.</p>
    </Empty>
  );
}

/** Leaves out what is unset, so that the address stays short. */
function tidy(search: Partial<DevicesSearch>): DevicesSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}
