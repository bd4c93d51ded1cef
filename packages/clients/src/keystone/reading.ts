import type { z } from 'zod';
import type { Answer } from '../http/answer.ts';
import { HttpCallError } from '../http/errors.ts';
import { OpenStackError } from './errors.ts';
import type { Rejected } from './walk.ts';

/** One thing by its identifier. `absent` also means "hidden from this credential". */
export type Lookup<T> =
  | { readonly kind: 'found'; readonly item: T }
  | { readonly kind: 'absent' }
  | { readonly kind: 'rejected'; readonly rejected: Rejected };

/** Waits for one thing; 404 is an answer. `read` turns a body into the thing, or says why it cannot. */
export async function lookUp<T>(
  pending: Promise<Answer>,
  read: (body: unknown) => { ok: true; item: T } | { ok: false; rejected: Rejected },
): Promise<Lookup<T>> {
  let answer: Answer;
  try {
    answer = await pending;
  } catch (error) {
    if (error instanceof HttpCallError && error.status === 404) return { kind: 'absent' };
    throw error;
  }
  const reading = read(answer.body);
  return reading.ok ? { kind: 'found', item: reading.item } : { kind: 'rejected', rejected: reading.rejected };
}

/** A body that must be of a shape; else the service is not what it should be. */
export function mustRead<T>(schema: z.ZodType<T>, body: unknown, service: string, path: string): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new OpenStackError(
    'FM_OUTSIDE_PROTOCOL',
    `${service} GET ${path} answered JSON of another shape: ${describeIssues(parsed.error)}`,
    {
      service,
      method: 'GET',
      pathTemplate: path,
    },
  );
}

/** What is wrong with a row, on one line. */
export function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; ');
}
