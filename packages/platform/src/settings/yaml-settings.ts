import { FleetError } from '@fleet-manager/contract/errors';
import { isMap, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';

/** An example for each key, by dotted path; shown beside an error about that key. */
export type Examples = Readonly<Record<string, string>>;

/**
 * Reads a YAML settings text into what `schema` says. Every fault is one line: file, line, key, what is wrong, an example.
 * Unknown keys are faults: a misspelt key must never be silently dropped.
 *
 * @throws FleetError FM_SETTINGS_INVALID
 */
export function parseYamlSettings<T extends z.ZodType>(
  schema: T,
  text: string,
  file: string,
  examples: Examples,
): z.output<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [broken] = document.errors;
  if (broken !== undefined) {
    throw new FleetError(
      'FM_SETTINGS_INVALID',
      `${file}:${lines.linePos(broken.pos[0]).line}: ${firstLine(broken.message)}`,
    );
  }
  const parsed = schema.safeParse(document.toJS() ?? {});
  if (parsed.success) return parsed.data;

  const faults = parsed.error.issues.flatMap((issue) => {
    const at = issue.path.map(String);
    // zod puts all unknown keys of one object into one issue: the reader wants a line for each.
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...at, key],
        line: lineOf([...at, key]),
        text: `unknown key \`${key}\`${near(key, examples, at)}`,
      }));
    }
    const missing = issue.code === 'invalid_type' && document.getIn(issue.path) === undefined;
    return [{ path: at, line: lineOf(at), text: missing ? `missing key \`${at.at(-1) ?? ''}\`` : issue.message }];
  });
  throw new FleetError(
    'FM_SETTINGS_INVALID',
    faults
      .map(({ path, line, text: what }) => {
        const example = exampleFor(path, examples);
        return `${file}:${line}: ${path.join('.')}: ${what}${example === undefined ? '' : `. Example: ${example}`}`;
      })
      .join('\n'),
  );

  /** Line of the key, or of the nearest thing above it that is there. */
  function lineOf(path: readonly string[]): number {
    let node: Node | null = document.contents;
    let offset = node?.range?.[0] ?? 0;
    for (const part of path) {
      if (!isMap(node)) break;
      const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === part);
      if (pair === undefined) break;
      if (isScalar(pair.key) && pair.key.range) offset = pair.key.range[0];
      node = isNode(pair.value) ? pair.value : null;
    }
    return lines.linePos(offset).line || 1;
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'range' in value;
}

function exampleFor(path: readonly string[], examples: Examples): string | undefined {
  for (let length = path.length; length > 0; length--) {
    const found = examples[path.slice(0, length).join('.')];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Says which known key was probably meant. */
function near(key: string, examples: Examples, at: readonly string[]): string {
  const prefix = at.length === 0 ? '' : `${at.join('.')}.`;
  const siblings = Object.keys(examples)
    .filter((known) => known.startsWith(prefix))
    .map((known) => known.slice(prefix.length).split('.')[0] ?? '');
  const plain = (word: string) => word.toLowerCase().replace(/[^a-z]/g, '');
  const meant = siblings.find(
    (known) => plain(known).startsWith(plain(key).slice(0, 4)) || plain(key) === plain(known),
  );
  return meant === undefined ? '' : ` (did you mean \`${meant}\`?)`;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}
