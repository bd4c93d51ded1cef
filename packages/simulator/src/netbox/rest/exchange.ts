import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { splitUrl } from '../../http/server.ts';
import { authenticate, type User } from '../access.ts';
import { HttpProblem, ProtectedError, ValidationError } from '../validation.ts';
import { fullVersions } from '../version.ts';
import type { View } from '../view.ts';
import { WriteSession } from '../writes/session.ts';
import { type DoubleState, viewFor } from './state.ts';

/** One request to the double, with who sent it. */
export interface Exchange {
  readonly state: DoubleState;
  readonly view: View;
  readonly user: User;
  readonly query: URLSearchParams;
  /** The request's address without its query. */
  readonly url: string;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Begins the changes of this request. */
  session(): WriteSession;
}

type Handler = (exchange: Exchange) => unknown;

/**
 * Wraps a handler in what every API answer has: the headers, authentication (403, never 401), and refusals turned into
 * the statuses and bodies of NetBox.
 */
export function exchange(state: DoubleState, handler: Handler, allow: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const requestId = randomUUID();
    stampHeaders(state, reply, requestId);
    reply.header('Allow', allow);
    try {
      const user = authenticate(request.headers.authorization, state.users, state.version);
      const { path, query } = splitUrl(request.url);
      const view = viewFor(state, `http://${request.headers.host ?? 'localhost'}`);
      const session = () =>
        new WriteSession({ view, clock: state.clock, requestId, author: { id: user.id, username: user.username } });
      const parts = { state, view, user, query: new URLSearchParams(query), url: view.baseUrl + path };
      return sendJson(reply, handler({ ...parts, body: request.body, request, reply, session }));
    } catch (error) {
      return sendRefusal(state, reply, error);
    }
  };
}

export function stampHeaders(state: DoubleState, reply: FastifyReply, requestId: string): void {
  reply.headers({
    Server: 'gunicorn',
    Vary: 'HX-Request, Accept-Language, Cookie, origin',
    'X-Request-ID': requestId,
    'API-Version': state.version,
    'X-Content-Type-Options': 'nosniff',
    'Content-Language': 'en',
  });
}

function sendJson(reply: FastifyReply, body: unknown): unknown {
  if (body === undefined) return reply.code(204).send();
  return reply.type('application/json').send(JSON.stringify(body));
}

function sendRefusal(state: DoubleState, reply: FastifyReply, error: unknown): unknown {
  const json = (status: number, body: unknown) => {
    reply.code(status);
    return sendJson(reply, body);
  };
  if (error instanceof HttpProblem) return json(error.status, error.body);
  if (error instanceof ValidationError) return json(400, error.errors);
  if (error instanceof ProtectedError) return json(409, { detail: error.message });
  // Such as a regular expression that is none: the real thing gives its database's complaint away.
  return json(500, {
    error: error instanceof Error ? error.message : String(error),
    exception: error instanceof SyntaxError ? 'DataError' : 'Exception',
    netbox_version: fullVersions[state.version],
    python_version: '3.13.0',
  });
}
