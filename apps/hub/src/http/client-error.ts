import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@fleet-manager/contract/errors';
import type { Logger } from '@fleet-manager/platform/logging';
import { PROBLEM_TYPE, problemBody } from './problem.ts';

/** What Node's HTTP parser refuses before there is a request: a problem all the same, then the connection ends. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, log: Logger): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [code, detail] = describe(error.code);
  const requestId = randomUUID();
  log.debug({ requestId, code, reason: error.code ?? null }, 'request refused');
  const body = JSON.stringify(problemBody({ code, detail, unexpected: false }, requestId, '/'));
  const { status } = ERRORS[code];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy();
}

function describe(code: string | undefined): [ErrorCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return ['FM_HEADERS_TOO_LARGE', 'address and headers together are over 16 KiB'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['FM_REQUEST_TIMEOUT', 'headers or body did not arrive in time'];
  return ['FM_INVALID_REQUEST', `this is no HTTP request (${code ?? 'unreadable'})`];
}
