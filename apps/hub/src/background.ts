import type { Logger } from '@fleet-manager/platform/logging';

export interface BackgroundTask {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

/** Repeats tasks until stopped: each waits for its own end before it waits for its time, and a failure is logged and tried again. */
export function startBackground(tasks: readonly BackgroundTask[], log: Logger): { stop(): Promise<void> } {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const schedule = (task: BackgroundTask) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = task
        .run()
        .then(
          () => undefined,
          (error: unknown) => log.error({ task: task.name, err: error }, 'background task failed'),
        )
        .finally(() => {
          running.delete(run);
          if (!stopped) schedule(task);
        });
      running.add(run);
    }, task.everyMs);
    timers.add(timer);
  };
  for (const task of tasks) schedule(task);
  return {
    stop: async () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
