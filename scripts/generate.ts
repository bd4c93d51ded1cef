// npm run generate: writes every generated file anew.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, runTs } from './lib/run.ts';

for (const file of (await readdir(path.join(ROOT, 'scripts')))
  .filter((name) => /^generate-.*\.ts$/.test(name))
  .sort()) {
  if ((await runTs(`scripts/${file}`)) !== 0) process.exit(1);
}
