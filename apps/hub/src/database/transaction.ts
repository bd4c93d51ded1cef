import type { Db, Trx } from './database.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 4;

/**
 * Runs `work` in one transaction. PostgreSQL may choose it as the victim of a deadlock: then it starts again from the
 * beginning, so `work` must do nothing outside the transaction.
 */
export async function withTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

function isRetryable(error: unknown): boolean {
  const code = sqlState(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

/** The SQLSTATE of a database error, such as `23505`; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
