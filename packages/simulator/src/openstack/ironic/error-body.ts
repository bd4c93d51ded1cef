import type { FastifyReply } from 'fastify';

/** Ironic's errors are JSON text inside a JSON string. */
export function ironicError(reply: FastifyReply, status: number, message: string): FastifyReply {
  const faultcode = status >= 500 ? 'Server' : 'Client';
  return reply
    .code(status)
    .send({ error_message: JSON.stringify({ faultcode, faultstring: message, debuginfo: null }) });
}

/** The 406 that version negotiation gives, whose inner text has another shape. */
export function acceptableError(reply: FastifyReply, description: string): FastifyReply {
  return reply.code(406).send({ error_message: JSON.stringify({ code: 406, title: 'Not Acceptable', description }) });
}
