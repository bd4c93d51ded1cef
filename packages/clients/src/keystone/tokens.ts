import type { CloudAuth } from '../clouds/cloud.ts';
import type { HttpClient } from '../http/client.ts';
import { HttpCallError } from '../http/errors.ts';
import type { HttpRuntime } from '../http/runtime.ts';
import { authBody } from './auth-body.ts';
import type { keystoneCalls } from './calls.ts';
import { OpenStackError } from './errors.ts';
import { type IssuedToken, readToken } from './token.ts';

type KeystoneAuth = Extract<CloudAuth, { type: 'application_credential' | 'password' }>;
type KeystoneClient = HttpClient<typeof keystoneCalls.calls>;

/** How long a refused log-in, or a failed early renewal, is left alone: no hammering, and no locking out of a user. */
const pauseMs = 30_000;

/**
 * Keeps one token in use: re-used while it is good, renewed early and by one request however many ask, never used past
 * its end.
 */
export class TokenKeeper {
  readonly #auth: KeystoneAuth;
  readonly #client: KeystoneClient;
  readonly #runtime: HttpRuntime;
  #current: IssuedToken | undefined;
  #pending: Promise<IssuedToken> | undefined;
  #refused: { error: OpenStackError; until: number } | undefined;
  #noRenewalBefore = 0;

  constructor(auth: KeystoneAuth, client: KeystoneClient, runtime: HttpRuntime) {
    this.#auth = auth;
    this.#client = client;
    this.#runtime = runtime;
  }

  /** A token that is good now. */
  async get(): Promise<IssuedToken> {
    const now = this.#runtime.now();
    const current = this.#current;
    if (!current || now >= current.expiresAt) return this.#renew();
    if (now < current.renewAt || now < this.#noRenewalBefore) return current;
    try {
      return await this.#renew();
    } catch (error) {
      // The old one still has time left: a Keystone that is away for a moment is no reason to stop.
      this.#noRenewalBefore = this.#runtime.now() + pauseMs;
      if (this.#runtime.now() < current.expiresAt && !(error instanceof OpenStackError)) return current;
      throw error;
    }
  }

  /** A token newer than `refused`. */
  async replace(refused: string): Promise<IssuedToken> {
    const current = this.#current;
    return current && current.value.reveal() !== refused ? this.get() : this.#renew();
  }

  /** Age in milliseconds of the token in use; undefined when it is not `value`. */
  ageOf(value: string): number | undefined {
    const current = this.#current;
    return current && current.value.reveal() === value ? this.#runtime.now() - current.obtainedAt : undefined;
  }

  #renew(): Promise<IssuedToken> {
    this.#pending ??= this.#issue().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #issue(): Promise<IssuedToken> {
    const askedAt = this.#runtime.now();
    if (this.#refused && askedAt < this.#refused.until) throw this.#refused.error;
    try {
      const answer = await this.#client.call('issueToken', { body: authBody(this.#auth) });
      const token = readToken(answer.body, answer.headers['x-subject-token'], askedAt);
      if (!token) {
        throw new OpenStackError(
          'FM_OUTSIDE_PROTOCOL',
          `${this.#auth.authUrl} answered a log-in with something that is not a token`,
          { service: 'identity' },
        );
      }
      this.#client.redactor.add(token.value);
      this.#current = token;
      this.#refused = undefined;
      return token;
    } catch (error) {
      if (!(error instanceof HttpCallError)) throw error;
      const explained = explainLogin(error, this.#auth);
      if (!explained) throw error;
      this.#refused = { error: explained, until: this.#runtime.now() + pauseMs };
      throw explained;
    }
  }
}

/** What Keystone's refusal of a log-in means; undefined for a passing fault. */
function explainLogin(error: HttpCallError, auth: KeystoneAuth): OpenStackError | undefined {
  const about = { service: 'identity', method: 'POST', pathTemplate: '/v3/auth/tokens', cause: error };
  if (error.status === 401) {
    const what =
      auth.type === 'password'
        ? 'the user or password is wrong, or the user may not enter that project'
        : 'the application credential is wrong, expired or deleted, or its user has lost a role';
    return new OpenStackError(
      'FM_OPENSTACK_CREDENTIAL_REFUSED',
      `${auth.authUrl}: ${what}${error.said ? ` ("${error.said}")` : ''}`,
      about,
    );
  }
  if (error.status === 403) {
    return new OpenStackError(
      'FM_OPENSTACK_CREDENTIAL_REFUSED',
      `${auth.authUrl}: the log-in is forbidden${error.said ? ` ("${error.said}")` : ''}`,
      about,
    );
  }
  if (error.status === 404) {
    return new OpenStackError(
      'FM_CLOUDS_INVALID',
      `auth_url ${auth.authUrl} is not Keystone version 3: it has no /auth/tokens`,
      about,
    );
  }
  return undefined;
}
