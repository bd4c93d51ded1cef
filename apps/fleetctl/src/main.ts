import { readFile } from 'node:fs/promises';
import { type Command, CommanderError } from 'commander';
import { EXIT } from './exit-code.ts';
import { toFailure } from './failure.ts';
import { buildProgram } from './program.ts';

async function main(argv: readonly string[]): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown';
  const program = buildProgram(version);
  refuseToExit(program);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version are no failures; all else that the command line parser refuses is wrong usage.
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
      return;
    }
    const failure = toFailure(error);
    process.stderr.write(`fleetctl: ${failure.message}\n${failure.next}\n`);
    if (process.env.FM_DEBUG) process.stderr.write(`${failure.stack}\n${String(failure.cause ?? '')}\n`);
    process.exitCode = failure.exitCode;
  }
}

/** The parser shall throw, not end the process with an exit code of its own. */
function refuseToExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) refuseToExit(child);
}

process.on('SIGINT', () => process.exit(EXIT.interrupted));
// A reader such as `head` that closes the pipe early has seen what it wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed),
);
await main(process.argv);
