import { readdir, readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second, whatever the processor. */
const TICK_MS = 10;

/**
 * Processor time that a process and its living children have used, milliseconds, user and system. Children that ended are
 * counted through their parent. Throws when the process is gone.
 */
export async function processTreeMs(pid: number): Promise<number> {
  const own = await statOf(pid);
  if (own === null) throw new Error(`process ${pid} is gone`);
  let ms = own.ms;
  for (const child of await childrenOf(pid)) ms += (await statOf(child)) === null ? 0 : await processTreeMs(child);
  return ms;
}

async function childrenOf(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await statOf(Number(entry));
    if (stat?.parent === pid) found.push(Number(entry));
  }
  return found;
}

async function statOf(pid: number): Promise<{ readonly parent: number; readonly ms: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The command's name stands in brackets and may hold blanks: the fields are counted from its last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (index: number) => Number(fields[index] ?? 'NaN');
  return { parent: at(1), ms: (at(11) + at(12) + at(13) + at(14)) * TICK_MS };
}
