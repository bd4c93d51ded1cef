/** Kinds of value seen at each path of some rows, such as `.rack.name` → string. */
export type Kinds = ReadonlyMap<string, ReadonlySet<string>>;

/** Keys whose content belongs to the user, not to the interface. */
const opaque = [
  'custom_fields',
  'config_context',
  'local_context_data',
  'data',
  'attributes',
  'prechange_data',
  'postchange_data',
  'extra_choices',
];

export function kindsOf(rows: readonly unknown[]): Kinds {
  const kinds = new Map<string, Set<string>>();
  for (const row of rows) collect(row, '', kinds);
  return kinds;
}

function collect(value: unknown, path: string, kinds: Map<string, Set<string>>): void {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
  const seen = kinds.get(path) ?? new Set();
  kinds.set(path, seen.add(kind));
  if (opaque.includes(path.split('.').pop() ?? '')) return;
  if (Array.isArray(value)) for (const item of value) collect(item, `${path}[]`, kinds);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) collect(item, `${path}.${key}`, kinds);
  }
}

/**
 * Paths at which two sets of rows differ in kind. Where one side has only nulls or empty lists there is nothing to
 * compare, and what would hang below them is not missed.
 */
export function shapeDifferences(ours: Kinds, theirs: Kinds): string[] {
  const differences: string[] = [];
  for (const path of [...new Set([...ours.keys(), ...theirs.keys()])].sort()) {
    const mine = real(ours.get(path));
    const other = real(theirs.get(path));
    if (ours.has(path) && theirs.has(path)) {
      if (mine.length > 0 && other.length > 0 && mine.join() !== other.join()) {
        differences.push(`${path}: ${mine.join('|')} in the double, ${other.join('|')} in the real one`);
      }
    } else if (hasContent(ours.has(path) ? theirs : ours, parentOf(path))) {
      differences.push(`${path}: only in the ${ours.has(path) ? 'double' : 'real one'}`);
    }
  }
  return differences;
}

function real(kinds: ReadonlySet<string> | undefined): string[] {
  return [...(kinds ?? [])].filter((kind) => kind !== 'null').sort();
}

function parentOf(path: string): string {
  return path.endsWith('[]') ? path.slice(0, -2) : path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/** Whether rows show an object here, whose keys can then be expected; a list that is only ever empty shows nothing. */
function hasContent(kinds: Kinds, path: string): boolean {
  return kinds.get(path)?.has('object') === true;
}
