import { Secret } from '@fleet-manager/platform/secret';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeRuntime, type Handler, json, localServer } from '../../test/local-server.ts';
import { defineCalls } from './calls.ts';
import { createHttpClient, type HttpClientOptions } from './client.ts';
import { HttpCallError } from './errors.ts';
import type { Authenticator, CallObservation } from './hooks.ts';
import { HostLimiter } from './limiter.ts';
import { Redactor } from './redact.ts';

const calls = defineCalls('baremetal', {
  list: { method: 'GET', path: '/v1/nodes' },
  get: { method: 'GET', path: '/v1/nodes/{id}' },
  create: { method: 'POST', path: '/v1/nodes' },
  search: { method: 'POST', path: '/graphql/', idempotent: true },
  versions: { method: 'GET', path: '/', ok: [300], anonymous: true },
});

async function start(handler: Handler, options: Partial<HttpClientOptions> & { prefix?: string } = {}) {
  const server = await localServer(handler);
  const runtime = fakeRuntime();
  const observed: CallObservation[] = [];
  const { prefix = '', ...rest } = options;
  const client = createHttpClient(calls, {
    baseUrl: server.url + prefix,
    runtime,
    observe: (one) => observed.push(one),
    ...rest,
  });
  onTestFinished(async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  });
  return { server, client, runtime, observed };
}

async function failure(promise: Promise<unknown>): Promise<HttpCallError> {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof HttpCallError)) throw new Error(`expected an HttpCallError, got ${String(error)}`);
  return error;
}

describe('the address of a request', () => {
  test('a path prefix, parameters and repeated query keys end up where they belong', async () => {
    const { server, client } = await start((_, response) => json(response, 200, { uuid: 'a b' }), {
      prefix: '/baremetal/',
    });
    const answer = await client.call('get', {
      params: { id: 'a b' },
      query: { fields: ['uuid', 'name'], limit: 5, gone: undefined },
    });
    expect(answer.body).toEqual({ uuid: 'a b' });
    expect(server.seen[0]?.path).toBe('/baremetal/v1/nodes/a%20b');
    expect(server.seen[0]?.query.toString()).toBe('fields=uuid&fields=name&limit=5');
  });

  test.each(['', '.', '..', 'a/b', 'a\\b', 'a\nb'])('a value that would change the path is refused: %j', async (id) => {
    const { server, client } = await start((_, response) => json(response, 200, {}));
    await expect(client.call('get', { params: { id } })).rejects.toThrow(TypeError);
    expect(server.seen).toHaveLength(0);
  });
});

describe('faults of the other side', () => {
  test('503, 429, a reset and a truncated body are tried again, then the answer counts', async () => {
    const { server, client, observed } = await start(
      (_, response, count) => {
        if (count === 1) return void json(response, 503, { error: 'busy' });
        if (count === 2) return void json(response, 429, {});
        if (count === 3) return void response.socket?.destroy();
        if (count === 4) {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
          response.write('{"nodes": [');
          return void setImmediate(() => response.socket?.destroy());
        }
        if (count === 5) return void response.writeHead(200).end('{"nodes": [{"uuid": "a"}');
        json(response, 200, { nodes: [] });
      },
      { retry: { attempts: 6 } },
    );
    expect((await client.call('list')).body).toEqual({ nodes: [] });
    expect(server.seen).toHaveLength(6);
    expect(observed.map((one) => one.outcome)).toEqual(['503', '429', 'reset', 'truncated', 'truncated', '200']);
  });

  test('attempts are bounded and the error says what, where and how often', async () => {
    const { server, client } = await start((_, response) =>
      json(
        response,
        503,
        { error_message: '{"faultstring": "no worker is free"}' },
        { 'x-openstack-request-id': 'req-1' },
      ),
    );
    const error = await failure(client.call('get', { params: { id: 'n1' } }));
    expect(error).toMatchObject({ kind: 'http', status: 503, attempts: 4, requestId: 'req-1', service: 'baremetal' });
    expect(error.message).toContain('GET /v1/nodes/{id} at http://127.0.0.1:');
    expect(error.message).toContain('answered 503 after 4 attempts: no worker is free');
    expect(server.seen).toHaveLength(4);
  });

  test('a call that may not be repeated is sent once', async () => {
    const { server, client } = await start((_, response) => json(response, 503, {}));
    expect((await failure(client.call('create', { body: { name: 'x' } }))).attempts).toBe(1);
    expect(server.seen).toHaveLength(1);
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ name: 'x' });
    await failure(client.call('search', { body: {} }));
    expect(server.seen).toHaveLength(5);
  });

  test.each([
    ['7', 7_000],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    ['86400', 30_000],
    ['soon', 0],
    ['-3', 0],
  ])('Retry-After %s is obeyed up to the cap', async (value, atLeast) => {
    const { client, runtime } = await start((_, response, count) =>
      count === 1 ? json(response, 429, {}, { 'retry-after': value }) : json(response, 200, {}),
    );
    await client.call('list');
    expect(runtime.slept).toEqual([atLeast + 125]);
  });

  test('a wait that would pass the deadline gives the real error, not a timeout', async () => {
    const { client, runtime } = await start((_, response) => json(response, 503, {}, { 'retry-after': '20' }), {
      deadlineMs: 10_000,
    });
    expect(await failure(client.call('list'))).toMatchObject({ kind: 'http', status: 503, retryAfterMs: 20_000 });
    expect(runtime.slept).toEqual([]);
  });

  test('an HTML page with status 200 is not data', async () => {
    const page = '<!DOCTYPE html><html><title>Sign in</title></html>';
    const { server, client } = await start(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(page),
    );
    const error = await failure(client.call('list'));
    expect(error).toMatchObject({ kind: 'protocol', retriable: false });
    expect(error.said).toBe('expected JSON, got an HTML page titled "Sign in"');
    expect(server.seen).toHaveLength(1);
  });

  test('an empty 200 is an incomplete answer, an empty 202 and 204 are fine', async () => {
    const { client } = await start(
      (request, response) => void response.writeHead(Number(request.query.get('status'))).end(),
      { retry: { attempts: 1 } },
    );
    expect((await failure(client.call('list', { query: { status: 200 } }))).kind).toBe('truncated');
    expect((await client.call('list', { query: { status: 202 } })).body).toBeUndefined();
    expect((await client.call('list', { query: { status: 204 } })).body).toBeUndefined();
  });

  test('an answer over the size limit is dropped', async () => {
    const { client } = await start((_, response) => json(response, 200, { text: 'x'.repeat(5000) }), {
      maxResponseBytes: 1000,
    });
    expect((await failure(client.call('list'))).message).toContain('larger than 1000 bytes');
  });

  test('a redirect is an error that names the target, a 300 only where declared', async () => {
    const { client } = await start((request, response) =>
      request.path === '/'
        ? json(response, 300, { versions: [] })
        : void response.writeHead(302, { location: 'https://sso.example/login' }).end(),
    );
    expect((await client.call('versions')).status).toBe(300);
    expect((await failure(client.call('list'))).message).toContain(
      'answered 302: redirects to https://sso.example/login',
    );
  });

  test('nothing listens: connect, and no answer: timeout', async () => {
    const gone = await localServer(() => undefined);
    await gone[Symbol.asyncDispose]();
    const { client } = await start(() => undefined, { attemptTimeoutMs: 50, retry: { attempts: 2 } });
    expect(await failure(client.call('list'))).toMatchObject({ kind: 'timeout', attempts: 2 });
    const other = createHttpClient(calls, { baseUrl: gone.url, runtime: fakeRuntime() });
    onTestFinished(() => other.close());
    expect(await failure(other.call('list'))).toMatchObject({ kind: 'connect', attempts: 4, retriable: true });
  });

  test('the deadline covers the whole call', async () => {
    const { client } = await start(() => undefined, { deadlineMs: 60 });
    expect(await failure(client.call('list'))).toMatchObject({ kind: 'timeout', said: 'limit 60 ms' });
  });

  test("the caller's abort reason comes back as it is", async () => {
    const { client } = await start(() => undefined);
    const stop = new AbortController();
    const pending = client.call('list', { signal: stop.signal });
    stop.abort(new Error('shutting down'));
    await expect(pending).rejects.toThrow('shutting down');
  });
});

