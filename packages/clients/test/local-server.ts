import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { HttpRuntime } from '../src/http/runtime.ts';

/** What a test's server saw of one request. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Handler = (request: SeenRequest, response: ServerResponse, count: number) => void | Promise<void>;

/** A loopback server on a free port that answers by `handler`; `count` is 1 for the first request. */
export async function localServer(handler: Handler, tls?: ServerOptions) {
  const seen: SeenRequest[] = [];
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const one = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      };
      seen.push(one);
      void (async () => handler(one, response, seen.length))();
    });
  };
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a JSON answer. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** A runtime whose sleeps take no time and are written down; chance is always `random`. */
export function fakeRuntime(random = 0.5): HttpRuntime & { readonly slept: number[]; at: number } {
  const slept: number[] = [];
  const runtime = {
    slept,
    at: Date.parse('2026-01-01T00:00:00Z'),
    now: () => runtime.at,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      runtime.at += ms;
    },
    random: () => random,
  };
  return runtime;
}
