import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const OrphanKinds = z.enum([
  'server-without-node',
  'node-with-dead-instance',
  'deploying-for-deleted-server',
  'allocation-left',
  'provider-without-node',
  'node-without-provider',
  'instance-on-available-node',
  'two-nodes-one-server',
]);

/** What one reflector remembers over restarts, so that neither time budgets nor suspicions start again. */
const ReflectorState = z.object({
  known: z.array(
    z.tuple([
      z.string(),
      z.object({
        nodeUuid: z.string(),
        state: z.string().nullable(),
        since: z.number(),
        lock: z.object({ host: z.string(), since: z.number() }).optional(),
        error: z.string().optional(),
      }),
    ]),
  ),
  orphans: z.object({
    sweep: z.int(),
    records: z.array(
      z.object({
        kind: OrphanKinds,
        key: z.string(),
        firstSeenAt: z.number(),
        sweeps: z.int(),
        confirmed: z.object({ first: z.int(), last: z.int() }).nullable(),
      }),
    ),
  }),
});
export type ReflectorState = z.infer<typeof ReflectorState>;

/** Undefined when there is none, or it cannot be read: then the clocks start anew, and nothing is wrong but that. */
export async function readState(file: string): Promise<ReflectorState | undefined> {
  try {
    return ReflectorState.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

let drafts = 0;

/** A reader never sees half a file, and two writers do not take each other's draft. */
export async function writeState(file: string, state: ReflectorState): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  drafts += 1;
  const draft = `${file}.${process.pid}.${drafts}`;
  await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
  await rename(draft, file);
}