describe('credentials', () => {
  const authenticator = (tokens: string[], verdict: 'retry' | 'fail' = 'retry') => {
    let at = 0;
    const told: number[] = [];
    const hook: Authenticator = {
      headers: async () => ({ 'x-auth-token': tokens[Math.min(at, tokens.length - 1)] ?? '' }),
      unauthorized: async (_, __, error) => {
        at += 1;
        told.push(error.status ?? 0);
        return verdict;
      },
    };
    return { hook, told };
  };

  test('after a 401 the call is sent once more with new headers', async () => {
    const { hook, told } = authenticator(['old-token', 'new-token']);
    const { server, client } = await start(
      (request, response) => json(response, request.headers['x-auth-token'] === 'new-token' ? 200 : 401, {}),
      { authenticate: hook },
    );
    expect((await client.call('create')).status).toBe(200);
    expect(told).toEqual([401]);
    expect(server.seen).toHaveLength(2);
  });

  test('a server that always refuses is not asked for ever', async () => {
    const { hook } = authenticator(['token-1', 'token-2', 'token-3', 'token-4']);
    const { server, client } = await start((_, response) => json(response, 401, {}), { authenticate: hook });
    expect((await failure(client.call('list'))).status).toBe(401);
    expect(server.seen).toHaveLength(4);
  });

  test('anonymous calls carry none', async () => {
    const { hook } = authenticator(['some-token']);
    const { server, client } = await start((_, response) => json(response, 300, {}), { authenticate: hook });
    await client.call('versions');
    expect(server.seen[0]?.headers['x-auth-token']).toBeUndefined();
  });

  test('no secret is left in an error', async () => {
    const redactor = new Redactor();
    redactor.add(new Secret('pa"ss"word-value'));
    const { hook } = authenticator(['token-in-use-123']);
    const { client } = await start(
      (request, response) =>
        json(response, 400, {
          error: {
            message: `bad token ${request.headers['x-auth-token']} for pa"ss"word-value at https://me:letmein@host/`,
          },
          admin_password: 'anything',
          echo: 'Authorization: Token abcdef0123456789',
        }),
      { authenticate: hook, redactor },
    );
    const error = await failure(client.call('list'));
    const all = error.message + error.stack + JSON.stringify(error.problem);
    for (const secret of ['token-in-use-123', 'ss\\"word', 'ss"word', 'letmein', 'anything', 'abcdef0123456789'])
      expect(all).not.toContain(secret);
    expect(error.said).toContain('bad token [redacted]');
  });
});

test('no more than the limit of requests to one host are under way, and none is starved', async () => {
  let busy = 0;
  let most = 0;
  const limiter = new HostLimiter(2);
  const { client } = await start(
    async (_, response) => {
      busy += 1;
      most = Math.max(most, busy);
      await new Promise((resolve) => setImmediate(resolve));
      busy -= 1;
      json(response, 200, {});
    },
    { limiter },
  );
  await Promise.all(Array.from({ length: 12 }, () => client.call('list')));
  expect(most).toBe(2);
});
