import type { FastifyReply, FastifyRequest } from 'fastify';

export interface MicroversionRange {
  /** Service type in the `OpenStack-API-Version` header. */
  readonly service: string;
  readonly major: number;
  readonly minMinor: number;
  readonly maxMinor: number;
}

export interface BadVersion {
  readonly bad: string;
  /** Not a version at all, which is a 400; one that the service does not have is a 406. */
  readonly malformed: boolean;
}

/** The minor version that a request asks for; without a header the least. */
export function askedMicroversion(request: FastifyRequest, range: MicroversionRange): number | BadVersion {
  const header = request.headers['openstack-api-version'];
  const values = (typeof header === 'string' ? header : (header ?? []).join(',')).split(',');
  const mine = values.map((value) => value.trim().split(/\s+/)).find(([service]) => service === range.service);
  if (mine === undefined) return range.minMinor;
  const text = mine[1] ?? '';
  if (text === 'latest') return range.maxMinor;
  const [, major, minor] = /^(\d+)\.(\d+)$/.exec(text) ?? [];
  if (major === undefined || minor === undefined) return { bad: text, malformed: true };
  if (Number(major) !== range.major || Number(minor) < range.minMinor || Number(minor) > range.maxMinor) {
    return { bad: text, malformed: false };
  }
  return Number(minor);
}

/** Writes the version that an answer is made for. */
export function echoMicroversion(reply: FastifyReply, range: MicroversionRange, minor: number): void {
  reply
    .header('openstack-api-version', `${range.service} ${range.major}.${minor}`)
    .header('vary', 'OpenStack-API-Version');
}
