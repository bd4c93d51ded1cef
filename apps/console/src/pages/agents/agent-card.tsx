import { CircleCheckBig, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AgentRow } from '../../api/types.ts';
import { AGENT_STATE_LOOK } from '../../ui/agent-state.ts';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Prose } from '../../ui/prose.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';
import { inWords } from '../../ui/time-format.ts';

/** A clock that is off by more than this spoils the ages of what its agent observes. */
const SKEW_WORTH_SAYING_S = 2;

/** One agent: whether it lives, how far it lags, what each of its loops did, and what works only in part. */
export function AgentCard({ agent }: { readonly agent: AgentRow }) {
  const look = AGENT_STATE_LOOK[agent.state];
  const headingId = `agent-${agent.clientId}`;
  return (
    <article aria-labelledby={headingId} className="rounded-lg border bg-surface shadow-1">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3">
        <h2 id={headingId} className="text-base font-semibold">
          {agent.clientId}
        </h2>
        <Badge tone={look.tone} icon={look.icon}>
          {look.word}
        </Badge>
        <span className="text-ink-2">{agent.stateDetail}</span>
      </header>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 px-4 py-3">
        <Fact name="Heartbeat">
          <Ago at={agent.lastHeartbeatAt} />
        </Fact>
        <Fact name="Lag">
          {agent.lagSeconds === null ? 'no loop has succeeded yet' : inWords(agent.lagSeconds * 1000)}
        </Fact>
        <Fact name="Kind">{agent.kind}</Fact>
        <Fact name="Satellite">{agent.satellite ?? 'in the hub'}</Fact>
        <Fact name="Sites">{agent.siteSlugs.join(', ') || 'none'}</Fact>
        <Fact name="Version">{agent.version}</Fact>
        <Fact name="Running since">
          <Ago at={agent.startedAt} />
        </Fact>
        {Math.abs(agent.clockSkewSeconds) < SKEW_WORTH_SAYING_S ? null : (
          <Fact name="Clock">
            <span className="text-warn">
              off by {inWords(Math.abs(agent.clockSkewSeconds) * 1000)}: set up time synchronisation on its host
            </span>
          </Fact>
        )}
      </dl>
      {agent.degraded.length === 0 ? null : (
        <ul aria-label="Works only in part" className="space-y-2 px-4 pb-3">
          {agent.degraded.map((item) => (
            <li key={`${item.subject} ${item.code}`} className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              <div className="min-w-0">
                <p>
                  <span className="font-medium">{item.subject}</span> since <Ago at={item.since} />:{' '}
                  <Prose text={item.detail} />
                </p>
                <p>
                  <span className="font-medium">What to do: </span>
                  <Prose text={item.next} />
                </p>
                <p className="font-mono text-xs">{item.code}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {agent.loops.length === 0 ? null : <Loops agent={agent} />}
    </article>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-2xs text-ink-3">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Loops({ agent }: { readonly agent: AgentRow }) {
  return (
    <div className="border-t">
      <Table label={`Loops of ${agent.clientId}`}>
        <thead>
          <tr>
            <Th>Loop</Th>
            <Th>Last success</Th>
            <Th className="text-right">Took</Th>
            <Th className="text-right">Every</Th>
            <Th className="text-right">Objects</Th>
            <Th>Outcome</Th>
          </tr>
        </thead>
        <tbody>
          {agent.loops.map((loop) => (
            <tr key={loop.name} className="border-b last:border-b-0">
              <Td className="font-medium whitespace-nowrap">{loop.name}</Td>
              <Td className="whitespace-nowrap">
                {loop.lastSuccessAt === null ? 'never' : <Ago at={loop.lastSuccessAt} />}
              </Td>
              <Td className="text-right whitespace-nowrap">
                {loop.lastDurationMs === null ? '–' : duration(loop.lastDurationMs)}
              </Td>
              <Td className="text-right whitespace-nowrap">{inWords(loop.intervalSeconds * 1000)}</Td>
              <Td className="text-right">{loop.objects === null ? '–' : loop.objects.toLocaleString('en')}</Td>
              <Td className="min-w-60">
                {loop.error === null ? (
                  <Badge tone="good" icon={CircleCheckBig}>
                    Runs
                  </Badge>
                ) : (
                  <div>
                    <Badge tone="bad" icon={CircleX}>
                      Fails
                    </Badge>{' '}
                    since <Ago at={loop.error.since} />: <Prose text={loop.error.detail} />
                    <p>
                      <span className="font-medium">What to do: </span>
                      <Prose text={loop.error.next} />{' '}
                      <span className="font-mono text-xs text-ink-3">{loop.error.code}</span>
                    </p>
                  </div>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function duration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
