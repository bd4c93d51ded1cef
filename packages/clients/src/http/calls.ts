/** Methods that an outside system is called with. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call that a client may make. Nothing else can be sent: access rules and permissions are derived from these. */
export interface CallSpec {
  readonly method: HttpMethod;
  /** Path below the base URL; `{name}` stands for one segment. */
  readonly path: `/${string}`;
  /** True when repeating the call does no harm. GET and HEAD are, the others only when they say so. */
  readonly idempotent?: boolean;
  /** True when the call is sent without credentials (version documents, log-in). */
  readonly anonymous?: boolean;
  /** Statuses beside 2xx that are an answer, not an error. */
  readonly ok?: readonly number[];
  /** `json` (default): a complete JSON document must come. `none`: the body is ignored. */
  readonly answer?: 'json' | 'none';
}

export type CallSpecs = Readonly<Record<string, CallSpec>>;

/** The calls of one service, by the service's type in the catalog ("baremetal", "compute", "netbox"). */
export interface CallList<C extends CallSpecs = CallSpecs> {
  readonly service: string;
  readonly calls: C;
}

/** Declares every call that a client of `service` can make. */
export function defineCalls<const C extends CallSpecs>(service: string, calls: C): CallList<C> {
  for (const [name, call] of Object.entries(calls)) {
    if (/[?#\s]/.test(call.path))
      throw new Error(`call ${service}.${name}: a path template has no query, fragment or space`);
  }
  return { service, calls };
}

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

/** The values for a template's `{name}` segments; an empty object type when it has none. */
export type PathParams<P extends string> = { readonly [K in ParamNames<P>]: string | number };

/**
 * Puts `params` into a path template. A value can only ever fill one segment: an empty value, `.`, `..` and anything
 * with a slash are refused, because they would turn a declared call into an undeclared one.
 */
export function fillPath(template: string, params: Readonly<Record<string, string | number>>): string {
  for (const name of Object.keys(params)) {
    if (!template.includes(`{${name}}`)) throw new TypeError(`path ${template} has no {${name}}`);
  }
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`path ${template} needs a value for {${name}}`);
    const text = String(value);
    if (text === '' || text === '.' || text === '..' || /[/\\\p{Cc}]/u.test(text)) {
      throw new TypeError(`path ${template}: ${JSON.stringify(text)} cannot be the segment {${name}}`);
    }
    return encodeURIComponent(text);
  });
  if (!matchesTemplate(template, filled)) throw new TypeError(`path ${filled} is not of the form ${template}`);
  return filled;
}

/** True when `path` is `template` with each `{name}` replaced by exactly one segment. */
export function matchesTemplate(template: string, path: string): boolean {
  const want = template.split('/');
  const have = path.split('/');
  return (
    want.length === have.length && want.every((part, i) => (/^\{\w+\}$/.test(part) ? have[i] !== '' : part === have[i]))
  );
}

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[];
export type Query = Readonly<Record<string, QueryValue>>;

/** The query as text, keys in the order given; an array repeats its key; null and undefined are left out. */
export function queryText(query: Query): string {
  const out = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) out.append(key, String(one));
  }
  const text = out.toString();
  return text === '' ? '' : `?${text}`;
}
