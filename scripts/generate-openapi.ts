// Writes packages/contract/openapi.json from the routes, and the types of the client from that document.
import { readFile, writeFile } from 'node:fs/promises';
import { routes } from '@fleet-manager/contract/routes';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../packages/contract/src/openapi.ts';

const check = process.argv.includes('--check');
const document = openApiDocument(Object.values(routes));
const json = `${JSON.stringify(document, null, 2)}\n`;
const types = astToString(await openapiTS(json, { emptyObjectsUnknown: true }));
const banner = '// Generated from openapi.json by `npm run generate`. Do not edit.\n';

let differs = false;
for (const [path, text] of [
  ['packages/contract/openapi.json', json],
  ['packages/contract/src/generated/api.ts', banner + types],
] as const) {
  const url = new URL(`../${path}`, import.meta.url);
  const before = await readFile(url, 'utf8').catch(() => '');
  if (before === text) continue;
  differs = true;
  if (check) console.error(`${path} is not what the routes say: run \`npm run generate\``);
  else await writeFile(url, text);
}
if (check && differs) process.exit(1);
