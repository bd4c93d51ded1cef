import type { Logger } from './logging.ts';

const STOP_WITHIN_MS = 20_000;

/**
 * Runs a program until it is told to stop: SIGTERM, SIGINT, or the end of the parent that started it with an IPC channel
 * (so that a killed parent leaves nothing behind). `stop` runs once; a second signal ends the process at once.
 */
export function runUntilStopped(log: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (why: string): void => {
    if (stopping) process.exit(130);
    stopping = true;
    log.info({ why }, 'stopping');
    const overdue = setTimeout(() => {
      log.error({ withinMs: STOP_WITHIN_MS }, 'did not stop in time');
      process.exit(1);
    }, STOP_WITHIN_MS);
    overdue.unref();
    stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'failed while stopping');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => begin('SIGINT'));
  if (process.connected) process.once('disconnect', () => begin('the parent ended'));
}

/** Writes one JSON line on stdout for the program that started this one. */
export function announce(event: Readonly<Record<string, unknown>> & { readonly event: string }): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}
