// npm run contract [-- --only RELEASE …] [-o json] [--no-suites]
// Makes every call that our clients declare to each release that can be started here, runs the twin suites against it, and
// prints what would break for us. Ends with 0 when nothing breaks, 1 when something does, 64 on a wrong argument, 69 when a
// release could not be started.
import { parseArgs } from 'node:util';
import { RELEASES, type Release } from './contract/releases.ts';
import { reportText } from './contract/report.ts';
import { breaksOf, type ReleaseResult } from './contract/verdict.ts';
import { isUp, PEERS } from './lib/real-peers.ts';
import { runTs } from './lib/run.ts';
import { vitestOf } from './lib/vitest.ts';

const USAGE = 64;
const UNAVAILABLE = 69;
const INTERRUPTED = 130;

interface Options {
  readonly releases: readonly Release[];
  readonly json: boolean;
  readonly suites: boolean;
}

function optionsOf(argv: readonly string[]): Options | undefined {
  const names = RELEASES.map((release) => release.name);
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        only: { type: 'string', multiple: true },
        output: { type: 'string', short: 'o', default: 'table' },
        'no-suites': { type: 'boolean', default: false },
      },
    });
    const only = (values.only ?? names).flatMap((name) => name.split(','));
    const unknown = only.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`no release ${unknown.join(', ')}`);
    if (values.output !== 'json' && values.output !== 'table') throw new Error(`no output ${values.output}`);
    return {
      releases: RELEASES.filter((release) => only.includes(release.name)),
      json: values.output === 'json',
      suites: !values['no-suites'],
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error(`usage: npm run contract -- [--only ${names.join('|')}] [-o table|json] [--no-suites]`);
    return undefined;
  }
}

/** Peers started here, to be stopped here; those that somebody else runs are used and left. */
const startedHere: string[] = [];

async function tryRelease(release: Release, options: Options): Promise<ReleaseResult> {
  const untried = { release: release.name, versions: [], verdicts: [], suites: null };
  try {
    if (release.peer !== null && !(await peerRuns(release.peer))) {
      return {
        ...untried,
        failure: `the peer ${release.peer} did not start: run \`npm run peers -- up --only ${release.peer}\``,
      };
    }
    // The suites first: what they leave behind gives the probe rows to read.
    const suites = options.suites ? await runSuite(release) : null;
    const { versions, verdicts } = await release.probe();
    return { release: release.name, versions, verdicts, suites, failure: null };
  } catch (error) {
    return { ...untried, failure: error instanceof Error ? error.message : String(error) };
  }
}

async function peerRuns(name: string): Promise<boolean> {
  const peer = PEERS.find((one) => one.name === name);
  if (peer === undefined) return false;
  if (!(await isUp(peer))) startedHere.push(name);
  return (await runTs('scripts/peers.ts', ['up', '--only', name], {}, true)) === 0;
}

async function runSuite(release: Release) {
  const { project, choice } = await release.suite();
  return vitestOf([project], { ...choice, stdoutIsTaken: true });
}

async function stopStarted(): Promise<void> {
  for (const name of startedHere.splice(0)) await runTs('scripts/peers.ts', ['stop', '--only', name], {}, true);
}

async function main(options: Options): Promise<number> {
  const results: ReleaseResult[] = [];
  try {
    for (const release of options.releases) {
      console.error(`== ${release.name}`);
      results.push(await tryRelease(release, options));
    }
  } finally {
    await stopStarted();
  }
  console.log(options.json ? JSON.stringify({ releases: results }, null, 2) : reportText(results));
  if (results.some((result) => result.failure !== null)) return UNAVAILABLE;
  return results.some((result) => breaksOf(result) > 0) ? 1 : 0;
}

const options = optionsOf(process.argv.slice(2));
if (options === undefined) process.exit(USAGE);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopStarted().finally(() => process.exit(INTERRUPTED)));
}
process.exit(await main(options));
