import { type ErrorCode, FleetError } from '@fleet-manager/contract/errors';

/**
 * Why a call to an outside system did not give an answer.
 * `timeout` no answer in time · `connect` no connection (refused, name, TLS) · `reset` cut before the answer began ·
 * `truncated` the answer's body is incomplete · `http` an error status · `protocol` an answer that is not what was asked for.
 */
export type HttpFailureKind = 'timeout' | 'connect' | 'reset' | 'truncated' | 'http' | 'protocol';

export interface HttpCallErrorFields {
  readonly kind: HttpFailureKind;
  readonly service: string;
  readonly call: string;
  readonly method: string;
  /** Path with `{name}` placeholders, so that it holds no identifiers. */
  readonly pathTemplate: string;
  /** Scheme, host and port of the server. */
  readonly origin: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** What the server said, or what was seen of it; one line, redacted. */
  readonly said?: string | undefined;
  /** The parsed JSON of an error answer, redacted. */
  readonly problem?: unknown;
  /** Headers of an error answer, lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attempts: number;
  readonly retriable: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

const codes: Record<HttpFailureKind, ErrorCode> = {
  timeout: 'FM_OUTSIDE_TIMEOUT',
  connect: 'FM_OUTSIDE_UNREACHABLE',
  reset: 'FM_OUTSIDE_UNREACHABLE',
  truncated: 'FM_OUTSIDE_PROTOCOL',
  http: 'FM_OUTSIDE_HTTP',
  protocol: 'FM_OUTSIDE_PROTOCOL',
};

/** A call that failed. Carries what an operator needs to find it at the other end, and never a secret. */
export class HttpCallError extends FleetError {
  readonly kind: HttpFailureKind;
  readonly service: string;
  readonly call: string;
  readonly method: string;
  readonly pathTemplate: string;
  readonly origin: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly said: string | undefined;
  readonly problem: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly attempts: number;
  readonly retriable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(fields: HttpCallErrorFields) {
    const what = fields.kind === 'http' ? `answered ${fields.status}` : kindText[fields.kind];
    const tries = fields.attempts > 1 ? ` after ${fields.attempts} attempts` : '';
    const said = fields.said ? `: ${fields.said}` : '';
    const id = fields.requestId ? ` (request ${fields.requestId})` : '';
    super(
      codes[fields.kind],
      `${fields.service}: ${fields.method} ${fields.pathTemplate} at ${fields.origin} ${what}${tries}${said}${id}`,
      fields.cause === undefined ? {} : { cause: fields.cause },
    );
    this.name = 'HttpCallError';
    this.kind = fields.kind;
    this.service = fields.service;
    this.call = fields.call;
    this.method = fields.method;
    this.pathTemplate = fields.pathTemplate;
    this.origin = fields.origin;
    this.status = fields.status;
    this.requestId = fields.requestId;
    this.said = fields.said;
    this.problem = fields.problem;
    this.headers = fields.headers ?? {};
    this.attempts = fields.attempts;
    this.retriable = fields.retriable;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

const kindText: Record<Exclude<HttpFailureKind, 'http'>, string> = {
  timeout: 'gave no answer in time',
  connect: 'could not be connected to',
  reset: 'closed the connection before answering',
  truncated: 'sent an incomplete answer',
  protocol: 'sent an unusable answer',
};
