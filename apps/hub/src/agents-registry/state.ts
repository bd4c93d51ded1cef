import type { AgentLoop, Degradation } from '@fleet-manager/contract/api/agents';
import type { AgentState } from './tables.ts';

/** No agent is called stale before this, in milliseconds; one with slow loops may be silent for three of its quickest. */
const STALE_AFTER_MS = 60_000;
/** A loop may miss this many of its intervals before it counts as late. */
const LATE_INTERVALS = 3;
const SKEW_NOTED_SECONDS = 30;

export interface AgentFacts {
  readonly lastHeartbeatAt: Date;
  readonly startedAt: Date;
  readonly clockSkewSeconds: number;
  readonly loops: readonly AgentLoop[];
  readonly degraded: readonly Degradation[];
}

export interface AgentVerdict {
  readonly state: AgentState;
  /** Why, in a sentence. */
  readonly detail: string;
  /** Age of its oldest loop, in seconds; null while a loop has never succeeded. */
  readonly lagSeconds: number | null;
}

/** How well an agent does, from what it last said of itself and how long ago that was. */
export function judgeAgent(agent: AgentFacts, now: Date): AgentVerdict {
  const silentMs = now.getTime() - agent.lastHeartbeatAt.getTime();
  const lagSeconds = lagOf(agent, now);
  if (silentMs > silenceAllowedMs(agent)) {
    return { state: 'stale', detail: `no heartbeat since ${agent.lastHeartbeatAt.toISOString()}`, lagSeconds };
  }
  const doubts = [
    ...agent.loops.flatMap((loop) => (loop.error === null ? [] : [`${loop.name}: ${loop.error.detail}`])),
    ...agent.loops
      .filter((loop) => loop.error === null && isLate(loop, agent, now))
      .map((loop) => `${loop.name} is late`),
    ...agent.degraded.map((degradation) => `${degradation.subject}: ${degradation.detail}`),
  ];
  if (Math.abs(agent.clockSkewSeconds) > SKEW_NOTED_SECONDS) {
    const way = agent.clockSkewSeconds > 0 ? 'ahead of' : 'behind';
    doubts.push(`its clock is ${Math.abs(Math.round(agent.clockSkewSeconds))} s ${way} the hub's`);
  }
  if (doubts.length > 0) return { state: 'degraded', detail: doubts.join('; '), lagSeconds };
  return { state: 'healthy', detail: 'every loop runs on time', lagSeconds };
}

function silenceAllowedMs({ loops }: AgentFacts): number {
  if (loops.length === 0) return STALE_AFTER_MS;
  return Math.max(STALE_AFTER_MS, LATE_INTERVALS * 1000 * Math.min(...loops.map((loop) => loop.intervalSeconds)));
}

/** The agent's times are by its own clock: they are moved to ours before they are compared. */
function ageSeconds(at: string, agent: AgentFacts, now: Date): number {
  return (now.getTime() - Date.parse(at)) / 1000 + agent.clockSkewSeconds;
}

function isLate(loop: AgentLoop, agent: AgentFacts, now: Date): boolean {
  const since = loop.lastSuccessAt ?? agent.startedAt.toISOString();
  return ageSeconds(since, agent, now) > LATE_INTERVALS * loop.intervalSeconds + 20;
}

function lagOf(agent: AgentFacts, now: Date): number | null {
  const ages: number[] = [];
  for (const { lastSuccessAt } of agent.loops) {
    if (lastSuccessAt === null) return null;
    ages.push(Math.max(0, ageSeconds(lastSuccessAt, agent, now)));
  }
  return ages.length === 0 ? null : Math.round(Math.max(...ages));
}
