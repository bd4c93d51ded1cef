import { FleetError } from '@fleet-manager/contract/errors';
import { parseArguments, USAGE } from './arguments.ts';
import { startFleet } from './fleet.ts';
import { Progress } from './progress.ts';

/** Exit codes: 0 stopped as told, 1 failed, 64 wrong command line, 69 something needed is not to be had. */
async function main(argv: readonly string[]): Promise<void> {
  const options = parseArguments(argv);
  if (options === 'help') {
    process.stdout.write(USAGE);
    return;
  }
  if ('problem' in options) {
    process.stderr.write(`${options.problem}\n\n${USAGE}`);
    process.exitCode = 64;
    return;
  }
  const progress = new Progress();
  progress.say(`Fleet Manager starts, keeping its data in ${options.dataDir}`);

  let told = false;
  let stopped = (): void => undefined;
  const askedToStop = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  const onSignal = (): void => {
    if (told) process.exit(130);
    told = true;
    stopped();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  try {
    const fleet = await startFleet(options, progress);
    process.stdout.write(
      [
        '',
        `Fleet Manager runs (${progress.elapsedSeconds.toFixed(0)} s).`,
        `  console   ${fleet.url}`,
        `  log in    ${fleet.loginUrl}   (once, within 10 minutes)`,
        '  terminal  npx fleetctl devices list   (in another terminal)',
        `  site      ${fleet.siteFile}`,
        '',
        'Ctrl-C stops everything; the next start finds its data again.',
        '',
      ].join('\n'),
    );
    await askedToStop;
    progress.say('\nstopping');
    await fleet.stop();
  } catch (error) {
    progress.done();
    const text =
      error instanceof FleetError
        ? `${error.message}. ${error.next}`
        : error instanceof Error
          ? error.message
          : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = error instanceof FleetError && error.code === 'FM_SETTINGS_INVALID' ? 64 : 1;
  }
  process.exit();
}

await main(process.argv.slice(2));
