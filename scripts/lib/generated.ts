import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './run.ts';

/** Writes a generated file; with `--check` it is only compared, and the process fails when it does not fit its source. */
export async function writeOrCheck(file: string, text: string): Promise<void> {
  const full = path.join(ROOT, file);
  if (!process.argv.includes('--check')) return writeFile(full, text);
  if ((await readFile(full, 'utf8').catch(() => '')) === text) return;
  console.error(`${file} does not fit what it is generated from: run \`npm run generate\``);
  process.exitCode = 1;
}
