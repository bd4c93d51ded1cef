import type { Secret } from '@fleet-manager/platform/secret';
import { Agent } from 'undici';
import type { Answer } from './answer.ts';
import {
  type CallList,
  type CallSpec,
  type CallSpecs,
  fillPath,
  type PathParams,
  type Query,
  queryText,
} from './calls.ts';
import { HttpCallError } from './errors.ts';
import type { Authenticator, CallIdentity, CallObservation, Negotiator } from './hooks.ts';
import { HostLimiter } from './limiter.ts';
import { Redactor } from './redact.ts';
import { backoffMs, defaultRetry, type RetryPolicy } from './retry.ts';
import { type HttpRuntime, systemRuntime } from './runtime.ts';
import { type Attempt, sendOnce } from './send.ts';
import type { TlsMaterial } from './tls.ts';

export interface HttpClientOptions {
  /** Where the API is, with any path prefix; a function when it must be looked up first (it may throw). */
  readonly baseUrl: string | URL | ((signal: AbortSignal) => Promise<string | URL>);
  readonly authenticate?: Authenticator | undefined;
  readonly negotiate?: Negotiator | undefined;
  readonly tls?: TlsMaterial | undefined;
  /** Headers of every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Bound on one attempt and on the call with all its retries, in milliseconds. */
  readonly attemptTimeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
  readonly maxResponseBytes?: number | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  readonly limiter?: HostLimiter | undefined;
  /** Told of the secrets in use, so that they are taken out of errors. */
  readonly redactor?: Redactor | undefined;
  readonly observe?: ((seen: CallObservation) => void) | undefined;
  readonly runtime?: HttpRuntime | undefined;
  readonly userAgent?: string | undefined;
}

type ParamsOf<S extends CallSpec> = [keyof PathParams<S['path']>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: PathParams<S['path']> };

export interface RequestExtras {
  /** Values of the path's `{name}` segments. */
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Aborting rejects the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly deadlineMs?: number;
  readonly attemptTimeoutMs?: number;
}

export type RequestOf<S extends CallSpec> = RequestExtras & ParamsOf<S>;

/** Sends the declared calls of one service, and nothing else. */
export interface HttpClient<C extends CallSpecs> {
  readonly service: string;
  readonly calls: C;
  readonly redactor: Redactor;
  /** Sends a call; rejects with `HttpCallError`, with what the authenticator threw, or with the caller's abort reason. */
  call<N extends keyof C & string>(
    name: N,
    ...request: [keyof PathParams<C[N]['path']>] extends [never]
      ? [request?: RequestOf<C[N]>]
      : [request: RequestOf<C[N]>]
  ): Promise<Answer>;
  close(): Promise<void>;
}

