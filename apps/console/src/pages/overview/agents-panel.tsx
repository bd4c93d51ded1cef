import type { Overview } from '@fleet-manager/contract/api/inventory';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { AGENT_STATE_LOOK } from '../../ui/agent-state.ts';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Whether what the other panels say can be trusted: who watches the sites, and who has gone quiet. */
export function AgentsPanel({ overview }: { readonly overview: Overview }) {
  const { agents, staleAgents } = overview;
  return (
    <Panel
      title="Agents"
      aside={
        <Link {...paths.agents()} className="link">
          All {agents.total}
        </Link>
      }
    >
      {agents.total === 0 ? (
        <p className="text-ink-2">
          No agent has reported yet. Start a satellite; it appears here with its first heartbeat.
        </p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {(['healthy', 'degraded', 'stale'] as const).map((state) =>
            agents[state] === 0 && state !== 'healthy' ? null : (
              <Badge
                key={state}
                tone={agents[state] === 0 ? 'quiet' : AGENT_STATE_LOOK[state].tone}
                icon={AGENT_STATE_LOOK[state].icon}
              >
                <span className="num">{agents[state]}</span> {AGENT_STATE_LOOK[state].word.toLowerCase()}
              </Badge>
            ),
          )}
        </div>
      )}
      {staleAgents.length === 0 ? null : (
        <ul className="mt-3 space-y-2">
          {staleAgents.map((agent) => (
            <li key={agent.clientId} className="border-l-2 border-bad-solid pl-3">
              <div className="font-medium">{agent.clientId}</div>
              <div className="text-ink-2">
                {agent.lastHeartbeatAt === null ? (
                  'never heard of'
                ) : (
                  <>
                    last heard of <Ago at={agent.lastHeartbeatAt} />
                  </>
                )}{' '}
                · {agent.detail}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
