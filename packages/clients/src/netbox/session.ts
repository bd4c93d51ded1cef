import type { Secret } from '@fleet-manager/platform/secret';
import { z } from 'zod';
import type { Answer } from '../http/answer.ts';
import type { Query } from '../http/calls.ts';
import { createHttpClient, type HttpClient, type HttpClientOptions } from '../http/client.ts';
import { HostLimiter } from '../http/limiter.ts';
import { Redactor } from '../http/redact.ts';
import { netboxAuthorization } from './authorization.ts';
import { netboxFailure } from './call-failure.ts';
import { type NetBoxListCall, netboxCalls } from './calls.ts';
import { type NetBoxFailure, unusable } from './failure.ts';
import type { NetBoxObjectType } from './object-types.ts';
import {
  abilitiesOf,
  isAtLeast,
  type NetBoxAbilities,
  type NetBoxVersion,
  oldestNetBox,
  parseNetBoxVersion,
} from './version.ts';

export interface NetBoxClientOptions extends Omit<HttpClientOptions, 'baseUrl' | 'authenticate' | 'redactor'> {
  /** Where NetBox is, with a path prefix if it has one, without `/api`. */
  readonly url: string;
  readonly token: Secret;
}

export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: NetBoxFailure };

/** A NetBox whose release is known. Short-lived: open one per poll, so that an upgrade of NetBox is noticed. */
export interface NetBoxSession {
  readonly version: NetBoxVersion;
  readonly abilities: NetBoxAbilities;
  now(): number;
  list(call: NetBoxListCall, objectType: NetBoxObjectType, query: Query, signal?: AbortSignal): Promise<Reply<Answer>>;
  device(id: number, query: Query, signal?: AbortSignal): Promise<Answer>;
  /** Filters that this NetBox was seen to honour, as `call?name`; shared by the sessions of a client. */
  readonly honoured: Set<string>;
}

export interface NetBoxClient {
  /** Asks for NetBox's release. Fails on a bad token, an address that is not NetBox, and a release below 4.2. */
  open(signal?: AbortSignal): Promise<Reply<NetBoxSession>>;
  close(): Promise<void>;
}

/**
 * A client that can only read, and only by the declared calls. NetBox has few workers and each slow list holds one, so
 * few requests are under way at a time.
 */
export function createNetBoxClient(options: NetBoxClientOptions): NetBoxClient {
  const { url, token, retry, ...rest } = options;
  const authorization = netboxAuthorization(token);
  const redactor = new Redactor();
  redactor.add(token.reveal().trim());
  redactor.add(authorization);
  const http = createHttpClient(netboxCalls, {
    limiter: new HostLimiter(requestsAtOnce),
    attemptTimeoutMs: pageTimeoutMs,
    deadlineMs: callTimeoutMs,
    ...rest,
    baseUrl: url,
    redactor,
    // A page that does not come is asked for again in a smaller size, which helps more than asking for the same again.
    retry: { attempts: 2, ...retry },
    authenticate: {
      headers: async () => ({ authorization: authorization.reveal() }),
      unauthorized: async () => 'fail',
    },
  });
  const honoured = new Set<string>();
  let lastVersion = '';
  const now = () => options.runtime?.now() ?? Date.now();

  return {
    async open(signal) {
      const version = await readVersion(http, signal);
      if (!version.ok) return version;
      if (version.value.text !== lastVersion) honoured.clear();
      lastVersion = version.value.text;
      return { ok: true, value: sessionOf(http, version.value, honoured, now) };
    },
    close: () => http.close(),
  };
}

type NetBoxHttp = HttpClient<(typeof netboxCalls)['calls']>;

function sessionOf(http: NetBoxHttp, version: NetBoxVersion, honoured: Set<string>, now: () => number): NetBoxSession {
  return {
    version,
    abilities: abilitiesOf(version),
    honoured,
    now,
    list: (call, objectType, query, signal) => reply(http.call(call, { query, signal }), objectType),
    device: (id, query, signal) => http.call('getDevice', { params: { id }, query, signal }),
  };
}

async function reply<T>(pending: Promise<T>, objectType?: NetBoxObjectType): Promise<Reply<T>> {
  try {
    return { ok: true, value: await pending };
  } catch (error) {
    return { ok: false, failure: netboxFailure(error, objectType) };
  }
}

const statusDocument = z.object({ 'netbox-version': z.string() });

async function readVersion(http: NetBoxHttp, signal: AbortSignal | undefined): Promise<Reply<NetBoxVersion>> {
  const answer = await reply(http.call('status', { signal }));
  if (!answer.ok) return answer;
  const document = statusDocument.safeParse(answer.value.body);
  const version = document.success ? parseNetBoxVersion(document.data['netbox-version']) : undefined;
  if (version === undefined) {
    return { ok: false, failure: unusable(undefined, 'GET /api/status/ names no NetBox release') };
  }
  if (!isAtLeast(version, oldestNetBox.major, oldestNetBox.minor)) {
    return {
      ok: false,
      failure: {
        kind: 'unsupported-version',
        code: 'FM_NETBOX_VERSION_UNSUPPORTED',
        message: `netbox: release ${version.text} is too old; MAC addresses are objects of their own only from 4.2`,
        advice: 'upgrade NetBox to a release from 4.2 to 4.7',
      },
    };
  }
  return { ok: true, value: version };
}

const requestsAtOnce = 3;
const pageTimeoutMs = 60_000;
const callTimeoutMs = 130_000;
