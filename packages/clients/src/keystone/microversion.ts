import type { Answer } from '../http/answer.ts';
import type { Negotiator } from '../http/hooks.ts';
import { OpenStackError } from './errors.ts';

export interface VersionRange {
  readonly min: string;
  readonly max: string;
}

export interface VersionPolicy {
  readonly service: string;
  /** What this client was written for; the newest version that both sides know is used. */
  readonly supported: VersionRange;
  /** The range a service offers. */
  offered(signal: AbortSignal): Promise<VersionRange | undefined>;
  headers(version: string): Readonly<Record<string, string>>;
  /** The version an answer says it was given at. */
  echoed(answer: Answer): string | undefined;
}

/** Negotiates once, keeps the version, and makes sure that every answer was given at it. */
export interface Microversion extends Negotiator {
  version(signal?: AbortSignal): Promise<string>;
}

export function microversion(policy: VersionPolicy): Microversion {
  let chosen: Promise<string> | undefined;
  let current = '';
  const choose = async (signal: AbortSignal): Promise<string> => {
    const offered = await policy.offered(signal);
    current = pick(policy, offered);
    return current;
  };
  // Shared by all who wait, so no caller's own signal may end it; the call for the document has its own time limit.
  const version = async () => {
    chosen ??= choose(new AbortController().signal).catch((error: unknown) => {
      chosen = undefined;
      throw error;
    });
    return chosen;
  };
  return {
    version,
    headers: async () => policy.headers(await version()),
    unacceptable: () => {
      chosen = undefined;
    },
    check(call, answer) {
      const echoed = policy.echoed(answer);
      if (echoed === current) return;
      throw new OpenStackError(
        'FM_OUTSIDE_PROTOCOL',
        `${call.service} ${call.method} ${call.pathTemplate} was asked for at version ${current} and answered ${echoed === undefined ? 'without saying its version' : `at ${echoed}`}: a proxy may drop the version header`,
        call,
      );
    },
  };
}

function pick(policy: VersionPolicy, offered: VersionRange | undefined): string {
  const { service, supported } = policy;
  const need = `${service} must offer a version from ${supported.min} to ${supported.max}`;
  if (!offered)
    throw new OpenStackError('FM_OPENSTACK_VERSION_UNSUPPORTED', `${need}, and its version document names none`, {
      service,
    });
  const best = compareVersions(offered.max, supported.max) < 0 ? offered.max : supported.max;
  if (compareVersions(best, supported.min) < 0 || compareVersions(best, offered.min) < 0) {
    throw new OpenStackError(
      'FM_OPENSTACK_VERSION_UNSUPPORTED',
      `${need}; it offers ${offered.min} to ${offered.max}`,
      { service },
    );
  }
  return best;
}

/** Orders versions by their numbers: 1.9 is older than 1.82. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((one) => one.split('.').map(Number));
  for (let i = 0; i < 2; i += 1) {
    const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** True for a text like `1.82`. */
export function isVersion(text: string | undefined): text is string {
  return text !== undefined && /^\d+\.\d+$/.test(text);
}

/** For services that name themselves in `OpenStack-API-Version`. */
export function standardVersionHeader(service: string): Pick<VersionPolicy, 'headers' | 'echoed'> {
  return {
    headers: (version) => ({ 'openstack-api-version': `${service} ${version}` }),
    echoed: (answer) =>
      new RegExp(`\\b${service} (\\d+\\.\\d+)`).exec(answer.headers['openstack-api-version'] ?? '')?.[1],
  };
}
