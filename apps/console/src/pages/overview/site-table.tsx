import type { Overview } from '@fleet-manager/contract/api/inventory';
import type { OperationalStatus } from '@fleet-manager/domain/operational-status';
import { Link } from '@tanstack/react-router';
import { Building } from 'lucide-react';
import { paths } from '../../app/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { STATUS_LOOK } from '../../ui/status.ts';
import { STATUS_ORDER } from '../../ui/status-badge.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';
import { TONE_TEXT, type Tone } from '../../ui/tones.ts';

interface SiteTableProps {
  readonly sites: Overview['sites'];
  readonly totals: Readonly<Record<string, number>>;
}

/** Sites by status. The ground of a cell says which share of the site it is; the number opens its devices. */
export function SiteTable({ sites, totals }: SiteTableProps) {
  const columns = STATUS_ORDER.filter((status) => (totals[status] ?? 0) > 0);
  return (
    <Panel title="Sites by status" padded={false} aside="Each number opens its devices">
      {sites.length === 0 ? (
        <Empty icon={Building} title="No sites yet">
          <p>Sites appear once the netbox-agent has mirrored NetBox. Its state is on the agents page.</p>
        </Empty>
      ) : (
        <Table label="Devices by site and status">
          <thead>
            <tr>
              <Th>Site</Th>
              <Th className="text-right">All</Th>
              {columns.map((status) => (
                <StatusHeader key={status} status={status} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sites.map((site) => (
              <tr key={site.siteSlug} className="border-b last:border-b-0">
                <th scope="row" className="px-3 py-1 pl-4 text-left font-medium whitespace-nowrap">
                  {site.name} <span className="ml-1 font-normal text-ink-3">{site.siteSlug}</span>
                </th>
                <td className="px-0.5 py-1 text-right">
                  <Link
                    {...paths.devicesWith(undefined, site.siteSlug)}
                    className="block rounded-sm px-1.5 py-0.5 font-medium hover:bg-hover hover:underline"
                  >
                    {site.total.toLocaleString('en')}
                  </Link>
                </td>
                {columns.map((status) => (
                  <Cell key={status} site={site} status={status} />
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function StatusHeader({ status }: { readonly status: OperationalStatus }) {
  const look = STATUS_LOOK[status];
  return (
    <Th className="px-2 text-right" title={look.meaning}>
      <span className="inline-flex flex-col items-end gap-0.5">
        <look.icon aria-hidden className={cx('size-3.5', TONE_TEXT[look.tone])} strokeWidth={2.2} />
        {look.word}
      </span>
    </Th>
  );
}

/** Share of the site in three steps: enough to see a hot spot, few enough to be told apart. */
const HEAT: Readonly<Record<Tone, readonly [string, string, string]>> = {
  good: ['bg-good-soft/40', 'bg-good-soft/75', 'bg-good-soft'],
  info: ['bg-info-soft/40', 'bg-info-soft/75', 'bg-info-soft'],
  calm: ['bg-calm-soft/40', 'bg-calm-soft/75', 'bg-calm-soft'],
  busy: ['bg-busy-soft/40', 'bg-busy-soft/75', 'bg-busy-soft'],
  warn: ['bg-warn-soft/40', 'bg-warn-soft/75', 'bg-warn-soft'],
  bad: ['bg-bad-soft/40', 'bg-bad-soft/75', 'bg-bad-soft'],
  doubt: ['bg-doubt-soft/40', 'bg-doubt-soft/75', 'bg-doubt-soft'],
  quiet: ['bg-quiet-soft/40', 'bg-quiet-soft/75', 'bg-quiet-soft'],
};

function Cell({ site, status }: { readonly site: Overview['sites'][number]; readonly status: OperationalStatus }) {
  const count = site.byStatus[status] ?? 0;
  if (count === 0) {
    return (
      <Td className="px-2 py-1 text-right text-ink-3">
        <span aria-hidden>·</span>
        <span className="sr-only">0</span>
      </Td>
    );
  }
  const look = STATUS_LOOK[status];
  const share = count / Math.max(1, site.total);
  const step = share > 0.25 ? 2 : share > 0.05 ? 1 : 0;
  return (
    <td className="px-0.5 py-1 text-right">
      <Link
        {...paths.devicesWith(status, site.siteSlug)}
        aria-label={`${count} ${look.word} at ${site.name}`}
        className={cx('block rounded-sm px-1.5 py-0.5 text-ink hover:underline', HEAT[look.tone][step])}
      >
        {count.toLocaleString('en')}
      </Link>
    </td>
  );
}
