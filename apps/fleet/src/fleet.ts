import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { FleetError } from '@fleet-manager/contract/errors';
import { contextFilePath, writeContext } from '@fleet-manager/platform/context';
import { loadSiteFile } from '@fleet-manager/platform/settings/site-file';
import { z } from 'zod';
import type { StartOptions } from './arguments.ts';
import { buildConsole } from './console-build.ts';
import { DataDirectory } from './data-directory.ts';
import { freePort, portIsFree } from './free-port.ts';
import { ensureDatabase, type RunningPostgres, startPostgres } from './postgres/server.ts';
import type { Progress } from './progress.ts';
import { SimulatorReady, writeSimulatedSiteFile } from './simulated-site.ts';
import { Supervisor } from './supervisor.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const HubReady = z.object({ url: z.url(), loginUrl: z.url() });

export interface RunningFleet {
  readonly url: string;
  readonly loginUrl: string;
  readonly siteFile: string;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, the site (simulated, or the real one of a site file), the hub and a satellite, in that order, and
 * leaves a context for fleetctl.
 */
export async function startFleet(options: StartOptions, progress: Progress): Promise<RunningFleet> {
  // Anything wrong with what the operator wrote is told before anything is started.
  const given = options.siteFile === null ? undefined : await loadSiteFile(options.siteFile);
  const data = await DataDirectory.take(options.dataDir, { fresh: options.fresh });
  const supervisor = new Supervisor(data, (text) => progress.say(text));
  let postgres: RunningPostgres | undefined;

  const stop = async (): Promise<void> => {
    await supervisor.stop((name) => progress.step(`stop ${name}`));
    if (postgres !== undefined) {
      progress.step('stop PostgreSQL');
      await postgres.stop();
    }
    progress.done();
    await data.release();
  };

  try {
    if (!(await portIsFree(options.port))) {
      throw new FleetError('FM_PORT_TAKEN', `something already listens on port ${options.port}`);
    }
    await mkdir(data.file('logs'), { recursive: true, mode: 0o700 });
    const log = (name: string) => data.file('logs', `${name}.log`);

    progress.step('PostgreSQL');
    postgres = await startPostgres({ dir: data.file('postgres'), port: await freePort() });
    await supervisor.remember('postgres', postgres.pid);
    const databaseUrl = await ensureDatabase(postgres.url, 'hub');
    keepPostgres(postgres);

    progress.step('console');
    const { dir: consoleDir, built } = await buildConsole(ROOT, log('console-build'));
    progress.done(built ? 'built' : 'as built before');

    const siteFile = options.siteFile ?? data.file('site.yaml');
    if (options.siteFile === null) {
      progress.step(`simulated site of ${options.racks} racks`);
      // A site that stands still has no pace: only requests change it.
      const pace = options.pace === 0 ? ['--quiet'] : ['--pace', String(options.pace)];
      const args = ['--racks', String(options.racks), '--data', data.file('simulator'), ...pace];
      const spec = {
        name: 'simulator',
        entry: path.join(ROOT, 'packages/simulator/src/main.ts'),
        args,
        logFile: log('simulator'),
        readyWithinMs: 120_000,
      };
      await writeSimulatedSiteFile(siteFile, SimulatorReady.parse(await supervisor.start(spec)));
    }
    const site = given ?? (await loadSiteFile(siteFile));

    progress.step('hub');
    const hubDir = data.file('hub');
    const hub = HubReady.parse(
      await supervisor.start({
        name: 'hub',
        entry: path.join(ROOT, 'apps/hub/src/main.ts'),
        args: ['--settings', siteFile, '--data', hubDir, '--port', String(options.port), '--console', consoleDir],
        env: { FM_DATABASE_URL: databaseUrl },
        logFile: log('hub'),
        readyWithinMs: 120_000,
      }),
    );
    await data.publish(hub.url);
    await writeContext(contextFilePath(), 'local', { hubUrl: hub.url, tokenFile: path.join(hubDir, 'fleetctl-token') });

    progress.step(`satellite ${site.satellite.name}`);
    await supervisor.start({
      name: 'satellite',
      entry: path.join(ROOT, 'apps/satellite/src/main.ts'),
      args: ['--settings', siteFile, '--data', data.file('satellite'), '--port', '0'],
      env: {
        FM_HUB_URL: hub.url,
        FM_AGENT_TOKEN_FILE: path.join(hubDir, 'agent-tokens', `ironic-agent-${site.satellite.name}`),
      },
      logFile: log('satellite'),
      readyWithinMs: 120_000,
    });
    progress.done();
    return { url: hub.url, loginUrl: hub.loginUrl, siteFile, stop };
  } catch (error) {
    progress.failed();
    await stop();
    throw error;
  }

  /** The database under the hub may be killed too: it comes back at the same address, and the hub finds it again. */
  function keepPostgres(server: RunningPostgres): void {
    void server.exited
      .then(async (code) => {
        if (supervisor.stopping) return;
        progress.say(`PostgreSQL ended (code ${code}); starting it again`);
        const port = Number(new URL(server.url).port);
        postgres = await startPostgres({ dir: data.file('postgres'), port });
        await supervisor.remember('postgres', postgres.pid);
        progress.say('PostgreSQL runs again');
        keepPostgres(postgres);
      })
      .catch((error: unknown) => progress.say(`PostgreSQL could not be started again: ${String(error)}`));
  }
}
