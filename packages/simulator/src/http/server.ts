import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { changeLists } from './fault-effects.ts';
import { faultRuleSchema } from './fault-rule.ts';
import { FaultRules, type MatchedFault } from './faults.ts';
import { RequestLog } from './request-log.ts';

export interface DoubleServerOptions {
  /** Short name of the imitated system; fault rules and logs use it. */
  readonly service: string;
  /** Port to listen on; 0 or left out takes a free one. */
  readonly port?: number | undefined;
  /** Loopback unless said otherwise. */
  readonly host?: string | undefined;
  /** Rules to share with other doubles; left out, the double has its own. */
  readonly faults?: FaultRules | undefined;
  /** Whether `/path/` is answered as `/path`. Default true. */
  readonly ignoreTrailingSlash?: boolean | undefined;
  /** Adds the routes of the imitated system. Paths under `/_control/` are taken. */
  readonly routes: (app: FastifyInstance) => void | Promise<void>;
}

export interface DoubleServer {
  readonly service: string;
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly faults: FaultRules;
  readonly log: RequestLog;
  /** Ends open connections and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts the HTTP server under a double: routes, fault rules, a request log and the control interface
 * (`/_control/faults` GET, POST, DELETE and `/_control/requests` GET, DELETE). JSON bodies are parsed whatever their
 * content type and may be empty, as the imitated services allow.
 */
export async function startDoubleServer(options: DoubleServerOptions): Promise<DoubleServer> {
  const faults = options.faults ?? new FaultRules();
  const log = new RequestLog();
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 32 * 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: options.ignoreTrailingSlash ?? true, maxParamLength: 2000 },
  });
  acceptAnyJson(app);
  const matched = new WeakMap<FastifyRequest, readonly MatchedFault[]>();
  app.addHook('onRequest', async (request, reply) => {
    const { path } = splitUrl(request.url);
    if (path.startsWith('/_control/')) return;
    const found = faults.match(options.service, request.method, path);
    matched.set(request, found);
    for (const fault of found) await applyBefore(fault, request, reply, log);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const found = matched.get(request) ?? [];
    return found.reduce((body, fault) => applyAfter(fault, request, reply, body), payload);
  });
  app.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith('/_control/')) log.add(logged(request, reply.statusCode));
  });
  addControlRoutes(app, options.service, faults, log);
  await options.routes(app);
  await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error(`${options.service} double has no TCP address`);
  return {
    service: options.service,
    url: `http://${options.host ?? '127.0.0.1'}:${address.port}`,
    port: address.port,
    faults,
    log,
    close: () => app.close(),
  };
}

/** Path and raw query of a request target. */
export function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

function acceptAnyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body.toString()));
    } catch (error) {
      done(Object.assign(new Error('Malformed JSON in request body', { cause: error }), { statusCode: 400 }));
    }
  });
}

async function applyBefore(fault: MatchedFault, request: FastifyRequest, reply: FastifyReply, log: RequestLog) {
  const { effect } = fault;
  switch (effect.kind) {
    case 'latency':
      await delay(effect.milliseconds);
      return;
    case 'status': {
      const text = typeof effect.body === 'string';
      reply.code(effect.status).headers(effect.headers ?? {});
      reply.type(effect.contentType ?? (text ? 'text/html' : 'application/json'));
      return void reply.send(text ? effect.body : JSON.stringify(effect.body ?? {}));
    }
    case 'reset':
      log.add(logged(request, 0));
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return;
    case 'drop':
      log.add(logged(request, 0));
      reply.hijack();
      return;
    case 'vanish-marker': {
      const query = request.query;
      if (typeof query === 'object' && query !== null && 'marker' in query) {
        query.marker = '00000000-dead-4dea-8dea-000000000000';
      }
      return;
    }
    default:
  }
}

function applyAfter(fault: MatchedFault, request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const { effect } = fault;
  if (typeof payload !== 'string') return payload;
  const changed = (() => {
    switch (effect.kind) {
      case 'truncate':
        return payload.slice(0, effect.keepBytes ?? Math.floor(payload.length / 2));
      case 'empty-list':
      case 'next-host':
        return changeLists(payload, effect);
      case 'stale': {
        const key = effect.ignoreQuery
          ? `${request.method} ${splitUrl(request.url).path}`
          : `${request.method} ${request.url}`;
        const earlier = fault.frozen.get(key) ?? { status: reply.statusCode, body: payload };
        fault.frozen.set(key, earlier);
        reply.code(earlier.status);
        return earlier.body;
      }
      default:
        return payload;
    }
  })();
  // A length computed for the old body would leave the client waiting, or cut the new one.
  if (changed !== payload) reply.removeHeader('content-length');
  return changed;
}

function addControlRoutes(app: FastifyInstance, service: string, faults: FaultRules, log: RequestLog): void {
  app.get('/_control/faults', async () => ({ faults: faults.list() }));
  app.post('/_control/faults', async (request, reply) => {
    const parsed = z.union([faultRuleSchema, z.array(faultRuleSchema)]).safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
    const rules = Array.isArray(parsed.data) ? parsed.data : [parsed.data];
    return reply.code(201).send({ ids: rules.map((rule) => faults.add({ service, ...rule })) });
  });
  app.delete('/_control/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/_control/faults/:id', async (request, reply) =>
    reply.code(faults.remove(request.params.id) ? 204 : 404).send(),
  );
  app.get('/_control/requests', async () => ({ requests: log.list() }));
  app.delete('/_control/requests', async (_request, reply) => {
    log.clear();
    return reply.code(204).send();
  });
}

function logged(request: FastifyRequest, status: number) {
  return { method: request.method, ...splitUrl(request.url), status };
}
