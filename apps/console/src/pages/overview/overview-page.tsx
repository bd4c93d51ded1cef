import type { Overview } from '@fleet-manager/contract/api/inventory';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { overviewQuery } from '../../api/queries.ts';
import { Page } from '../../app/page.tsx';
import { QueryView } from '../../app/query-view.tsx';
import { AgentsPanel } from './agents-panel.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { OldestUnhealthy } from './oldest-unhealthy.tsx';
import { SiteTable } from './site-table.tsx';
import { StatusStrip } from './status-strip.tsx';

const route = getRouteApi('/shell/');

export function OverviewPage() {
  const query = useQuery(overviewQuery);
  const { site } = route.useSearch();
  return (
    <Page title="Overview" lead={query.data === undefined ? 'The fleet at a glance' : leadOf(query.data)} of={query}>
      <QueryView query={query} rows={10}>
        {(overview) => {
          const sites = site === undefined ? overview.sites : overview.sites.filter((s) => site.includes(s.siteSlug));
          return (
            <div className="space-y-4">
              <StatusStrip totals={overview.totals} />
              <SiteTable sites={sites} totals={overview.totals} />
              <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
                <OldestUnhealthy devices={overview.oldestUnhealthy} />
                <div className="space-y-4">
                  <AgentsPanel overview={overview} />
                  <FindingsPanel findings={overview.findings} />
                </div>
              </div>
            </div>
          );
        }}
      </QueryView>
    </Page>
  );
}

function leadOf(overview: Overview): string {
  const devices = Object.values(overview.totals).reduce((sum, n) => sum + n, 0);
  const sites = overview.sites.length;
  return `${devices.toLocaleString('en')} ${devices === 1 ? 'device' : 'devices'} at ${sites} ${sites === 1 ? 'site' : 'sites'}`;
}
