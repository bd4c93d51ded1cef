import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** A process, told apart from a later one that got the same number. */
export const ProcessIdentity = z.object({ pid: z.number().int(), startedAt: z.string() });
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** Identity of a running process; undefined when there is none of that number. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (stat === undefined) return undefined;
    // Field 22, counted after the command name, which may itself hold spaces and brackets; field 3 is the state.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : { pid, startedAt: fields[19] ?? '' };
  }
  try {
    process.kill(pid, 0);
    return { pid, startedAt: '' };
  } catch {
    return undefined;
  }
}

export async function isRunning(known: ProcessIdentity): Promise<boolean> {
  const found = await identify(known.pid);
  return found !== undefined && found.startedAt === known.startedAt;
}
