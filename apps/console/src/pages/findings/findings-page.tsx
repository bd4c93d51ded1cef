import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleCheckBig } from 'lucide-react';
import { findingsQuery, overviewQuery } from '../../api/queries.ts';
import { Page } from '../../app/page.tsx';
import { QueryView } from '../../app/query-view.tsx';
import type { FindingsSearch } from '../../app/search.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { FindingCard } from './finding-card.tsx';
import { FindingFilters } from './finding-filters.tsx';

const route = getRouteApi('/shell/findings');

/** Resolved findings are asked for by name: at first the page shows what still asks for a person. */
function withDefault(search: FindingsSearch): FindingsSearch {
  return { ...search, state: search.state ?? ['open', 'acknowledged'] };
}

export function FindingsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery({ ...findingsQuery(withDefault(search)), placeholderData: keepPreviousData });
  const overview = useQuery(overviewQuery);
  const change = (patch: Partial<FindingsSearch>) => {
    const next = Object.entries({ ...search, ...patch }).filter(([, value]) => value !== undefined && value.length > 0);
    void navigate({ search: Object.fromEntries(next) });
  };
  const counts = overview.data?.findings;
  return (
    <Page
      title="Findings"
      of={query}
      lead={
        counts === undefined
          ? 'Where the systems of record disagree'
          : `${counts.open} open, ${counts.acknowledged} acknowledged. Reported with evidence, never repaired by themselves.`
      }
    >
      <FindingFilters
        search={withDefault(search)}
        byKind={counts?.byKind ?? {}}
        sites={overview.data?.sites ?? []}
        onChange={change}
      />
      <QueryView query={query} rows={8}>
        {(data) => {
          const findings = data.pages.flatMap((page) => page.items);
          return findings.length === 0 ? (
            <div className="rounded-lg border bg-surface">
              <Empty
                icon={CircleCheckBig}
                title="No findings here"
                action={
                  Object.keys(search).length === 0 ? undefined : (
                    <Button onClick={() => void navigate({ search: {} })}>Clear all filters</Button>
                  )
                }
              >
                <p>
                  Nothing that matches was seen by the last complete sweeps. Whether the sweeps run is on the agents
                  page: an agent that does not run finds nothing.
                </p>
              </Empty>
            </div>
          ) : (
            <>
              <ul className="space-y-3">
                {findings.map((finding) => (
                  <li key={finding.id}>
                    <FindingCard finding={finding} />
                  </li>
                ))}
              </ul>
              {query.hasNextPage ? (
                <div className="pt-4 text-center">
                  <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {query.isFetchingNextPage ? 'Loading' : 'Load more findings'}
                  </Button>
                </div>
              ) : null}
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}
