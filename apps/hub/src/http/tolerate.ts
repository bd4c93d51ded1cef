import { FindingKind, Heartbeat } from '@fleet-manager/contract/api/agents';
import { ConditionStatus, ConditionType } from '@fleet-manager/domain/condition';
import type { Logger } from '@fleet-manager/platform/logging';
import { z } from 'zod';

// An agent may be newer than this hub, and then say what this hub has no word for. One such word must not cost the rest of
// the report; so these run on a body before it is validated. They leave alone what is wrong in any other way.

export type Tolerate = (body: unknown) => unknown;

const Items = (key: string) => z.looseObject({ [key]: z.array(z.unknown()) });
const Reported = z.looseObject({ type: z.string(), status: z.string(), message: z.string() });
const Kind = z.looseObject({ kind: z.string() });

/**
 * Leaves out conditions of a type that this hub does not know: no rule reads them. A known type with an unknown status must
 * not be left out, for what was said before would then be kept fresh: it becomes Unknown, and says why.
 */
export function tolerateConditions(log: Logger): Tolerate {
  return (body) => {
    const report = Items('conditions').safeParse(body);
    if (!report.success) return body;
    const left = new Set<string>();
    const conditions = (report.data.conditions ?? []).flatMap((item) => {
      const read = Reported.safeParse(item);
      if (!read.success) return [item];
      const { type, status, message } = read.data;
      if (!isOneOf(ConditionType, type)) {
        left.add(type);
        return [];
      }
      if (isOneOf(ConditionStatus, status)) return [item];
      const said = `The agent said "${status.slice(0, 50)}", which this hub does not know. ${message}`.slice(0, 2000);
      return [{ ...read.data, status: 'Unknown', message: said }];
    });
    warn(log, 'condition types', left);
    return { ...report.data, conditions };
  };
}

/** Leaves out findings of a kind that this hub does not know. */
export function tolerateFindings(log: Logger): Tolerate {
  return (body) => {
    const report = Items('findings').safeParse(body);
    if (!report.success) return body;
    const left = new Set<string>();
    const findings = (report.data.findings ?? []).filter((item) => {
      const read = Kind.safeParse(item);
      if (!read.success || isOneOf(FindingKind, read.data.kind)) return true;
      left.add(read.data.kind);
      return false;
    });
    warn(log, 'finding kinds', left);
    return { ...report.data, findings };
  };
}

/** A kind of OpenStack that this hub does not know is an unknown one; the heartbeat counts all the same. */
export const tolerateHeartbeat: Tolerate = (body) => {
  const beat = z.looseObject({ openstackVariant: z.string() }).safeParse(body);
  if (!beat.success || Heartbeat.shape.openstackVariant.safeParse(beat.data.openstackVariant).success) return body;
  return { ...beat.data, openstackVariant: 'unknown' };
};

function isOneOf(words: { readonly options: readonly string[] }, word: string): boolean {
  return words.options.includes(word);
}

function warn(log: Logger, what: string, left: ReadonlySet<string>): void {
  if (left.size === 0) return;
  const words = [...left].slice(0, 10).map((word) => word.slice(0, 100));
  log.warn({ words }, `an agent is newer than this hub: ${what} that are unknown here were left out; upgrade the hub`);
}
