import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes as they are and answers all that comes back until the server ends the connection. */
export async function rawRequest(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    answer += piece;
  });
  // A server that refuses in the middle of a request may reset the connection: what it said before counts.
  socket.on('error', () => undefined);
  socket.write(text, 'latin1');
  await once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
  socket.destroy();
  return answer;
}

/** Status lines of the answers, in order. */
export const statusesIn = (answer: string): readonly number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
