import type { z } from 'zod';
import type { Permission } from './permissions.ts';

/** One operation of the API, as data: the hub attaches a handler, the OpenAPI document and the typed client come from the same object. */
export interface Route {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Published path without the trailing slash; both forms are served. */
  readonly url: string;
  readonly summary: string;
  readonly tag: string;
  /** What the caller must hold; null for the few that anyone may call. */
  readonly permission: Permission | null;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Answers by HTTP status; problem documents are added to each route. */
  readonly responses: Readonly<Record<number, z.ZodType>>;
  /** Server-sent events instead of JSON. */
  readonly stream?: boolean;
}

export function defineRoute<const R extends Route>(route: R): R {
  return route;
}
