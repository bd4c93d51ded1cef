import { readOptions, type SimulatorOptions, USAGE } from './options.ts';
import { startSimulator } from './simulator.ts';

const say = (line: string) => process.stderr.write(`simulator: ${line}\n`);

/** Runs until a signal, or until the process that started it is gone; prints one line of JSON when the site is ready. */
async function main(options: SimulatorOptions): Promise<void> {
  const simulator = await startSimulator(options, say);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    simulator
      .stop()
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        say(error instanceof Error ? error.message : String(error));
        process.exit(1);
      });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  process.stdout.write(`${JSON.stringify({ event: 'ready', ...simulator.report })}\n`);
}

try {
  main(readOptions(process.argv.slice(2))).catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exit(2);
}
