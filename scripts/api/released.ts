import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../lib/run.ts';

const RECORDED = path.join(ROOT, 'test/upgrade/recorded');

/** The API document of the newest release: what callers that are out there were promised. */
export async function releasedDocument(): Promise<string> {
  const documents = (await readdir(RECORDED)).filter((file) => /^openapi-.*\.json$/.test(file));
  const newest = documents.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  if (newest === undefined)
    throw new Error(`${RECORDED} holds no openapi-VERSION.json: docs/upgrades.md says how to record one`);
  return path.join(RECORDED, newest);
}
