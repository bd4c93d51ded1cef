import { createLogger, type Logger } from '@fleet-manager/platform/logging';
import { z } from 'zod';

const Line = z.looseObject({ level: z.string(), msg: z.string() });

export interface RecordedLog {
  readonly log: Logger;
  /** Lines of a fault of the hub itself: what it did not expect. */
  faults(): readonly string[];
}

/** A log that is kept in memory instead of written. */
export function recordedLog(): RecordedLog {
  const lines: string[] = [];
  const log = createLogger('hub-test', 'warn', { write: (line) => lines.push(line) });
  return { log, faults: () => lines.filter((line) => ['error', 'fatal'].includes(Line.parse(JSON.parse(line)).level)) };
}
