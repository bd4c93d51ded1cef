import { once } from 'node:events';
import net from 'node:net';

export interface CountingProxy {
  readonly url: string;
  /** Bytes that came from the server since the last call, heads included. */
  takeBytes(): number;
  close(): Promise<void>;
}

/** A plain TCP pass-through on loopback in front of a server, which counts what comes back. */
export async function countingProxy(target: URL): Promise<CountingProxy> {
  let bytes = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((inside) => {
    const outside = net.connect(Number(target.port), target.hostname);
    for (const socket of [inside, outside]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    }
    outside.on('data', (chunk) => {
      bytes += chunk.length;
    });
    inside.pipe(outside).pipe(inside);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    takeBytes: () => {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
