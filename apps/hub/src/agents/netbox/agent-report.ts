import type { AgentLoop, Degradation, FindingReport, Heartbeat } from '@fleet-manager/contract/api/agents';
import type { z } from 'zod';
import { type MirroredType, TYPE_TITLES } from '../../inventory/object-types.ts';
import { partlyRead, type TypeProgress } from './type-progress.ts';

export const NETBOX_AGENT_CLIENT_ID = 'netbox-agent';
/** The scope of the agent's findings: one per object type that NetBox does not give. */
export const OBJECT_TYPES_SCOPE = 'netbox-object-types';

/** Where the agent reports to. Both are the hub's own functions. */
export interface AgentReporting {
  heartbeat(clientId: string, heartbeat: Heartbeat): Promise<void>;
  findings(clientId: string, scope: string, report: z.infer<typeof FindingReport>): Promise<void>;
}

/** What one object type lacks. `since` is when this process first saw it so. */
export interface TypeTrouble extends Degradation {
  readonly observations: number;
  /** The type itself is refused, rather than failing now and then. */
  readonly isRefused: boolean;
}

/** Keeps since when, and how often, each trouble was seen. */
export class Troubles {
  #held: ReadonlyMap<string, TypeTrouble> = new Map();

  /** Answers the present troubles, one per object type that is not whole. */
  observe(progress: ReadonlyMap<MirroredType, TypeProgress>, at: Date): readonly TypeTrouble[] {
    const now = new Map<string, TypeTrouble>();
    for (const [objectType, state] of progress) {
      const trouble = troubleOf(objectType, state);
      if (trouble === null) continue;
      const key = `${objectType} ${trouble.code}`;
      const before = this.#held.get(key);
      now.set(key, {
        ...trouble,
        since: before?.since ?? at.toISOString(),
        observations: (before?.observations ?? 0) + 1,
      });
    }
    this.#held = now;
    return [...now.values()];
  }
}

function troubleOf(
  objectType: MirroredType,
  { failure, sudden, inPart, unreadable }: TypeProgress,
): Omit<TypeTrouble, 'since' | 'observations'> | null {
  if (failure !== null) {
    const { code, message: detail, advice: next } = failure;
    return { subject: objectType, code, detail, next, isRefused: failure.kind === 'forbidden' };
  }
  if (sudden !== null) return { subject: objectType, ...sudden, isRefused: false };
  if (inPart !== null) {
    return {
      subject: objectType,
      code: inPart.code,
      detail: partlyRead(inPart),
      next: inPart.advice,
      isRefused: true,
    };
  }
  const [first] = unreadable;
  if (first === undefined) return null;
  return {
    subject: objectType,
    code: 'FM_OUTSIDE_PROTOCOL',
    detail: `${unreadable.length} of the ${TYPE_TITLES[objectType].toLowerCase()} cannot be read and stay as they were; the first is ${first.id}: ${first.problem}`,
    next: 'Correct the object in NetBox.',
    isRefused: false,
  };
}

/** Findings for people: object types that NetBox refuses, or whose rows vanished. What fails now and then is in the heartbeat alone. */
export function findingReport(troubles: readonly TypeTrouble[], at: Date): z.infer<typeof FindingReport> {
  return {
    observedAt: at.toISOString(),
    findings: troubles
      .filter((trouble) => trouble.isRefused || trouble.code === 'FM_NETBOX_SUDDEN_DROP')
      .map(({ subject, code, detail, next, since, observations }) => ({
        kind: 'object-type-degraded',
        key: subject,
        siteSlug: null,
        deviceIds: [],
        subject,
        summary: detail,
        next,
        firstObservedAt: since,
        observations,
        evidence: { objectType: subject, code },
      })),
  };
}

/** How one of the agent's loops goes. */
export interface LoopRun {
  lastStartedAt: Date | null;
  lastSuccessAt: Date | null;
  lastDurationMs: number | null;
  error: { readonly code: string; readonly detail: string; readonly next: string; readonly since: Date } | null;
}

export function loopOf(name: string, run: LoopRun, intervalSeconds: number, objects: number | null): AgentLoop {
  return {
    name,
    lastStartedAt: run.lastStartedAt?.toISOString() ?? null,
    lastSuccessAt: run.lastSuccessAt?.toISOString() ?? null,
    lastDurationMs: run.lastDurationMs,
    intervalSeconds,
    objects,
    error: run.error === null ? null : { ...run.error, since: run.error.since.toISOString() },
  };
}
