import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { runNode } from './run.ts';

export interface Tally {
  passed: number;
  failed: number;
}

const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numTotalTests: z.int(),
  numFailedTestSuites: z.int(),
});

/** Runs the named vitest projects. A run that executes no test, or a file that does not even load, counts as failed. */
export async function vitest(projects: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Tally> {
  const dir = await mkdtemp(path.join(tmpdir(), 'fm-vitest-'));
  const file = path.join(dir, 'report.json');
  try {
    const args = [
      'run',
      ...projects.flatMap((p) => ['--project', p]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    const code = await runNode('node_modules/vitest/vitest.mjs', args, env);
    const report = Report.safeParse(JSON.parse(await readFile(file, 'utf8').catch(() => 'null')));
    if (!report.success) return { passed: 0, failed: 1 };
    const { numPassedTests: passed, numFailedTests, numTotalTests } = report.data;
    const broken = code !== 0 && numFailedTests === 0 ? 1 : 0;
    return { passed, failed: numFailedTests + broken + (numTotalTests === 0 ? 1 : 0) };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
