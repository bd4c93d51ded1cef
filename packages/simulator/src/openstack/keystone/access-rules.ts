/** One access rule of an application credential. */
export interface AccessRule {
  readonly service: string;
  readonly method: string;
  readonly path: string;
}

/**
 * Whether a path meets a rule's pattern, as the services' middleware decides it: `*` and `{name}` stand for one segment,
 * `**` for anything. The rest of the pattern goes into the regular expression as it is, so a dot matches any character.
 */
export function pathMatches(path: string, pattern: string): boolean {
  const source = pattern.replace(/\{[^}]*\}|\*\*|\*/g, (token) => (token === '**' ? '.*' : '[^\\/]+'));
  return new RegExp(`^${source}$`).test(path);
}

/** Whether the rules allow a request. `null` means that the credential has no rules; an empty list allows nothing. */
export function rulesAllow(
  rules: readonly AccessRule[] | null,
  request: { readonly service: string; readonly method: string; readonly path: string },
): boolean {
  if (rules === null) return true;
  return rules.some(
    (rule) =>
      rule.service === request.service && rule.method === request.method && pathMatches(request.path, rule.path),
  );
}
