import { ERRORS, type ErrorCode } from './errors.ts';
import type { Route } from './route.ts';

/** The problems that a route may answer, by HTTP status: its own, and those that come from what it takes. */
export function problemsOf(route: Route): ReadonlyMap<string, readonly ErrorCode[]> {
  const writes = route.method !== 'GET';
  const codes: ErrorCode[] = [
    // Of each: a query parameter that a route does not know is refused.
    'FM_INVALID_REQUEST',
    ...(route.query !== undefined && 'cursor' in route.query.shape ? (['FM_INVALID_CURSOR'] as const) : []),
    ...(route.permission === null ? [] : (['FM_UNAUTHENTICATED'] as const)),
    ...(route.permission === null && !writes ? [] : (['FM_FORBIDDEN'] as const)),
    ...(writes ? (['FM_TOO_LARGE', 'FM_UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    'FM_HEADERS_TOO_LARGE',
    ...(route.params === undefined ? [] : (['FM_ADDRESS_TOO_LONG'] as const)),
    ...(route.problems ?? []),
    'FM_INTERNAL',
    'FM_UNAVAILABLE',
  ];
  const byStatus = new Map<string, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const status = String(ERRORS[code].status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}
