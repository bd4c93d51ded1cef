import { z } from 'zod';

/**
 * What a matching request meets instead of, or on top of, the double's own answer. `latency` lets the answer through
 * afterwards, so it can be combined with a second rule; the first matching rule of any other kind decides the answer.
 */
export const faultEffectSchema = z.discriminatedUnion('kind', [
  /** Waits before the request is handled. */
  z.strictObject({ kind: z.literal('latency'), milliseconds: z.number().int().min(0).max(600_000) }),
  /** Answers this status instead. `body` is sent as JSON unless it is a string (then as `contentType`, default text/html). */
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(200).max(599),
    body: z.unknown().optional(),
    contentType: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  /** Ends the body early, with a complete HTTP message: what a client sees when a proxy gave up. */
  z.strictObject({ kind: z.literal('truncate'), keepBytes: z.number().int().min(0).optional() }),
  /** Closes the connection with a TCP reset before any answer. */
  z.strictObject({ kind: z.literal('reset') }),
  /** Takes the request and never answers; the client's own deadline must end it. */
  z.strictObject({ kind: z.literal('drop') }),
  /**
   * Repeats the first answer given after the rule was added, as a cache in front of the service would. With
   * `ignoreQuery` the cache forgets the query string, so every page reads like the first one.
   */
  z.strictObject({ kind: z.literal('stale'), ignoreQuery: z.boolean().optional() }),
  /** Answers 200 with every list of the body emptied and no next page. */
  z.strictObject({ kind: z.literal('empty-list') }),
  /** Rewrites the host (`name:port`) of next-page links. */
  z.strictObject({
    kind: z.literal('next-host'),
    host: z.string().min(1),
    scheme: z.enum(['http', 'https']).optional(),
  }),
  /** Makes the object that the request's `marker` names look deleted, so that the service gives its own refusal. */
  z.strictObject({ kind: z.literal('vanish-marker') }),
]);
export type FaultEffect = z.infer<typeof faultEffectSchema>;

export const faultRuleSchema = z.strictObject({
  /** Name of the double, such as `ironic`; left out, the rule is for every double that shares the rules. */
  service: z.string().optional(),
  method: z.string().toUpperCase().optional(),
  /** Request path without the query. `*` is one segment, `**` is anything. */
  path: z.string().startsWith('/'),
  /** How many matching requests it hits before it is spent; left out, all. */
  count: z.number().int().min(1).optional(),
  /** How many matching requests pass untouched first. */
  after: z.number().int().min(0).optional(),
  effect: faultEffectSchema,
});
export type FaultRule = z.infer<typeof faultRuleSchema>;

/** A rule in force, as `GET /_control/faults` shows it. */
export interface ActiveFault extends FaultRule {
  readonly id: string;
  /** Matching requests seen so far, and how many of them the rule hit. */
  readonly seen: number;
  readonly hits: number;
}
