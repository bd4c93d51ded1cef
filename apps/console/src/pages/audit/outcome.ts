import type { AuditEvent } from '@fleet-manager/contract/api/audit';
import { CircleCheckBig, CircleX, type LucideIcon, ShieldX } from 'lucide-react';
import type { Tone } from '../../ui/tones.ts';

export const OUTCOME_LOOK: Readonly<
  Record<AuditEvent['outcome'], { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon }>
> = {
  done: { word: 'Done', tone: 'good', icon: CircleCheckBig },
  refused: { word: 'Refused', tone: 'warn', icon: ShieldX },
  failed: { word: 'Failed', tone: 'bad', icon: CircleX },
};

/** What was done, and what was tried. */
const ACTIONS: Readonly<Record<string, readonly [done: string, tried: string]>> = {
  updateFinding: ['Changed a finding', 'Tried to change a finding'],
  createSession: ['Logged in', 'Tried to log in'],
  deleteSession: ['Logged out', 'Tried to log out'],
  createLoginLink: ['Made a log-in link', 'Tried to make a log-in link'],
  putHeartbeat: ['Sent a heartbeat', 'Tried to send a heartbeat'],
  putConditionReport: ['Reported conditions', 'Tried to report conditions'],
  putFindingReport: ['Reported findings', 'Tried to report findings'],
};

/** In words, for an attempt as well. An operation that has none keeps the name that the API gives it. */
export function actionInWords({ action, outcome }: Pick<AuditEvent, 'action' | 'outcome'>): string {
  const [done, tried] = ACTIONS[action] ?? [action, `Tried ${action}`];
  return outcome === 'done' ? done : tried;
}
