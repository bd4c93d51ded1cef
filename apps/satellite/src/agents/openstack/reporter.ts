import { createHash } from 'node:crypto';
import type { ConditionReport, ReportedCondition } from '@fleet-manager/contract/api/agents';
import { FleetError } from '@fleet-manager/contract/errors';
import { NODE_CONDITION_TYPES, type NodeConditions } from '@fleet-manager/domain/ironic/conditions';
import type { Verdict } from '@fleet-manager/domain/ironic/verdict';

/** What one complete walk says. */
export interface WalkResult {
  readonly observedAt: Date;
  /** By device. A device that is in neither is not spoken of, and its conditions age. */
  readonly conditions: ReadonlyMap<string, NodeConditions>;
  /** Node of each device; null for a device without one. */
  readonly nodes: ReadonlyMap<string, string | null>;
}

export interface ReporterOptions {
  readonly scope: string;
  readonly send: (report: ConditionReport, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends what changed since the last report that the hub took, and everything when it took none yet or has missed one. The
 * sequence starts at the time of day in milliseconds, so that it grows over restarts without being stored.
 */
export class Reporter {
  readonly #options: ReporterOptions;
  #acknowledged: { sequence: number; hashes: Map<string, string>; nodes: Map<string, string | null> } | undefined;
  #last = 0;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  /** Sends one walk. When it rejects, the hub's state is not known, and the next report is a full one. */
  async report(walk: WalkResult, signal: AbortSignal): Promise<void> {
    const hashes = new Map<string, string>();
    for (const [deviceId, conditions] of walk.conditions) {
      for (const type of NODE_CONDITION_TYPES) hashes.set(`${deviceId} ${type}`, hashOf(conditions[type]));
    }
    const held = this.#acknowledged;
    this.#acknowledged = undefined;
    try {
      await this.#send(walk, hashes, held, signal);
    } catch (error) {
      if (!(error instanceof FleetError) || error.code !== 'FM_COVERAGE_GAP' || held === undefined) throw error;
      await this.#send(walk, hashes, undefined, signal);
    }
  }

  async #send(
    walk: WalkResult,
    hashes: Map<string, string>,
    held: { sequence: number; hashes: Map<string, string>; nodes: Map<string, string | null> } | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const sequence = Math.max(this.#last + 1, walk.observedAt.getTime());
    this.#last = sequence;
    const conditions: ReportedCondition[] = [];
    for (const [deviceId, verdicts] of walk.conditions) {
      for (const type of NODE_CONDITION_TYPES) {
        const key = `${deviceId} ${type}`;
        if (held?.hashes.get(key) === hashes.get(key)) continue;
        const { status, reason, message, evidence } = verdicts[type];
        conditions.push({
          deviceId,
          type,
          status,
          reason,
          message: clean(message).slice(0, 2000),
          observedAt: walk.observedAt.toISOString(),
          evidence: cleanRecord(evidence),
        });
      }
    }
    const before = new Set([...(held?.hashes.keys() ?? [])].map((key) => key.split(' ')[0] ?? key));
    await this.#options.send(
      {
        scope: this.#options.scope,
        mode: held === undefined ? 'full' : 'delta',
        sequence,
        previousSequence: held?.sequence ?? 0,
        observedAt: walk.observedAt.toISOString(),
        conditions,
        uncovered: [...before].filter((deviceId) => !walk.conditions.has(deviceId)),
        nodes: [...walk.nodes]
          .filter(([deviceId, node]) => held === undefined || held.nodes.get(deviceId) !== node)
          .map(([deviceId, ironicNodeId]) => ({ deviceId, ironicNodeId })),
      },
      signal,
    );
    this.#acknowledged = { sequence, hashes, nodes: new Map(walk.nodes) };
  }
}

function hashOf(verdict: Verdict): string {
  return createHash('sha1').update(JSON.stringify(verdict)).digest('base64');
}

/** PostgreSQL takes no NUL in a text, and a driver's error may hold anything. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '');
}

export function cleanRecord(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [clean(key), cleanValue(value)]));
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [clean(key), cleanValue(inner)]));
}
