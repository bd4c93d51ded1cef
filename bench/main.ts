// npm run bench [-- --only ID ...]: measures, prints the table, and keeps it in docs/bench.md.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchLine, BenchTools } from './lib/line.ts';
import { isAccountedFor, machineInWords, type Outcome, tableOf } from './lib/table.ts';
import { LINES } from './lines.ts';

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const unknown = (values.only ?? []).filter((id) => !LINES.some((line) => line.id === id));
if (unknown.length > 0) {
  console.error(`no line ${unknown.join(', ')}; there are ${LINES.map((line) => line.id).join(', ')}`);
  process.exit(64);
}
const chosen = values.only === undefined ? LINES : LINES.filter((line) => values.only?.includes(line.id));

const giveUp = new AbortController();
process.once('SIGINT', () => giveUp.abort(new Error('given up at the terminal')));
const outcomes: Outcome[] = [];
for (const line of chosen) {
  if (giveUp.signal.aborted) break;
  outcomes.push(await measure(line));
}

const table = tableOf(outcomes, machineInWords(), new Date().toISOString().slice(0, 10));
console.log(table);
// A table of some lines is no table of the benchmark.
if (values.only === undefined && !giveUp.signal.aborted)
  await writeFile(path.resolve(import.meta.dirname, '../docs/bench.md'), table);
process.exit(outcomes.length === chosen.length && outcomes.every(isAccountedFor) ? 0 : 1);

async function measure(line: BenchLine): Promise<Outcome> {
  const began = Date.now();
  const tools: BenchTools = {
    signal: giveUp.signal,
    progress: (text) => console.error(`${line.id} ${Math.round((Date.now() - began) / 1000)} s: ${text}`),
  };
  try {
    return { kind: 'measured', line, result: await line.run(tools) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`${line.id}: ${why}`);
    return { kind: 'failed', line, why };
  }
}
