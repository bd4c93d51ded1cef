import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One exchange as the proxy sees it; JSON bodies are parsed, others are undefined. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly requestBody: unknown;
  readonly status: number;
  readonly body: unknown;
}

export interface MeddlingProxy {
  readonly url: string;
  readonly seen: readonly Exchange[];
  close(): Promise<void>;
}

/** What the caller gets in place of an answer; undefined leaves it as it is. */
export type Meddle = (exchange: Exchange) => { readonly status?: number; readonly body?: unknown } | undefined;

/** A server that passes everything on to another one, remembers it, and may change what comes back. */
export async function startMeddlingProxy(target: string, meddle: Meddle = () => undefined): Promise<MeddlingProxy> {
  const seen: Exchange[] = [];
  const server = createServer((incoming, outgoing) => {
    void pass(target, incoming, outgoing, (exchange) => {
      seen.push(exchange);
      return meddle(exchange);
    }).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has an address object once it listens.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function pass(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  meddle: Meddle,
): Promise<void> {
  const requestBytes = await bytesOf(incoming);
  const { 'accept-encoding': _, connection: __, ...headers } = incoming.headers;
  const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers, agent: false });
  onward.end(requestBytes);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  const bytes = await bytesOf(answer);
  const exchange: Exchange = {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    requestBody: json(requestBytes),
    status: answer.statusCode ?? 500,
    body: json(bytes),
  };
  const changed = meddle(exchange);
  const { 'content-length': ___, 'transfer-encoding': ____, ...rest } = answer.headers;
  const text = changed?.body === undefined ? bytes : Buffer.from(JSON.stringify(changed.body));
  outgoing.writeHead(changed?.status ?? exchange.status, { ...rest, 'content-length': text.length });
  outgoing.end(text);
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
