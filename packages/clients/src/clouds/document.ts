import { isMap, isPair, isScalar, LineCounter, type Node, type Pair, parseDocument, type Tags, visit } from 'yaml';
import { CloudConfigError, cloudExample } from './errors.ts';

export type Tree = { [key: string]: unknown };

/** The place of a setting, by its path inside a cloud. */
export type Locate = (path: readonly string[]) => { file: string | undefined; line: number | undefined };

/** A settings file as read, with the way back to its lines. */
export interface SettingsDocument {
  readonly file: string;
  readonly root: Tree;
  /** Line of the deepest part of `path` that the file holds. */
  lineOf(path: readonly string[]): number | undefined;
}

/**
 * Reads YAML (or JSON, which is YAML) as version 1.1, the version that Python's reader speaks: `yes` is true there.
 * What the Python SDK would pass over in silence is an error here: broken YAML (it takes the next file on its list), a
 * key given twice (it takes the last), a number with a spelling of its own in place of a text (`0123` becomes 83).
 */
export function readSettings(text: string, file: string): SettingsDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.1',
    merge: true,
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    customTags: pythonBooleans,
  });
  const [broken] = document.errors;
  if (broken) {
    const hint = text.includes('\t') ? ' (the file holds a tab; YAML indents with spaces)' : '';
    throw new CloudConfigError(`not valid YAML: ${broken.message}${hint}`, {
      file,
      line: lines.linePos(broken.pos[0]).line,
      example: cloudExample,
    });
  }
  const line = (node: unknown): number | undefined => {
    const range = node instanceof Object && 'range' in node ? (node as Node).range : undefined;
    return range ? lines.linePos(range[0]).line : undefined;
  };
  visit(document, {
    Scalar(key, node, path) {
      if (key !== 'value' || typeof node.value !== 'number' || node.source === String(node.value)) return;
      if (!path.some((one) => isPair(one) && isScalar(one.key) && one.key.value === 'auth')) return;
      throw new CloudConfigError(
        'a value here would be read as a number and change its spelling; put quotes around it',
        {
          file,
          line: line(node),
          example: 'application_credential_secret: "0123"',
        },
      );
    },
  });
  const lineOf = (path: readonly string[]): number | undefined => {
    let at: unknown = document.contents;
    let found = line(at);
    for (const key of path) {
      if (!isMap(at)) break;
      const pair: Pair | undefined = at.items.find(
        (one) => isScalar(one.key) && String(one.key.value).replaceAll('-', '_') === key.replaceAll('-', '_'),
      );
      if (!pair) break;
      found = line(pair.key) ?? found;
      at = pair.value;
    }
    return found;
  };
  const root: unknown = document.toJS() ?? {};
  if (!isTree(root))
    throw new CloudConfigError('must be a mapping with the key "clouds"', { file, line: 1, example: cloudExample });
  return { file, root, lineOf };
}

/** Python's reader takes yes/no and on/off as truth values, but leaves the single letters y and n alone. */
function pythonBooleans(tags: Tags): Tags {
  return tags.map((tag): Tags[number] => {
    if (typeof tag !== 'object' || tag.tag !== 'tag:yaml.org,2002:bool' || tag.collection !== undefined) return tag;
    const words = tag.test?.test('yes')
      ? /^(?:[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/
      : /^(?:[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/;
    return { ...tag, test: words };
  });
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Lays `over` on `under`; mappings are merged, everything else is replaced. */
export function mergeTrees(under: Tree, over: Tree): Tree {
  const out: Tree = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const old = out[key];
    out[key] = isTree(value) && isTree(old) ? mergeTrees(old, value) : value;
  }
  return out;
}

/** Hyphens in keys become underscores and numbers texts, at every depth. */
export function normalise(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => {
      const name = key.replaceAll('-', '_');
      if (isTree(value)) return [name, normalise(value)];
      return [name, typeof value === 'number' || typeof value === 'bigint' ? String(value) : value];
    }),
  );
}
