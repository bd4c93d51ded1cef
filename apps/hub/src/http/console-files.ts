import { access } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { FleetError } from '@fleet-manager/contract/errors';
import type { Logger } from '@fleet-manager/platform/logging';
import type { FastifyInstance } from 'fastify';
import { refuseUnanswered } from './server.ts';

/** Everything comes from the hub alone, and nothing is inline: the console needs no more. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the built console. A path that is no file and no API is one of its pages, so it gets the index.
 *
 * @throws FleetError FM_SETTINGS_INVALID when `directory` holds no built console
 */
export async function serveConsole(app: FastifyInstance, directory: string, log: Logger): Promise<void> {
  const root = path.resolve(directory);
  await access(path.join(root, 'index.html')).catch((cause: unknown) => {
    throw new FleetError('FM_SETTINGS_INVALID', `--console ${directory}: there is no index.html in it`, { cause });
  });
  await app.register(fastifyStatic, {
    root,
    index: ['index.html'],
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      void reply.header('content-security-policy', POLICY);
      // Built assets carry a hash in their name; the page that names them must be asked for anew.
      const hashed = file.startsWith(path.join(root, 'assets'));
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    const isOurs = !/^\/(api|assets)(\/|$)/.test(request.url);
    if (isPage && isOurs) return reply.sendFile('index.html');
    return refuseUnanswered(request, reply, log);
  });
}
