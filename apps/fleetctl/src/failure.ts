import type { Problem } from '@fleet-manager/contract/api/common';
import { ERRORS, type ErrorCode, FleetError } from '@fleet-manager/contract/errors';
import { EXIT, type ExitCode } from './exit-code.ts';

/** An end that is told to the person at the terminal: what happened, what to do next, and the exit code. */
export class Failure extends Error {
  readonly next: string;
  readonly exitCode: ExitCode;

  constructor(message: string, next: string, exitCode: ExitCode, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'Failure';
    this.next = next;
    this.exitCode = exitCode;
  }
}

/** Turns whatever was thrown into something that can be told. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof FleetError)
    return new Failure(error.message, error.next, exitCodeOf(error.code), { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new Failure(
    message,
    'This is a fault in fleetctl: run it again with FM_DEBUG=1 and report what it prints.',
    EXIT.failed,
    { cause: error },
  );
}

/** Turns a problem document of the hub into something that can be told. */
export function fromProblem(problem: Problem): Failure {
  const fields = (problem.errors ?? []).map((error) => `  ${error.pointer}: ${error.detail}`);
  const message = [
    problem.detail === undefined ? problem.title : `${problem.title}: ${problem.detail}`,
    ...fields,
  ].join('\n');
  return new Failure(message, `${problem.next} (request ${problem.requestId})`, exitCodeOfStatus(problem.status));
}

function exitCodeOf(code: ErrorCode): ExitCode {
  if (code === 'FM_HUB_UNREACHABLE') return EXIT.unavailable;
  if (code === 'FM_NO_CONTEXT' || code === 'FM_SETTINGS_INVALID' || code === 'FM_CLOUDS_INVALID') return EXIT.usage;
  return exitCodeOfStatus(ERRORS[code].status);
}

export function exitCodeOfStatus(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.notPermitted;
  if (status === 400 || status === 422) return EXIT.usage;
  if (status === 409 || status === 412 || status === 429) return EXIT.tryAgain;
  if (status === 502 || status === 503 || status === 504) return EXIT.unavailable;
  return EXIT.failed;
}
