import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * Structured log on stderr, one JSON object a line: stdout belongs to the result of a program. Messages are fixed texts,
 * what varies is in fields; fields that could hold a secret are blanked whatever their value.
 */
export function createLogger(
  name: string,
  level: string = process.env.FM_LOG_LEVEL ?? 'info',
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger {
  return pino(
    {
      name,
      level,
      base: { name, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'token',
          'password',
          'secret',
          'authorization',
          '*.token',
          '*.password',
          '*.secret',
          '*.authorization',
          '*.headers.authorization',
          '*.headers.cookie',
        ],
        censor: '[redacted]',
      },
    },
    destination,
  );
}
