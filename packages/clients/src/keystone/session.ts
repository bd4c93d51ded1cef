import type { Cloud } from '../clouds/cloud.ts';
import { CloudConfigError } from '../clouds/errors.ts';
import type { CallList, CallSpecs } from '../http/calls.ts';
import { createHttpClient, type HttpClient, type HttpClientOptions, redactorOf } from '../http/client.ts';
import type { Authenticator, CallObservation, Negotiator } from '../http/hooks.ts';
import { HostLimiter } from '../http/limiter.ts';
import { type HttpRuntime, systemRuntime } from '../http/runtime.ts';
import { readTls } from '../http/tls.ts';
import { keystoneCalls } from './calls.ts';
import { findEndpoint } from './catalog.ts';
import { discoverVersion3, namesVersion3 } from './discovery.ts';
import { OpenStackError } from './errors.ts';
import { RefusalBook } from './refusals.ts';
import { TokenKeeper } from './tokens.ts';

export interface SessionOptions {
  readonly runtime?: HttpRuntime | undefined;
  readonly observe?: ((seen: CallObservation) => void) | undefined;
  /** Requests under way to one host at once. */
  readonly perHost?: number | undefined;
  readonly http?:
    | Pick<HttpClientOptions, 'attemptTimeoutMs' | 'deadlineMs' | 'maxResponseBytes' | 'retry' | 'userAgent'>
    | undefined;
}

/** Who a token speaks for. */
export interface SessionIdentity {
  readonly userId: string | undefined;
  readonly projectId: string | undefined;
  readonly roles: readonly string[];
}

/** A log-in to one cloud, shared by the clients of its services. */
export interface OpenStackSession {
  readonly cloud: Cloud;
  /** A client of one service, with its address and credentials. Close it, or close the session. */
  client<const C extends CallSpecs>(list: CallList<C>, negotiate?: Negotiator): HttpClient<C>;
  /** The address of a service, version part removed; from the override, else from the catalog. */
  endpoint(service: string): Promise<string>;
  /** undefined where there is no Keystone. */
  identity(): Promise<SessionIdentity | undefined>;
  close(): Promise<void>;
}

/** Opens a session; nothing is sent before the first call. */
export function openSession(cloud: Cloud, options: SessionOptions = {}): OpenStackSession {
  const runtime = options.runtime ?? systemRuntime;
  const { auth } = cloud;
  const redactor = redactorOf(
    auth.type === 'application_credential' ? auth.secret : auth.type === 'none' ? undefined : auth.password,
  );
  const limiter = new HostLimiter(options.perHost ?? 8);
  const tls = readTls(cloud.tls);
  const open: HttpClient<CallSpecs>[] = [];

  function http<const C extends CallSpecs>(
    list: CallList<C>,
    rest: Pick<HttpClientOptions, 'baseUrl' | 'authenticate' | 'negotiate'>,
  ): HttpClient<C> {
    const settings = cloud.service(list.service);
    const retries = Math.max(settings.statusCodeRetries ?? 0, settings.connectRetries ?? 0);
    const client = createHttpClient(list, {
      attemptTimeoutMs: cloud.timeoutMs,
      ...options.http,
      ...(retries > 0 ? { retry: { attempts: retries + 1, ...options.http?.retry } } : {}),
      tls,
      limiter,
      redactor,
      runtime,
      observe: options.observe,
      ...rest,
    });
    open.push(client);
    return client;
  }

  const keystone =
    auth.type === 'application_credential' || auth.type === 'password' ? keystoneLogin(auth.authUrl) : undefined;
  const book = new RefusalBook(runtime);

  function keystoneLogin(authUrl: string): TokenKeeper | undefined {
    if (auth.type !== 'application_credential' && auth.type !== 'password') return undefined;
    if (!URL.canParse(authUrl))
      throw new CloudConfigError(`auth_url ${JSON.stringify(authUrl)} is not a URL`, {
        file: cloud.file,
        example: 'auth_url: https://keystone.example/v3',
      });
    let version3: Promise<string> | undefined;
    const root = http(keystoneCalls, { baseUrl: authUrl });
    const base = async () => {
      if (namesVersion3(authUrl)) return authUrl;
      version3 ??= discoverVersion3(authUrl, root).catch((error: unknown) => {
        version3 = undefined;
        throw error;
      });
      return version3;
    };
    return new TokenKeeper(auth, http(keystoneCalls, { baseUrl: base }), runtime);
  }

  async function endpoint(service: string): Promise<string> {
    const settings = cloud.service(service);
    const override = settings.endpointOverride;
    if (override !== undefined) {
      if (URL.canParse(override)) return withoutVersion(override);
      throw new CloudConfigError(`the endpoint of ${service} is not a URL: ${override}`, {
        file: cloud.file,
        example: `${service}_endpoint_override: https://api.example:6385`,
      });
    }
    if (keystone) return withoutVersion(findEndpoint((await keystone.get()).catalog, service, settings));
    throw new CloudConfigError(`there is no Keystone to ask for the address of ${service}`, {
      file: cloud.file,
      example: 'auth:\n  endpoint: https://ironic.example:6385',
    });
  }

  return {
    cloud,
    endpoint,
    client: (list, negotiate) =>
      http(list, {
        negotiate,
        baseUrl: () => endpoint(list.service),
        authenticate: authenticator(cloud, keystone, book),
      }),
    async identity() {
      const token = await keystone?.get();
      return token && { userId: token.user?.id, projectId: token.project?.id, roles: token.roles };
    },
    async close() {
      await Promise.all(open.map((one) => one.close()));
    },
  };
}

/** Removes the version part of an address (`/v1`, `/v2.1`, `/v2.1/<project>`): the declared calls bring their own. */
export function withoutVersion(address: string): string {
  const url = new URL(address);
  return url.origin + url.pathname.replace(/\/v\d+(\.\d+)?(\/[^/]*)?\/?$/, '').replace(/\/+$/, '');
}

function authenticator(cloud: Cloud, keystone: TokenKeeper | undefined, book: RefusalBook): Authenticator {
  const { auth } = cloud;
  if (!keystone) {
    const header =
      auth.type === 'http_basic'
        ? `Basic ${Buffer.from(`${auth.username}:${auth.password.reveal()}`).toString('base64')}`
        : undefined;
    return {
      headers: async () => (header === undefined ? {} : { authorization: header }),
      unauthorized: async (call, _, cause) => {
        const why =
          header === undefined
            ? 'the service asks for a credential, and the cloud says auth_type: none'
            : 'the user or password of http_basic is wrong';
        throw new OpenStackError(
          'FM_OPENSTACK_CREDENTIAL_REFUSED',
          `${call.service} ${call.method} ${call.pathTemplate}: ${why}`,
          { ...call, cause },
        );
      },
    };
  }
  return {
    headers: async () => ({ 'x-auth-token': (await keystone.get()).value.reveal() }),
    accepted: (call) => book.accepted(call),
    unauthorized: async (call, refused, error) => {
      const token = refused['x-auth-token'] ?? '';
      const age = keystone.ageOf(token);
      // A newer token than the refused one is there already, or the refused one is old enough to have been revoked.
      const worthRetry = age === undefined || (age > freshMs && !book.refusedLately(call));
      if (worthRetry) {
        await keystone.replace(token);
        return 'retry';
      }
      // Access rules belong to application credentials; a user's token that is refused is the service's own trouble.
      if (auth.type !== 'application_credential') return 'fail';
      throw book.explain(call, error);
    },
  };
}

/** A token younger than this has not expired: a 401 means something else. */
const freshMs = 60_000;
