import { createHash } from 'node:crypto';
import { FleetError } from '@fleet-manager/contract/errors';
import type { Route } from '@fleet-manager/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Principal } from './principal.ts';
import type { Tolerate } from './tolerate.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Body<R extends Route> = z.input<R['responses'][keyof R['responses']]>;

/** What a handler gets: each part is parsed by the schema of its route. */
export interface Call<R extends Route> {
  readonly params: Parsed<R['params']>;
  readonly query: Parsed<R['query']>;
  readonly headers: Parsed<R['headers']>;
  readonly body: Parsed<R['body']>;
  /** Present whenever the route asks for a permission. */
  readonly principal: R['permission'] extends null ? Principal | null : Principal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<Body<R>>;

export interface RegisterOptions {
  /** In bytes; 1 MiB unless given. */
  readonly bodyLimit?: number;
  /** Takes out of a body, before it is validated, what only a newer sender can mean. */
  readonly tolerate?: Tolerate;
}

/** Serves a route of the contract: authentication, permission, validation and the shape of the answer come from the route. */
export function register<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R>,
  options: RegisterOptions = {},
): void {
  const status = Number(Object.keys(route.responses)[0] ?? 200);
  const response = route.responses[status];
  const { tolerate } = options;
  app.route({
    method: route.method,
    url: route.url.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { permission: route.permission, operationId: route.operationId },
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    ...(tolerate === undefined
      ? {}
      : {
          preValidation: async (request: FastifyRequest) => {
            request.body = tolerate(request.body);
          },
        }),
    schema: {
      ...(route.params === undefined ? {} : { params: route.params }),
      // A parameter that is not known may be a filter that is misspelt: ignored, it would show what was to be left out.
      querystring: (route.query ?? z.object({})).strict(),
      ...(route.body === undefined ? {} : { body: route.body }),
      ...(route.stream === true || status === 204 ? {} : { response: { [status]: response } }),
    },
    handler: async (request, reply) => {
      // The type system cannot follow a generic route through Fastify; what is named here was parsed by its very schemas.
      const call = {
        params: request.params,
        query: request.query,
        headers: route.headers?.parse(request.headers),
        body: request.body,
        principal: request.principal,
        request,
        reply,
      } as Call<R>;
      const body = await handler(call);
      // A stream that its reader left counts as not sent, and a second answer would be written after the first one's headers.
      if (route.stream === true || reply.sent) return reply;
      if (status === 204) return reply.code(204).send();
      if (route.etag === 'content') {
        const etag = weakEtag(body);
        void reply.header('etag', etag).header('cache-control', 'private, no-cache');
        if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
      }
      return reply.code(status).send(body);
    },
  });
}

function weakEtag(body: unknown): string {
  return `W/"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
}

/** If-None-Match compares weakly: a proxy may have added or dropped the `W/`. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag));
}

/** @throws FleetError FM_PRECONDITION_REQUIRED without If-Match, FM_PRECONDITION_FAILED when it names another version */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined)
    throw new FleetError('FM_PRECONDITION_REQUIRED', 'this resource changes under other hands');
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(versionEtag(version))) return;
  throw new FleetError('FM_PRECONDITION_FAILED', `the version is now ${version}`);
}

export const versionEtag = (version: number): string => `"${version}"`;
