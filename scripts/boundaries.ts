// Holds the one-way imports of .dependency-cruiser.cjs. A run that sees no modules is a broken run, not a clean one.
import { createRequire } from 'node:module';
import { cruise, format } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { ROOT } from './lib/run.ts';

process.chdir(ROOT);
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const result = await cruise(['packages', 'apps'], { ...options, ruleSet: { forbidden }, validate: true }, undefined, {
  tsConfig: extractTSConfig('tsconfig.json'),
});
if (typeof result.output === 'string') throw new Error('unexpected output of dependency-cruiser');
const { totalCruised, error } = result.output.summary;
const text = await format(result.output, { outputType: 'err' });
console.log(text.output);
if (totalCruised < 50) {
  console.error(`only ${totalCruised} modules were seen: the check itself is broken`);
  process.exit(1);
}
process.exit(error > 0 ? 1 : 0);
