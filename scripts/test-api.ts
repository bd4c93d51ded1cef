// npm run test:api [-- --examples N --seed S]: attacks a hub by its API document. The last line is `N passed, N failed`.
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { vitest } from './lib/vitest.ts';

const { values } = parseArgs({
  options: { examples: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});
const whole = z.coerce.number().int().min(1);
const { examples, seed } = z.object({ examples: whole, seed: whole }).parse(values);
const tally = await vitest(['api'], { FM_EXAMPLES: String(examples), FM_SEED: String(seed) });
if (tally.failed > 0) console.error(`Once more: npm run test:api -- --examples ${examples} --seed ${seed}`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);
