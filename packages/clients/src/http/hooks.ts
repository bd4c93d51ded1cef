import type { Answer } from './answer.ts';
import type { HttpCallError } from './errors.ts';

/** Which call is being made, for hooks. */
export interface CallIdentity {
  readonly service: string;
  readonly call: string;
  readonly method: string;
  readonly pathTemplate: string;
}

/** Adds credentials to calls. Errors it throws reach the caller as they are. */
export interface Authenticator {
  headers(call: CallIdentity, signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
  /**
   * Told about a 401, with the headers that were refused. `retry` sends the call again with new headers (at most twice per
   * call), `fail` gives the caller the plain HTTP error; it may throw an error that explains more.
   */
  unauthorized(
    call: CallIdentity,
    refused: Readonly<Record<string, string>>,
    error: HttpCallError,
  ): Promise<'retry' | 'fail'>;
  /** Told when a call with these credentials was let in. */
  accepted?(call: CallIdentity): void;
}

/** One attempt, as metrics see it. `outcome` is the status, or the failure kind when there was none. */
export interface CallObservation extends CallIdentity {
  readonly outcome: string;
  readonly seconds: number;
}

/** Chooses the API version that calls are made at. Not asked about anonymous calls. */
export interface Negotiator {
  headers(signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
  /** Throws when an answer was not given at the version that was asked for. */
  check(call: CallIdentity, answer: Answer): void;
  /** Told of a 406: the version is no longer served. The call is sent once more. */
  unacceptable(): void;
}
