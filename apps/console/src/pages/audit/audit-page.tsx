import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { auditQuery } from '../../api/queries.ts';
import { Page } from '../../app/page.tsx';
import { QueryView } from '../../app/query-view.tsx';
import type { AuditSearch } from '../../app/search.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table, Th } from '../../ui/table.tsx';
import { AuditEntry } from './audit-entry.tsx';
import { AuditFilters } from './audit-filters.tsx';

const route = getRouteApi('/shell/audit');

/** Who changed what, and who was refused. */
export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery({ ...auditQuery(search), placeholderData: keepPreviousData });
  const change = (patch: Partial<AuditSearch>) => {
    const next = Object.entries({ ...search, ...patch }).filter(([, value]) => value !== undefined && value.length > 0);
    void navigate({ search: Object.fromEntries(next) });
  };
  return (
    <Page
      title="Audit log"
      of={query}
      lead="Every change that somebody made, and every attempt that was refused. Nothing here can be changed or removed."
    >
      <AuditFilters search={search} onChange={change} />
      <QueryView query={query} rows={10}>
        {(data) => {
          const entries = data.pages.flatMap((page) => page.items);
          if (entries.length === 0)
            return (
              <div className="rounded-lg border bg-surface">
                <Empty
                  icon={ScrollText}
                  title="Nothing that matches"
                  action={
                    Object.keys(search).length === 0 ? undefined : (
                      <Button onClick={() => void navigate({ search: {} })}>Clear all filters</Button>
                    )
                  }
                >
                  <p>What agents report is not listed here: each device keeps its own history of that.</p>
                </Empty>
              </div>
            );
          return (
            <>
              <Panel title="Entries, newest first" padded={false}>
                <Table label="Audit log">
                  <thead>
                    <tr>
                      <Th>When</Th>
                      <Th>Who</Th>
                      <Th>Did what</Th>
                      <Th>To what</Th>
                      <Th>Outcome</Th>
                      <Th>
                        <span className="sr-only">Details</span>
                      </Th>
                    </tr>
                  </thead>
                  <tbody>
                    {entries.map((entry) => (
                      <AuditEntry key={entry.id} entry={entry} />
                    ))}
                  </tbody>
                </Table>
              </Panel>
              {query.hasNextPage ? (
                <div className="pt-4 text-center">
                  <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {query.isFetchingNextPage ? 'Loading' : 'Load older entries'}
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
