import { useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { agentsQuery } from '../../api/queries.ts';
import { Page } from '../../app/page.tsx';
import { QueryView } from '../../app/query-view.tsx';
import { Empty } from '../../ui/states.tsx';
import { AgentCard } from './agent-card.tsx';

/** Worst first: what does not run comes before what does. */
const RANK = { stale: 0, degraded: 1, healthy: 2 } as const;

export function AgentsPage() {
  const query = useQuery(agentsQuery);
  const agents = [...(query.data ?? [])].sort(
    (a, b) => RANK[a.state] - RANK[b.state] || a.clientId.localeCompare(b.clientId),
  );
  const troubled = agents.filter((agent) => agent.state !== 'healthy').length;
  return (
    <Page
      title="Agents"
      of={query}
      lead={
        query.data === undefined
          ? 'Who watches the sites'
          : `${agents.length} ${agents.length === 1 ? 'agent' : 'agents'}, ${troubled === 0 ? 'all healthy' : `${troubled} that need a look`}`
      }
    >
      <QueryView query={query}>
        {() =>
          agents.length === 0 ? (
            <div className="rounded-lg border bg-surface">
              <Empty icon={Bot} title="No agent has reported yet">
                <p>
                  Start a satellite with its settings file; each agent appears here with its first heartbeat. Until then
                  nothing is known of any device.
                </p>
              </Empty>
            </div>
          ) : (
            <ul className="space-y-4">
              {agents.map((agent) => (
                <li key={agent.clientId}>
                  <AgentCard agent={agent} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Page>
  );
}
