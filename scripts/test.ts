// npm test: everything that needs no real peer. The last line is `N passed, N failed`.
import { ensureChromium } from './lib/chromium.ts';
import { runTs } from './lib/run.ts';
import { vitest } from './lib/vitest.ts';

const total = { passed: 0, failed: 0 };
const add = ({ passed, failed }: { passed: number; failed: number }): void => {
  total.passed += passed;
  total.failed += failed;
};

add((await runTs('scripts/check.ts')) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
add(await vitest(['unit', 'twins']));

const chromium = await ensureChromium();
if (chromium === undefined) {
  console.error(
    'The browser suites need Chromium: sudo apt-get install chromium, or set FM_CHROMIUM to the path of one.',
  );
  total.failed += 1;
} else {
  add(await vitest(['browser', 'e2e'], { FM_CHROMIUM: chromium, FM_SCREENS: process.env.FM_SCREENS ?? '' }));
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
