import { setTimeout as sleep } from 'node:timers/promises';
import type { CallObservation } from '@fleet-manager/clients/http/hooks';
import { FleetError } from '@fleet-manager/contract/errors';
import { announce, runUntilStopped } from '@fleet-manager/platform/lifecycle';
import { createLogger, type Logger } from '@fleet-manager/platform/logging';
import { loadSiteFile, resolveSecret, type SiteSettings } from '@fleet-manager/platform/settings/site-file';
import packageJson from '../package.json' with { type: 'json' };
import { buildHub } from './app.ts';
import { parseArguments } from './arguments.ts';
import { startBackground } from './background.ts';
import { type Database, openDatabase } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { startNetboxRole } from './netbox-role.ts';
import { loadKeys } from './session/keys.ts';
import { createLoginCode, loginUrl } from './session/sessions.ts';
import { type ExpectedSatellite, writeTokenFiles } from './session/token-files.ts';

const DEFAULT_PORT = 8080;
const DATABASE_WAIT_MS = 60_000;
const TOKENS_EVERY_MS = 12 * 3600_000;

const log = createLogger('hub');
try {
  await main(log);
} catch (error) {
  const known = error instanceof FleetError;
  log.fatal(
    known ? { code: error.code, detail: error.detail, next: error.next } : { err: error },
    'the hub cannot start',
  );
  process.stderr.write(known ? `${error.code}: ${error.message}. ${error.next}\n` : `FM_INTERNAL: ${String(error)}\n`);
  process.exit(1);
}

async function main(log: Logger): Promise<void> {
  const args = parseArguments(process.argv.slice(2));
  const { hub: settings, satellite } = await loadSiteFile(args.settings);
  const satellites = expectedSatellites(settings, satellite);
  const database = openDatabase({
    url: await databaseUrl(settings),
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  await migrateWhenReachable(database, log);
  const keys = await loadKeys(args.data);
  const stops: (() => Promise<void>)[] = [() => database.close()];
  runUntilStopped(log, async () => {
    for (const stop of stops.reverse()) await stop();
  });

  let observe: ((seen: CallObservation) => void) | undefined;
  let ready: { url: string; loginUrl: string } | undefined;
  if (args.roles.includes('api')) {
    const hub = await buildHub({
      database,
      keys,
      log,
      satellites,
      deviceRoleClassMapping: settings.netbox.deviceRoleClassMapping,
      publicUrl: settings.publicUrl,
      consoleDir: args.console,
    });
    observe = hub.app.observeCall;
    stops.push(() => hub.close());
    const port = args.port ?? settings.port ?? DEFAULT_PORT;
    const url = await hub.listen({ port, host: args.host }).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
        throw new FleetError('FM_PORT_TAKEN', `${args.host}:${port}`, { cause: error });
      throw error;
    });
    const writeTokens = () => writeTokenFiles(args.data, hub.tokens, satellites);
    await writeTokens();
    const renewal = startBackground([{ name: 'tokens', everyMs: TOKENS_EVERY_MS, run: writeTokens }], log);
    stops.push(() => renewal.stop());
    const code = await createLoginCode(database.db, new Date());
    ready = { url, loginUrl: loginUrl(settings.publicUrl ?? url, code) };
  }
  if (args.roles.includes('netbox-agent')) {
    const { version } = packageJson;
    const agent = await startNetboxRole({ database, settings: settings.netbox, log, version, observe });
    stops.push(() => agent.stop());
  }
  announce({ event: 'ready', roles: args.roles, ...ready });
}

/** Sites are known of the satellite in the file; any other expected one is named, and may touch nothing yet. */
function expectedSatellites(hub: SiteSettings['hub'], own: SiteSettings['satellite']): ExpectedSatellite[] {
  const names = hub.expectedSatellites ?? [own.name];
  return names.map((name) => ({ name, siteSlugs: name === own.name ? own.siteSlugs : [] }));
}

async function databaseUrl(settings: SiteSettings['hub']): Promise<string> {
  const fromEnvironment = process.env.FM_DATABASE_URL;
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment;
  if (settings.database === undefined)
    throw new FleetError(
      'FM_SETTINGS_INVALID',
      'no database is named: set FM_DATABASE_URL, or hub.database.url in the file',
    );
  return (await resolveSecret(settings.database.url, 'hub.database.url')).reveal();
}

/** A database that starts beside the hub may need a moment; one that refuses the schema is an error at once. */
async function migrateWhenReachable(database: Database, log: Logger): Promise<void> {
  const deadline = Date.now() + DATABASE_WAIT_MS;
  for (;;) {
    try {
      const applied = await migrate(database.db);
      if (applied.length > 0) log.info({ applied }, 'database migrated');
      return;
    } catch (error) {
      if (error instanceof FleetError) throw error;
      const detail = error instanceof Error ? error.message || error.name : String(error);
      if (Date.now() > deadline) throw new FleetError('FM_DATABASE_UNREACHABLE', detail, { cause: error });
      log.warn({ detail }, 'the database does not answer yet');
      await sleep(1_000);
    }
  }
}
