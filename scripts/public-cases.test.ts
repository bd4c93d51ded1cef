import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './lib/run.ts';

interface Row {
  readonly line: number;
  readonly reports: string;
  readonly held: string;
}

const docs = path.join(ROOT, 'docs');
const page = readFileSync(path.join(docs, 'public-cases.md'), 'utf8').split('\n');
const rows = page.flatMap((line, index): Row[] => {
  if (!line.startsWith('| ') || /^\| (---|reported as) /.test(line)) return [];
  const cells = line.slice(2, -2).split(' | ');
  const [reports, , , held] = cells;
  if (cells.length !== 4 || reports === undefined || held === undefined) throw new Error(`line ${index + 1}: 4 cells`);
  return [{ line: index + 1, reports, held }];
});

/** `[file](path) › title` in a text. */
function citations(text: string): { readonly file: string; readonly title: string }[] {
  return text
    .split('<br>')
    .flatMap((part) => [...part.matchAll(/\[[^\]]+\]\(([^)]+)\) › (.+?)(?= and \[|\. The slices|$)/g)])
    .map(([, file = '', title = '']) => ({ file, title }));
}

/** The titles that a suite gives its tests, as they are written there. */
function titlesIn(file: string): Set<string> {
  const source = readFileSync(path.resolve(docs, file), 'utf8');
  const calls = /(?:^|[\s.)])(?:test|it)(?:\.\w+)*(?:<[^(]*>)?\(\s*(?:(['"`])((?:\\.|(?!\1)[^\\])*)\1|)/gm;
  const tables = /\]\s*,?\s*\)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  const named = /\[\s*(['"])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\s*)?\(?/g;
  const found = [calls, tables, named].flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => match[2] ?? ''),
  );
  return new Set(found.map((title) => title.replaceAll(/\\(['"`\\])/g, '$1')));
}

test('the page has its cases, each held by a test or by a reason', () => {
  expect(rows.length).toBeGreaterThan(80);
  for (const { line, held } of rows) {
    const isHeld = citations(held).length === held.split('<br>').length || /^No test: .+\.$/.test(held);
    expect(isHeld, `line ${line}: ${held}`).toBe(true);
  }
});

test('each test that the page names is there under that title', () => {
  const missing = page.flatMap((line, index) =>
    citations(line.startsWith('| ') ? (line.slice(2, -2).split(' | ')[3] ?? '') : line)
      .filter(({ file, title }) => !titlesIn(file).has(title))
      .map(({ file, title }) => `line ${index + 1}: ${file} › ${title}`),
  );
  expect(missing).toEqual([]);
});

test('no report stands on two lines', () => {
  const seen = new Map<string, number>();
  const twice = rows.flatMap(({ line, reports }) =>
    [...reports.matchAll(/\]\((https:[^)]+)\)/g)].flatMap(([, url = '']) => {
      const before = seen.get(url);
      seen.set(url, line);
      return before === undefined ? [] : [`${url} on lines ${before} and ${line}`];
    }),
  );
  expect(twice).toEqual([]);
});
