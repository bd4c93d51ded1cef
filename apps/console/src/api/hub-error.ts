import type { Problem } from '@fleet-manager/contract/api/common';
import { parseProblem } from '@fleet-manager/contract/client';

/** What a page shows of a failure: always with a next step. */
export class HubError extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string | undefined;
  readonly next: string;
  readonly requestId: string | undefined;

  constructor(fields: {
    status: number;
    code: string;
    title: string;
    detail?: string | undefined;
    next: string;
    requestId?: string | undefined;
  }) {
    super(fields.detail === undefined ? fields.title : `${fields.title}: ${fields.detail}`);
    this.name = 'HubError';
    this.status = fields.status;
    this.code = fields.code;
    this.title = fields.title;
    this.detail = fields.detail;
    this.next = fields.next;
    this.requestId = fields.requestId;
  }
}

function fromProblem(problem: Problem): HubError {
  return new HubError({
    status: problem.status,
    code: problem.code,
    title: problem.title,
    detail: problem.detail,
    next: problem.next,
    requestId: problem.requestId,
  });
}

/** The hub (or a proxy before it) answered with an error status. */
export function errorOfAnswer(status: number, body: unknown): HubError {
  const problem = parseProblem(body);
  if (problem !== undefined) return fromProblem(problem);
  return new HubError({
    status,
    code: `HTTP_${status}`,
    title: `Something between this browser and the hub answered ${status}`,
    next: 'Check the proxy or load balancer before the hub; the page tries again by itself.',
  });
}

/** Turns whatever was thrown into something a page can show. */
export function toHubError(error: unknown): HubError {
  if (error instanceof HubError) return error;
  if (error instanceof TypeError) {
    return new HubError({
      status: 0,
      code: 'UNREACHABLE',
      title: 'The hub does not answer',
      next: 'Check that the hub runs and that this computer reaches it; the page tries again by itself.',
    });
  }
  return new HubError({
    status: 0,
    code: 'CONSOLE_FAULT',
    title: 'The console met a fault',
    detail: error instanceof Error ? error.message : String(error),
    next: 'Reload the page; if it stays, report this text.',
  });
}
