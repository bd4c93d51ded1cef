import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { acceptedBreaks, judge } from '../../scripts/api/accepted-breaks.ts';
import { breaksBetween } from '../../scripts/api/oasdiff.ts';
import { releasedDocument } from '../../scripts/api/released.ts';
import { ROOT } from '../../scripts/lib/run.ts';

const DOCUMENT = path.join(ROOT, 'packages/contract/openapi.json');
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'fm-breaking-'));
});
afterAll(() => rm(dir, { recursive: true }));

const Schema = z.looseObject({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()) });
const Words = z.looseObject({ schema: z.looseObject({ enum: z.array(z.string()) }) });
const Parameters = z.array(z.looseObject({ name: z.string() }));
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ parameters: Parameters.optional() }))),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
});
type Document = z.output<typeof Document>;

async function breaksOf(change: (document: Document) => void): Promise<readonly string[]> {
  const changed = Document.parse(JSON.parse(await readFile(DOCUMENT, 'utf8')));
  change(changed);
  const file = path.join(dir, 'changed.json');
  await writeFile(file, JSON.stringify(changed));
  return judge(await breaksBetween(DOCUMENT, file), []);
}

const parametersOf = (document: Document, url: string) => document.paths[url]?.get?.parameters ?? [];

test('nothing that the newest release promised is broken, but for what is accepted with a reason', async () => {
  expect(judge(await breaksBetween(await releasedDocument(), DOCUMENT), await acceptedBreaks())).toEqual([]);
});

test('a field that is gone from an answer is a break', async () => {
  const found = await breaksOf(({ components }) => {
    const site = Schema.parse(components.schemas.Rack);
    delete site.properties.heightUnits;
    components.schemas.Rack = { ...site, required: site.required.filter((name) => name !== 'heightUnits') };
  });
  expect(found.join('\n')).toMatch(/GET \/api\/v1\/racks: .*heightUnits/);
});

test('a parameter that must be given from now on is a break', async () => {
  const found = await breaksOf((document) => {
    parametersOf(document, '/api/v1/racks').push({
      name: 'row',
      in: 'query',
      required: true,
      schema: { type: 'string' },
    });
  });
  expect(found.join('\n')).toMatch(/GET \/api\/v1\/racks: .*row/);
});

test('a word that is no longer taken is a break', async () => {
  const found = await breaksOf((document) => {
    const sort = Words.parse(parametersOf(document, '/api/v1/devices').find(({ name }) => name === 'sort'));
    const parameters = parametersOf(document, '/api/v1/devices');
    const left = sort.schema.enum.filter((word) => word !== '-rack');
    parameters.splice(
      parameters.findIndex(({ name }) => name === 'sort'),
      1,
      { ...sort, name: 'sort', schema: { ...sort.schema, enum: left } },
    );
  });
  expect(found.join('\n')).toMatch(/GET \/api\/v1\/devices: .*-rack.*sort/);
});

test('a new route, a new field of an answer and a new parameter that may be left out are none', async () => {
  const found = await breaksOf((document) => {
    const rack = Schema.parse(document.components.schemas.Rack);
    document.components.schemas.Rack = { ...rack, properties: { ...rack.properties, colour: { type: 'string' } } };
    parametersOf(document, '/api/v1/racks').push({
      name: 'row',
      in: 'query',
      required: false,
      schema: { type: 'string' },
    });
    document.paths['/api/v1/rows'] = structuredClone(document.paths['/api/v1/tags'] ?? {});
  });
  expect(found).toEqual([]);
});

test('an acceptance covers its own break alone, and one without a break is to be taken out', () => {
  const found = [{ id: 'some-rule', text: 'removed `a`', level: 3, operation: 'GET', path: '/x' }];
  const accept = (says: string, operation?: string) => ({
    rule: 'some-rule',
    says,
    reason: 'nobody ever read it, as the log shows',
    ...(operation === undefined ? {} : { operation }),
  });
  expect(judge(found, [accept('`a`')])).toEqual([]);
  expect(judge(found, [accept('`a`', 'GET /x')])).toEqual([]);
  expect(judge(found, [accept('`b`')])).toEqual([
    'GET /x: removed `a` (some-rule)',
    expect.stringContaining('take it out'),
  ]);
  expect(judge(found, [accept('`a`', 'PUT /x')])).toHaveLength(2);
});
