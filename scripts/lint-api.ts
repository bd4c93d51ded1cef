// npm run lint:api: compares the API document with that of the newest release, and names what would break a caller.
import path from 'node:path';
import { ACCEPTED_FILE, acceptedBreaks, judge } from './api/accepted-breaks.ts';
import { breaksBetween } from './api/oasdiff.ts';
import { releasedDocument } from './api/released.ts';
import { ROOT } from './lib/run.ts';

const released = await releasedDocument();
const found = await breaksBetween(released, path.join(ROOT, 'packages/contract/openapi.json'));
const wrong = judge(found, await acceptedBreaks());
for (const line of wrong) console.error(line);
if (wrong.length > 0) {
  console.error(`Keep what ${path.basename(released)} promised, or give the break and its reason in ${ACCEPTED_FILE}.`);
  process.exit(1);
}
console.error(`nothing that ${path.basename(released)} promised is broken`);
