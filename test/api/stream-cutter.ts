import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StreamCutter {
  readonly url: string;
  close(): Promise<void>;
}

/** A server that passes everything on to the hub, and ends an event stream after its first words: who attacks waits for ends. */
export async function startStreamCutter(hub: string): Promise<StreamCutter> {
  const agent = new Agent({ keepAlive: true });
  // The hub judges what is too large, not this.
  const server = createServer({ maxHeaderSize: 4 * 1024 * 1024 }, (incoming, outgoing) =>
    pass(hub, agent, incoming, outgoing),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has an address object once it listens.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function pass(hub: string, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, rawHeaders: headers, url: path } = incoming;
  const { hostname, port } = new URL(hub);
  const onward = request({ hostname, port, path, method, headers, agent });
  onward.on('error', () => outgoing.destroy());
  onward.on('response', (answer) => {
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream') ?? false;
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    if (!isStream || method === 'HEAD') answer.pipe(outgoing);
    else
      answer.once('data', (words) => {
        outgoing.end(words);
        answer.destroy();
      });
  });
  incoming.pipe(onward);
}
