import { answer, connect } from '../hub.ts';
import { age, printValue } from '../output/print.ts';
import { renderTable } from '../output/table.ts';
import type { GlobalOptions } from './options.ts';

/** The fleet at a glance. */
export async function showStatus(options: GlobalOptions): Promise<void> {
  const { client, url } = await connect(options);
  const overview = await answer(client.GET('/api/v1/overview'));
  if (options.output !== 'table') return printValue(options.output, overview);
  const statuses = Object.keys(overview.totals).filter((status) => (overview.totals[status] ?? 0) > 0);
  const { agents, findings } = overview;
  const out = [
    `hub ${url}`,
    `agents: ${agents.healthy} healthy, ${agents.degraded} degraded, ${agents.stale} stale; findings: ${findings.open} open, ${findings.acknowledged} acknowledged`,
    '',
    renderTable(
      [
        { title: 'SITE', value: (s) => s.siteSlug },
        { title: 'DEVICES', value: (s) => s.total, align: 'right' as const },
        ...statuses.map((status) => ({
          title: status.toUpperCase(),
          value: (s: (typeof overview.sites)[number]) => s.byStatus[status] ?? 0,
          align: 'right' as const,
        })),
      ],
      overview.sites,
    ),
  ];
  if (overview.oldestUnhealthy.length > 0) {
    out.push(
      '',
      renderTable(
        [
          { title: 'UNHEALTHY LONGEST', value: (d) => d.name },
          { title: 'STATUS', value: (d) => d.operational_status },
          { title: 'SINCE', value: (d) => age(d.statusSince), align: 'right' },
          { title: 'WHY', value: (d) => d.statusSummary },
        ],
        overview.oldestUnhealthy,
      ),
    );
  }
  for (const agent of overview.staleAgents) out.push(`${agent.clientId} is stale: ${agent.detail}`);
  process.stdout.write(`${out.join('\n')}\n`);
}