/** Makes a client of a declared list of calls. Close it to end its connections. */
export function createHttpClient<const C extends CallSpecs>(
  list: CallList<C>,
  options: HttpClientOptions,
): HttpClient<C> {
  const runtime = options.runtime ?? systemRuntime;
  const retry: RetryPolicy = { ...defaultRetry, ...options.retry };
  const limiter = options.limiter ?? new HostLimiter(8);
  const redactor = options.redactor ?? new Redactor();
  if (options.tls?.key) redactor.add(options.tls.key);
  const agent = new Agent({
    // The deadlines below bound every phase; undici's own would only add a second, different answer.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: options.attemptTimeoutMs ?? defaultAttemptMs,
      ...(options.tls?.ca === undefined ? {} : { ca: options.tls.ca }),
      ...(options.tls?.cert === undefined ? {} : { cert: options.tls.cert }),
      ...(options.tls?.key === undefined ? {} : { key: options.tls.key.reveal() }),
      ...(options.tls?.insecure === true ? { rejectUnauthorized: false } : {}),
    },
  });

  async function send(name: string, request: RequestExtras): Promise<Answer> {
    const spec = list.calls[name];
    if (spec === undefined) throw new TypeError(`${list.service} has no declared call ${name}`);
    const path = fillPath(spec.path, request.params ?? {}) + queryText(request.query ?? {});
    const identity: CallIdentity = { service: list.service, call: name, method: spec.method, pathTemplate: spec.path };
    const deadlineMs = request.deadlineMs ?? options.deadlineMs ?? defaultDeadlineMs;
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    const endsAt = runtime.now() + deadlineMs;
    const repeatable = spec.idempotent ?? (spec.method === 'GET' || spec.method === 'HEAD');

    let base: URL;
    const timedOut = (origin: string, attempts: number, cause: unknown) =>
      new HttpCallError({
        ...identity,
        kind: 'timeout',
        origin,
        attempts,
        retriable: true,
        said: `limit ${deadlineMs} ms`,
        cause,
      });
    try {
      base = new URL(
        typeof options.baseUrl === 'function' ? await raced(options.baseUrl(signal), signal) : options.baseUrl,
      );
    } catch (error) {
      request.signal?.throwIfAborted();
      if (deadline.aborted && error === deadline.reason) throw timedOut('(address look-up)', 1, error);
      throw error;
    }
    const url = new URL(base.origin + base.pathname.replace(/\/+$/, '') + path);

    let resent = 0;
    let renegotiated = false;
    for (let attempt = 1; ; attempt += 1) {
      let auth: Readonly<Record<string, string>> = {};
      let version: Readonly<Record<string, string>> = {};
      let result: Attempt;
      try {
        if (options.authenticate && spec.anonymous !== true) {
          auth = await raced(options.authenticate.headers(identity, signal), signal);
          for (const value of Object.values(auth)) redactor.add(value);
        }
        if (options.negotiate && spec.anonymous !== true)
          version = await raced(options.negotiate.headers(signal), signal);
        result = await limiter.run(url.host, signal, () =>
          sendOnce({
            agent,
            url,
            spec,
            identity,
            attempt,
            runtime,
            redactor,
            deadline: signal,
            headers: {
              'user-agent': options.userAgent ?? 'fleet-manager',
              ...options.headers,
              ...request.headers,
              ...version,
              ...auth,
            },
            body: request.body,
            timeoutMs: request.attemptTimeoutMs ?? options.attemptTimeoutMs ?? defaultAttemptMs,
            maxBytes: options.maxResponseBytes ?? defaultMaxBytes,
            ...(options.observe ? { observe: options.observe } : {}),
          }),
        );
      } catch (error) {
        request.signal?.throwIfAborted();
        if (deadline.aborted && error === deadline.reason) throw timedOut(url.origin, attempt, error);
        throw error;
      }
      request.signal?.throwIfAborted();
      if (result.ok) {
        if (spec.anonymous !== true) options.authenticate?.accepted?.(identity);
        if (spec.anonymous !== true) options.negotiate?.check(identity, result.answer);
        return result.answer;
      }
      const { error } = result;
      if (error.status === 401 && options.authenticate && spec.anonymous !== true && resent < 3) {
        resent += 1;
        if ((await options.authenticate.unauthorized(identity, auth, error)) === 'retry') continue;
        throw error;
      }
      if (error.status === 406 && options.negotiate && spec.anonymous !== true && !renegotiated) {
        renegotiated = true;
        resent += 1;
        options.negotiate.unacceptable();
        continue;
      }
      if (!repeatable || !error.retriable || attempt - resent >= retry.attempts || deadline.aborted) throw error;
      const asked = Math.min(error.retryAfterMs ?? 0, retry.retryAfterCapMs);
      const wait = asked + backoffMs(retry, attempt - resent, runtime.random);
      // Waiting past the deadline would only replace a telling error by "timeout".
      if (runtime.now() + wait >= endsAt) throw error;
      try {
        await runtime.sleep(wait, signal);
      } catch {
        request.signal?.throwIfAborted();
        throw error;
      }
    }
  }

  return {
    service: list.service,
    calls: list.calls,
    redactor,
    call: (name, request?: RequestExtras) => send(name, request ?? {}),
    close: () => agent.destroy(),
  };
}

/** The promise's outcome, or the signal's reason when that comes first. */
function raced<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** A redactor that knows these secrets. */
export function redactorOf(...secrets: readonly (Secret | undefined)[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) if (secret) redactor.add(secret);
  return redactor;
}

const defaultAttemptMs = 30_000;
const defaultDeadlineMs = 60_000;
const defaultMaxBytes = 64 * 1024 * 1024;
