import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../lib/run.ts';
import type { Break } from './oasdiff.ts';

export const ACCEPTED_FILE = 'packages/contract/accepted-breaks.json';

const Accepted = z.array(
  z.strictObject({
    /** Of oasdiff. */
    rule: z.string().min(1),
    /** Such as `GET /api/v1/devices`; any operation when left out. */
    operation: z.string().optional(),
    /** Part of what oasdiff says, so that the next break of the same rule is not accepted with it. */
    says: z.string().min(1),
    /** Why no caller is harmed, or what callers were told. */
    reason: z.string().min(20),
  }),
);
export type AcceptedBreak = z.output<typeof Accepted>[number];

export async function acceptedBreaks(): Promise<readonly AcceptedBreak[]> {
  return Accepted.parse(JSON.parse(await readFile(path.join(ROOT, ACCEPTED_FILE), 'utf8')));
}

/** Breaks that nobody accepted, and acceptances of what is no break (any more): both are to be mended. */
export function judge(found: readonly Break[], accepted: readonly AcceptedBreak[]): readonly string[] {
  const open = found.filter((one) => !accepted.some((entry) => covers(entry, one)));
  const idle = accepted.filter((entry) => !found.some((one) => covers(entry, one)));
  return [
    ...open.map((one) => `${operationOf(one)}: ${one.text} (${one.id})`),
    ...idle.map((entry) => `${ACCEPTED_FILE}: nothing is broken as in ${entry.rule}, "${entry.says}": take it out`),
  ];
}

function covers(entry: AcceptedBreak, one: Break): boolean {
  if (entry.operation !== undefined && entry.operation !== operationOf(one)) return false;
  return entry.rule === one.id && one.text.includes(entry.says);
}

const operationOf = (one: Break): string => `${one.operation} ${one.path}`.trim();
