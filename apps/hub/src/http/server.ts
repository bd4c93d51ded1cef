import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { ERRORS, type ErrorCode, FleetError } from '@fleet-manager/contract/errors';
import type { Logger } from '@fleet-manager/platform/logging';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { type AllowedMethods, learnMethods } from './allowed-methods.ts';
import { answerClientError } from './client-error.ts';
import { describeError, PROBLEM_TYPE, problemBody } from './problem.ts';
import { requireStorable } from './storable.ts';

declare module 'fastify' {
  interface FastifyInstance {
    methodsAt: AllowedMethods;
  }
  interface FastifyRequest {
    /** What the request was refused for, once it was. */
    problem: ErrorCode | null;
  }
}

const BODY_LIMIT = 1024 * 1024;
/** A name of 200 characters, each written as up to twelve in an address. */
const MAX_PARAM_LENGTH = 2_400;
const GIVEN_REQUEST_ID = /^[\w.-]{8,64}$/;
const QUIET = new Set(['/healthz', '/readyz', '/metrics']);

export interface ServerOptions {
  readonly log: Logger;
  readonly onResponse?: (request: FastifyRequest, reply: FastifyReply) => void;
}

/**
 * A Fastify server with what every route shares: request ids, log, problem documents, security headers, both slash forms.
 * What answers an unknown path is left to the caller.
 */
export async function createServer({ log, onResponse }: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: 'loopback, uniquelocal',
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && GIVEN_REQUEST_ID.test(given) ? given : randomUUID();
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, log),
    frameworkErrors: (error, request, reply) => {
      // These come before every hook.
      addSharedHeaders(request, reply);
      sendProblem(error, request, reply, log);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorate('methodsAt', learnMethods(app));
  app.decorateRequest('problem', null);
  // The API takes JSON alone: other bodies are refused as such, not as JSON that is wrong.
  app.removeContentTypeParser('text/plain');
  await app.register(cookie);
  app.addHook('onRequest', async (request, reply) => {
    addSharedHeaders(request, reply);
    // Before a body is asked for, or judged: nobody will read it. Reads are left to whoever serves pages.
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD')
      return refuseUnanswered(request, reply, log);
  });
  app.addHook('preValidation', async (request) => {
    requireStorable({ params: request.params, query: request.query, body: request.body });
  });
  app.addHook('onResponse', async (request, reply) => {
    onResponse?.(request, reply);
    const level = QUIET.has(request.url) ? 'debug' : 'info';
    log[level](
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        principal: request.principal?.id ?? null,
      },
      'request',
    );
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, log));
  return app;
}

function addSharedHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
}

/** Nothing is served at this address, or not by this method: then Allow names those that are. */
export function refuseUnanswered(request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const at = `${request.method} ${pathOf(request)}`;
  const methods = request.server.methodsAt(pathOf(request));
  if (methods.length === 0)
    return sendProblem(new FleetError('FM_NOT_FOUND', `nothing answers ${at}`), request, reply, log);
  void reply.header('allow', methods.join(', '));
  const taken = new FleetError('FM_METHOD_NOT_ALLOWED', `${at}: this address takes ${methods.join(', ')}`);
  return sendProblem(taken, request, reply, log);
}

/** Without the query: it may hold what a person searched for. */
const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? request.url;

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const described = describeError(error);
  const { status, retryable } = ERRORS[described.code];
  request.problem = described.code;
  if (described.unexpected) log.error({ requestId: request.id, code: described.code, err: error }, 'request failed');
  else log.debug({ requestId: request.id, code: described.code, detail: described.detail }, 'request refused');
  if (status === 503 && retryable) void reply.header('retry-after', '2');
  if (status === 401) void reply.header('www-authenticate', 'Bearer realm="fleet-manager"');
  const body = JSON.stringify(problemBody(described, request.id, pathOf(request)));
  return reply
    .code(status)
    .type(PROBLEM_TYPE)
    .serializer((text: string) => text)
    .send(body);
}
