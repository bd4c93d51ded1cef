import { ERRORS, type ErrorCode } from '@fleet-manager/contract/errors';
import type { Logger } from '@fleet-manager/platform/logging';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../database/database.ts';
import { auditContext, recordAttempt } from './record.ts';

/** Attempts without a credential that are listed each minute; a flood of them must not fill the disk. */
export const ANONYMOUS_PER_MINUTE = 60;
const MINUTE = 60_000;
const MAX_TARGET = 200;

export interface RefusalDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly clock: () => Date;
}

/** Notes each attempt to change something that came to nothing, and each look at what its caller may not see. */
export function auditRefusals(app: FastifyInstance, { db, log, clock }: RefusalDeps): void {
  const anonymous = new Allowance(ANONYMOUS_PER_MINUTE, MINUTE);
  app.addHook('onResponse', async (request) => {
    const { problem } = request;
    if (problem === null || !counts(request, problem)) return;
    const at = clock();
    const left = request.principal === null ? anonymous.take(at.getTime()) : Number.POSITIVE_INFINITY;
    if (left < 0) return;
    const isLast = left === 0;
    const change = {
      target: targetOf(request),
      reason: isLast
        ? 'Further attempts without a credential are not listed for up to a minute.'
        : ERRORS[problem].title,
    };
    const outcome = ERRORS[problem].status >= 500 ? 'failed' : 'refused';
    try {
      await recordAttempt(db, auditContext(request, at), change, { outcome, code: problem });
    } catch (err) {
      log.error({ err, requestId: request.id, code: problem }, 'a refused attempt could not be noted in the audit log');
    }
  });
}

/** Agents repeat themselves by design, so of theirs only what they may not do counts. */
function counts(request: FastifyRequest, problem: ErrorCode): boolean {
  const { operationId } = request.routeOptions.config;
  if (operationId === undefined) return false;
  const { status } = ERRORS[problem];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead || request.principal?.kind === 'agent') return status === 403;
  return true;
}

function targetOf(request: FastifyRequest): { kind: string; id: string } | null {
  const { url } = request.routeOptions;
  const params: unknown = request.params;
  if (url === undefined || typeof params !== 'object' || params === null) return null;
  const id = Object.values(params)
    .filter((value) => typeof value === 'string')
    .join('/');
  if (id === '') return null;
  const [kind = 'unknown'] = url.replace(/^\/api\/v1\//, '').split('/');
  // The database cannot hold U+0000; a caller must not stay out of the log by sending it.
  return { kind, id: id.slice(0, MAX_TARGET).replaceAll('\0', '\uFFFD') };
}

/** A number of things in each window of time. */
class Allowance {
  readonly #most: number;
  readonly #windowMs: number;
  #began = Number.NEGATIVE_INFINITY;
  #taken = 0;

  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** How many more are left after this one; negative when it is one too many. */
  take(now: number): number {
    if (now - this.#began >= this.#windowMs) {
      this.#began = now;
      this.#taken = 0;
    }
    this.#taken += 1;
    return this.#most - this.#taken;
  }
}
