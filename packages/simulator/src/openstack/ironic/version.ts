import type { FastifyReply, FastifyRequest } from 'fastify';
import { splitUrl } from '../../http/server.ts';
import { ironicError, routingError } from './error-body.ts';

const PREFIX = 'X-OpenStack-Ironic-API';

/**
 * Reads the version that a request asks for, and writes the version headers of the answer. Without a header the version
 * is 1.1; `OpenStack-API-Version` is not looked at. Answers 406 itself and returns undefined for a version that it does
 * not have.
 */
export function negotiate(request: FastifyRequest, reply: FastifyReply, maxMinor: number): number | undefined {
  const header = request.headers['x-openstack-ironic-api-version'];
  const asked = typeof header === 'string' ? header.trim() : '1.1';
  const text = asked.toLowerCase() === 'latest' ? `1.${maxMinor}` : asked;
  const [, major, minor] = /^(\d+)\.(\d+)$/.exec(text) ?? [];
  const range = `The supported version range is: [1.1, 1.${maxMinor}].`;
  if (major === undefined || minor === undefined) {
    return void notAcceptable(reply, `Invalid value for ${PREFIX}-Version header`);
  }
  reply.header(`${PREFIX}-Minimum-Version`, '1.1').header(`${PREFIX}-Maximum-Version`, `1.${maxMinor}`);
  if (major !== '1') {
    return void notAcceptable(
      reply,
      `Mutually exclusive versions requested. Version ${text} requested but not supported by this service. ${range}`,
    );
  }
  const number = Number(minor);
  if (number < 1 || number > maxMinor) {
    return void notAcceptable(
      reply,
      `Version ${text} was requested but the minor version is not supported by this service. ${range}`,
    );
  }
  reply.header(`${PREFIX}-Version`, `1.${number}`);
  return number;
}

/** The root document, which newer releases negotiate about too, is refused by its controller, and all else by the routing. */
function notAcceptable(reply: FastifyReply, description: string): FastifyReply {
  if (splitUrl(reply.request.url).path === '/') return ironicError(reply, 406, description);
  return routingError(reply, 406, 'Not Acceptable', description);
}
