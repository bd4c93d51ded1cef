import { z } from 'zod';
import type { HttpCallError } from '../http/errors.ts';

/**
 * Why Ironic answered 409. `locked` passes in seconds to minutes · `transition` passes with the state change ·
 * `associated` an instance holds the node · `duplicate` name, address or identifier is in use · `invalid-state` will not
 * pass by itself.
 */
export type IronicConflict = 'locked' | 'transition' | 'associated' | 'duplicate' | 'invalid-state' | 'other';

const outer = z.object({ error_message: z.union([z.string(), z.record(z.string(), z.unknown())]) });
const inner = z.object({
  faultstring: z.string().optional(),
  description: z.string().optional(),
  title: z.string().optional(),
});

/** The sentence in an error body. Ironic puts a JSON text into a JSON string, in two shapes; middleware has a third. */
export function ironicFault(problem: unknown): string | undefined {
  const parsed = outer.safeParse(problem);
  if (!parsed.success) return undefined;
  const message = parsed.data.error_message;
  const found = inner.safeParse(typeof message === 'string' ? decode(message) : message);
  if (!found.success) return typeof message === 'string' ? message : undefined;
  return found.data.faultstring ?? found.data.description ?? found.data.title;
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// There is no code in the answer: the sentences are all that tells the kinds apart.
const kinds: readonly [RegExp, IronicConflict][] = [
  [/is locked by host|NodeLocked/i, 'locked'],
  [/while a state transition is in progress/i, 'transition'],
  [/already exists|must be unique|duplicate|already in use/i, 'duplicate'],
  [/is associated with|already associated|associated with (a )?node|NodeAssociated|InstanceAssociated/i, 'associated'],
  [/in state|invalid state|can ?not .* (while|in) |provision state/i, 'invalid-state'],
];

/** The kind of a 409; undefined for any other error. */
export function ironicConflict(error: HttpCallError): IronicConflict | undefined {
  if (error.status !== 409) return undefined;
  const text = ironicFault(error.problem) ?? error.said ?? '';
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
}
