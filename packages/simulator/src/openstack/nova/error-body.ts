import type { FastifyReply } from 'fastify';

const KINDS: Readonly<Record<number, string>> = {
  400: 'badRequest',
  403: 'forbidden',
  404: 'itemNotFound',
  409: 'conflictingRequest',
};

/** Nova's errors carry their kind as the name of the only key. */
export function novaError(reply: FastifyReply, code: number, message: string): FastifyReply {
  return reply.code(code).send({ [KINDS[code] ?? 'computeFault']: { code, message } });
}
