import type { FastifyRequest } from 'fastify';
import { splitUrl } from '../../http/server.ts';
import { Refusal } from '../../world/refusal.ts';

/** Query parameters; of one that is given twice the last counts. */
export type Query = Readonly<Record<string, string | undefined>>;

/** The query of a request, as a fault rule may have changed it. */
export function queryOf(request: FastifyRequest): Query {
  const seen = Object.fromEntries(new URLSearchParams(splitUrl(request.url).query));
  const { query } = request;
  const marker = typeof query === 'object' && query !== null && 'marker' in query ? query.marker : undefined;
  return typeof marker === 'string' ? { ...seen, marker } : seen;
}

/** A path parameter of a request, decoded. */
export function pathParam(request: FastifyRequest, name: string): string {
  const { params } = request;
  if (typeof params !== 'object' || params === null) return '';
  const found: unknown = Object.entries(params).find(([key]) => key === name)?.[1];
  return typeof found === 'string' ? found : '';
}

const TRUE = ['1', 't', 'true', 'on', 'y', 'yes'];
const FALSE = ['0', 'f', 'false', 'off', 'n', 'no'];

/** A boolean as OpenStack's Python reads it. Throws 400 on anything else. */
export function booleanParam(name: string, value: string): boolean {
  const text = value.toLowerCase();
  if (TRUE.includes(text)) return true;
  if (FALSE.includes(text)) return false;
  const known = [...FALSE, ...TRUE].sort().map((word) => `'${word}'`);
  throw new Refusal(400, `Invalid ${name}: Unrecognized value '${value}', acceptable values are: ${known.join(', ')}`);
}

/** Rows of a page: a limit above the greatest is lowered without a word, one below 1 is refused. */
export function parseLimit(value: string | undefined, greatest: number): number {
  if (value === undefined) return greatest;
  if (!/^-?\d+$/.test(value)) throw new Refusal(400, `Expected an integer for limit: ${value}`);
  const limit = Number(value);
  if (limit <= 0) throw new Refusal(400, 'Limit must be positive');
  return Math.min(limit, greatest);
}
