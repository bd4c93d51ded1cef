import type { FastifyReply } from 'fastify';

/** Ironic's errors are JSON text inside a JSON string. */
export function ironicError(reply: FastifyReply, status: number, message: string): FastifyReply {
  const faultcode = status >= 500 ? 'Server' : 'Client';
  return reply
    .code(status)
    .send({ error_message: JSON.stringify({ faultcode, faultstring: message, debuginfo: null }) });
}

/** What fails before a controller is reached (the version, the path) has another shape inside. */
export function routingError(reply: FastifyReply, code: number, title: string, description: string): FastifyReply {
  return reply.code(code).send({ error_message: JSON.stringify({ code, title, description }) });
}
