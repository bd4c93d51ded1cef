import { gunzipSync } from 'node:zlib';
import { type Agent, request } from 'undici';
import type { Answer } from './answer.ts';
import { BodyTooLargeError, oneLine, parseBody, readBounded } from './body.ts';
import type { CallSpec } from './calls.ts';
import { HttpCallError, type HttpCallErrorFields, type HttpFailureKind } from './errors.ts';
import type { CallIdentity, CallObservation } from './hooks.ts';
import type { Redactor } from './redact.ts';
import { isRetriableStatus, retryAfterMs } from './retry.ts';
import type { HttpRuntime } from './runtime.ts';

export type Attempt =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly error: HttpCallError };

export interface AttemptInput {
  readonly agent: Agent;
  readonly url: URL;
  readonly spec: CallSpec;
  readonly identity: CallIdentity;
  readonly attempt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The whole call's bound; when it ends the attempt rejects with its reason. */
  readonly deadline: AbortSignal;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly redactor: Redactor;
  readonly runtime: HttpRuntime;
  readonly observe?: (seen: CallObservation) => void;
}

/** Sends a call once and says how it went. Rejects only when the call's own deadline or the caller's signal ended it. */
export async function sendOnce(input: AttemptInput): Promise<Attempt> {
  const started = input.runtime.now();
  const result = await attemptCall(input);
  input.observe?.({
    ...input.identity,
    outcome: result.ok
      ? String(result.answer.status)
      : result.error.kind === 'http'
        ? String(result.error.status)
        : result.error.kind,
    seconds: (input.runtime.now() - started) / 1000,
  });
  return result;
}

async function attemptCall(input: AttemptInput): Promise<Attempt> {
  const { spec, url } = input;
  const limit = AbortSignal.timeout(input.timeoutMs);
  const signal = AbortSignal.any([input.deadline, limit]);
  const fail = (fields: Partial<HttpCallErrorFields> & { kind: HttpFailureKind; retriable: boolean }): Attempt => ({
    ok: false,
    error: new HttpCallError({ ...input.identity, origin: url.origin, attempts: input.attempt, ...fields }),
  });
  let status = 0;
  let headers: Record<string, string> = {};
  let answered = false;
  try {
    const response = await request(url, {
      dispatcher: input.agent,
      method: spec.method,
      headers: {
        accept: 'application/json',
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...input.headers,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      signal,
    });
    answered = true;
    status = response.statusCode;
    headers = flatten(response.headers);
    let bytes = await readBounded(response.body, input.maxBytes);
    if (headers['content-encoding'] === 'gzip' && bytes.length > 0)
      bytes = gunzipSync(bytes, { maxOutputLength: input.maxBytes });
    return judge(input, status, headers, bytes, fail);
  } catch (cause) {
    if (input.deadline.aborted) throw input.deadline.reason;
    const seen = { ...(answered ? { status, headers, requestId: requestId(headers) } : {}) };
    if (limit.aborted) return fail({ ...seen, kind: 'timeout', retriable: true, said: `limit ${input.timeoutMs} ms` });
    if (cause instanceof BodyTooLargeError)
      return fail({ ...seen, kind: 'protocol', retriable: false, said: cause.message });
    const detail = input.redactor.text(oneLine(reason(cause)));
    const kind = answered ? 'truncated' : failureKind(cause);
    return fail({ ...seen, kind, retriable: kind !== 'protocol', said: detail });
  }
}

function judge(
  input: AttemptInput,
  status: number,
  headers: Record<string, string>,
  bytes: Buffer,
  fail: (fields: Partial<HttpCallErrorFields> & { kind: HttpFailureKind; retriable: boolean }) => Attempt,
): Attempt {
  const id = requestId(headers);
  const good = (status >= 200 && status < 300) || input.spec.ok?.includes(status) === true;
  const parsed = parseBody(bytes);
  if (!good) {
    const problem = parsed.kind === 'json' ? input.redactor.json(parsed.value) : undefined;
    const detail =
      status >= 300 && status < 400 && headers.location ? `redirects to ${headers.location}` : explain(parsed);
    return fail({
      kind: 'http',
      status,
      headers,
      requestId: id,
      problem,
      retriable: isRetriableStatus(status),
      said: detail === undefined ? undefined : input.redactor.text(detail).slice(0, 400),
      retryAfterMs: retryAfterMs(headers['retry-after'], input.runtime.now()),
    });
  }
  const answer = (body: unknown): Attempt => ({ ok: true, answer: { status, headers, body, requestId: id } });
  if (input.spec.answer === 'none' || input.spec.method === 'HEAD' || status === 204) return answer(undefined);
  switch (parsed.kind) {
    case 'json':
      return answer(parsed.value);
    case 'empty':
      // 202 without a body is how asynchronous APIs say "accepted"; any other status promised a document.
      return status === 202
        ? answer(undefined)
        : fail({ kind: 'truncated', status, headers, requestId: id, retriable: true, said: 'the body is empty' });
    case 'truncated':
      return fail({
        kind: 'truncated',
        status,
        headers,
        requestId: id,
        retriable: true,
        said: 'the JSON ends early',
      });
    case 'other':
      return fail({
        kind: 'protocol',
        status,
        headers,
        requestId: id,
        retriable: false,
        said: input.redactor.text(`expected JSON, got ${parsed.detail}`),
      });
  }
}

/** The sentence inside the usual shapes of a JSON error, else the JSON itself. */
function explain(parsed: ReturnType<typeof parseBody>): string | undefined {
  if (parsed.kind === 'other') return parsed.detail;
  if (parsed.kind !== 'json') return undefined;
  return oneLine(sentence(parsed.value) ?? JSON.stringify(parsed.value));
}

function sentence(value: unknown): string | undefined {
  if (typeof value === 'string') {
    // Ironic puts a JSON text inside the JSON.
    if (!value.startsWith('{')) return value;
    try {
      return sentence(JSON.parse(value)) ?? value;
    } catch {
      return value;
    }
  }
  if (Array.isArray(value)) return sentence(value[0]);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const key of ['faultstring', 'message', 'detail', 'description', 'error_message', 'error', 'errors', 'title']) {
    const found = fields.has(key) ? sentence(fields.get(key)) : undefined;
    if (found) return found;
  }
  const [only] = fields.size === 1 ? fields.values() : [];
  return only === undefined ? undefined : sentence(only);
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) out[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return out;
}

function requestId(headers: Readonly<Record<string, string>>): string | undefined {
  return (
    headers['x-openstack-request-id'] ??
    headers['openstack-request-id'] ??
    headers['x-compute-request-id'] ??
    headers['x-request-id']
  );
}

function code(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function failureKind(error: unknown): HttpFailureKind {
  const found = code(error);
  if (found === 'UND_ERR_SOCKET' || found === 'ECONNRESET' || found === 'EPIPE') return 'reset';
  if (found.startsWith('HPE_') || found.startsWith('UND_ERR_INVALID') || found === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return 'protocol';
  return 'connect';
}

/** Node joins several addresses' failures in an AggregateError without a message. */
function reason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reason).join('; ');
  return error instanceof Error ? error.message || code(error) : String(error);
}
