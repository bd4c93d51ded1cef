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
  numFailedTestSuites: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

export interface Narrowed extends Tally {
  /** Full names of the tests that failed, and files that did not load. */
  readonly failures: readonly string[];
}

export interface VitestChoice {
  readonly env?: Readonly<Record<string, string>>;
  /** Paths of test files, or parts of them; all of the projects' when left out. */
  readonly files?: readonly string[];
  /** A text that the full names of the tests contain. */
  readonly namesContain?: string;
  /** Prints the tests on stderr, so that stdout stays a document. */
  readonly stdoutIsTaken?: boolean;
}

/** Runs the named vitest projects. A run that executes no test, or a file that does not even load, counts as failed. */
export async function vitest(projects: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Tally> {
  const { passed, failed } = await vitestOf(projects, { env });
  return { passed, failed };
}

/** Runs some of the tests of the projects, and names those that failed. */
export async function vitestOf(projects: readonly string[], choice: VitestChoice): Promise<Narrowed> {
  const dir = await mkdtemp(path.join(tmpdir(), 'fm-vitest-'));
  const file = path.join(dir, 'report.json');
  try {
    const args = [
      'run',
      ...projects.flatMap((p) => ['--project', p]),
      ...(choice.files ?? []),
      ...(choice.namesContain === undefined ? [] : ['-t', literally(choice.namesContain)]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    const code = await runNode('node_modules/vitest/vitest.mjs', args, choice.env, choice.stdoutIsTaken);
    const report = Report.safeParse(JSON.parse(await readFile(file, 'utf8').catch(() => 'null')));
    if (!report.success) return { passed: 0, failed: 1, failures: ['vitest left no report'] };
    const { numPassedTests: passed, numFailedTests, testResults } = report.data;
    const tests = testResults.flatMap((one) => one.assertionResults).filter((one) => one.status === 'failed');
    const unloaded = testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
    const broken = code !== 0 && numFailedTests === 0 ? 1 : 0;
    // With a choice of names, tests that were passed over are counted too: what matters is that some ran.
    const idle = passed + numFailedTests === 0 ? 1 : 0;
    return {
      passed,
      failed: numFailedTests + broken + idle,
      failures: [
        ...tests.map((one) => one.fullName),
        ...unloaded.map((one) => `${one.name} did not load`),
        ...(idle === 1 ? ['no test ran'] : []),
      ],
    };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** A text as a pattern that matches it alone. */
function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
