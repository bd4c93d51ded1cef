// npm run check: format, lint, types, boundaries, dead code, generated files. Each is quick; all are run, then the verdict.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, run, runNode, runTs } from './lib/run.ts';

const generators = (await readdir(path.join(ROOT, 'scripts'))).filter((file) => /^generate-.*\.ts$/.test(file)).sort();

/** It neither reports to its makers nor looks for a newer release. */
const REDOCLY_QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NODE_NO_WARNINGS: '1' };

const checks: readonly (readonly [string, () => Promise<number>])[] = [
  ['format and lint', () => run(path.join(ROOT, 'node_modules/.bin/biome'), ['check', '--error-on-warnings', '.'])],
  ['types', () => runNode('node_modules/ts7/bin/tsc', ['-p', 'tsconfig.json'])],
  ['types of the console', () => runNode('node_modules/ts7/bin/tsc', ['-p', 'apps/console/tsconfig.json'])],
  ['types of the browser suites', () => runNode('node_modules/ts7/bin/tsc', ['-p', 'test/browser/tsconfig.json'])],
  ['boundaries', () => runTs('scripts/boundaries.ts')],
  ['dead code', () => runNode('node_modules/knip/bin/knip.js', ['--no-progress'])],
  [
    'API document',
    () => runNode('node_modules/@redocly/cli/bin/cli.js', ['lint', 'packages/contract/openapi.json'], REDOCLY_QUIET),
  ],
  ...generators.map((file) => [`generated: ${file}`, () => runTs(`scripts/${file}`, ['--check'])] as const),
];

const failed: string[] = [];
for (const [name, check] of checks) {
  const code = await check();
  console.error(`${code === 0 ? '✓' : '✗'} ${name}`);
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exit(1);
}
