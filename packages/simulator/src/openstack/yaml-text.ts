/** A tree of objects whose leaves are text or whole numbers. */
export interface YamlTree {
  readonly [key: string]: string | number | YamlTree;
}

/** Writes a tree as block-style YAML. Text is always quoted as JSON quotes it, which YAML reads the same way. */
export function yamlText(tree: YamlTree, indent = ''): string {
  return Object.entries(tree)
    .map(([key, value]) =>
      typeof value === 'object'
        ? `${indent}${key}:\n${yamlText(value, `${indent}  `)}`
        : `${indent}${key}: ${JSON.stringify(value)}\n`,
    )
    .join('');
}
