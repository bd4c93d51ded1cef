import { type AuditEvent, AuditPage, AuditQuery } from '@fleet-manager/contract/api/audit';
import type { z } from 'zod';

const MINUTE = 60_000;

type Draft = Pick<AuditEvent, 'actorKind' | 'actorId' | 'action' | 'outcome'> & Partial<AuditEvent>;

const FINDING = '6f1d3d0a-1f0e-4b6c-9a55-0c4f3f9f1a01';
const operator = { actorKind: 'person', actorId: 'operator', actorName: 'Fixture operator' } as const;
const stranger = { actorKind: 'anonymous', actorId: 'anonymous', actorName: 'nobody that is logged in' } as const;

const DRAFTS: readonly Draft[] = [
  {
    ...operator,
    action: 'updateFinding',
    outcome: 'done',
    targetKind: 'finding',
    targetId: FINDING,
    siteSlug: 'keflavik',
    before: { state: 'open', note: null, acknowledgedBy: null },
    after: { state: 'acknowledged', note: 'tray is in repair', acknowledgedBy: 'Fixture operator' },
    reason: 'tray is in repair',
  },
  {
    ...operator,
    action: 'updateFinding',
    outcome: 'refused',
    targetKind: 'findings',
    targetId: FINDING,
    code: 'FM_PRECONDITION_FAILED',
    reason: 'Somebody changed it first',
  },
  { ...operator, action: 'createSession', outcome: 'done', targetKind: 'session', targetId: '5f2a9c01be77' },
  {
    actorKind: 'agent',
    actorId: 'ironic-agent-north2',
    action: 'updateFinding',
    outcome: 'refused',
    targetKind: 'findings',
    targetId: FINDING,
    code: 'FM_FORBIDDEN',
    reason: 'Not permitted',
  },
  {
    ...stranger,
    action: 'createSession',
    outcome: 'refused',
    code: 'FM_LOGIN_CODE_INVALID',
    reason: 'The one-time code is used up, expired or wrong',
  },
  {
    ...operator,
    action: 'createLoginLink',
    outcome: 'failed',
    code: 'FM_UNAVAILABLE',
    reason: 'Not available just now',
  },
];

/** Enough entries for a second page. */
const ENTRIES: readonly AuditEvent[] = Array.from({ length: 130 }, (_, index) => {
  const draft = DRAFTS[index % DRAFTS.length] ?? DRAFTS[0];
  if (draft === undefined) throw new Error('no drafts');
  return {
    id: String(1000 - index),
    at: new Date(Date.now() - index * 7 * MINUTE).toISOString(),
    actorName: draft.actorId,
    targetKind: null,
    targetId: null,
    siteSlug: null,
    before: null,
    after: null,
    reason: null,
    requestId: `fixture-request-${index}`,
    code: null,
    ...draft,
  };
});

/** Answers as the hub does, its cursor aside: here it is a place in the list. */
export function fixtureAudit(query: unknown): z.infer<typeof AuditPage> {
  const { actor, outcome, target, request, limit, cursor } = AuditQuery.parse(query);
  const found = ENTRIES.filter(
    (entry) =>
      (actor.length === 0 || actor.includes(entry.actorId)) &&
      (outcome.length === 0 || outcome.includes(entry.outcome)) &&
      (target === undefined || entry.targetId === target) &&
      (request === undefined || entry.requestId === request),
  );
  const from = Number(cursor ?? 0);
  const to = from + limit;
  return AuditPage.parse({ items: found.slice(from, to), nextCursor: to < found.length ? String(to) : null });
}
