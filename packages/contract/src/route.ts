import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';
import type { Tag } from './tags.ts';

/** One operation of the API, as data: the hub attaches a handler, the OpenAPI document and the typed client come from the same object. */
export interface Route {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Published path without the trailing slash; both forms are served. */
  readonly url: string;
  readonly summary: string;
  readonly tag: Tag;
  /** What the caller must hold; null for the few that anyone may call. */
  readonly permission: Permission | null;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** What it answers when all goes well, by HTTP status. */
  readonly responses: Readonly<Record<number, z.ZodType>>;
  /** Problems of its own; those of every route with a credential, parameters or a body are added by themselves. */
  readonly problems?: readonly ErrorCode[];
  /** `content`: a weak ETag of the answer, 304 to a matching If-None-Match. `version`: the ETag that If-Match takes. */
  readonly etag?: 'content' | 'version';
  /** Where an answer leads, by name. */
  readonly links?: Readonly<Record<string, RouteLink>>;
  /** Server-sent events instead of JSON. */
  readonly stream?: boolean;
}

/** An operation that takes parts of an answer, as run-time expressions of OpenAPI such as `$response.body#/items/0/id`. */
export interface RouteLink {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export function defineRoute<const R extends Route>(route: R): R {
  return route;
}
