import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  406: 'Not Acceptable',
  409: 'Conflict',
};

/** Placement's errors; the machine-readable code came with 1.23. */
export function placementError(
  reply: FastifyReply,
  error: { status: number; message: string; code: string | null; minor: number; more?: Record<string, unknown> },
): FastifyReply {
  const { status, message, minor } = error;
  const title = TITLES[status] ?? 'Error';
  const body: Record<string, unknown> = { status, title, detail: explained(status, message) };
  if (minor >= 23) body.code = error.code ?? 'placement.undefined_code';
  return reply.code(status).send({ errors: [{ ...body, request_id: `req-${randomUUID()}`, ...error.more }] });
}

const PREAMBLES: Readonly<Record<number, string>> = {
  400: 'The server could not comply with the request since it is either malformed or otherwise incorrect.',
  404: 'The resource could not be found.',
  409: 'There was a conflict when trying to complete your request.',
};

function explained(status: number, message: string): string {
  const preamble = PREAMBLES[status];
  return preamble === undefined ? message : `${preamble}\n\n ${message}  `;
}
