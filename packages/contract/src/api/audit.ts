import { z } from 'zod';
import { Instant, listParam, PageQuery, pageOf, Word } from './common.ts';

/** `done`: the write is made. `refused`: it was not permitted, not valid, or came too late. `failed`: a fault of ours. */
export const AuditOutcome = z.enum(['done', 'refused', 'failed']);

const Values = z.record(z.string(), z.unknown()).nullable();

/** Somebody changed something, or tried to. */
export const AuditEvent = z
  .object({
    id: z.string(),
    at: Instant,
    actorKind: z.enum(['person', 'agent', 'anonymous']),
    actorId: z.string(),
    actorName: z.string(),
    action: z.string().meta({ description: 'Operation of this API, such as `updateFinding`' }),
    targetKind: z.string().nullable(),
    targetId: z.string().nullable(),
    siteSlug: z.string().nullable(),
    before: Values,
    after: Values,
    reason: z.string().nullable().meta({ description: "In the actor's words, or why it was refused" }),
    requestId: z.string(),
    outcome: AuditOutcome,
    code: z.string().nullable().meta({ description: 'Of the error catalogue; null when done' }),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof AuditEvent>;

export const AuditPage = pageOf(AuditEvent, 'AuditPage');

export const AuditQuery = PageQuery.extend({
  actor: listParam(Word),
  action: listParam(Word),
  outcome: listParam(AuditOutcome),
  site: listParam(Word),
  target: z.string().min(1).max(200).optional().meta({ description: 'Id of what was acted on' }),
  request: z.string().min(1).max(64).optional().meta({ description: 'Request id' }),
  since: Instant.optional(),
  until: Instant.optional(),
});
