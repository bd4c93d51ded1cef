import { readFile } from 'node:fs/promises';
import { ERRORS, FleetError } from '@fleet-manager/contract/errors';
import { announce, runUntilStopped } from '@fleet-manager/platform/lifecycle';
import { createLogger } from '@fleet-manager/platform/logging';
import { loadSiteFile, resolveSecret, type SiteSettings } from '@fleet-manager/platform/settings/site-file';
import { z } from 'zod';
import { OpenStackAgent } from './agents/openstack/agent.ts';
import { createHubPort } from './agents/openstack/hub-port.ts';
import { buildHealthServer } from './health-server.ts';
import { SatelliteMetrics } from './metrics.ts';
import { parseOptions } from './options.ts';

const log = createLogger('satellite');

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  const { satellite } = await loadSiteFile(options.settings);
  const hubUrl = process.env.FM_HUB_URL ?? satellite.hubUrl;
  if (hubUrl === undefined) {
    throw new FleetError(
      'FM_SETTINGS_INVALID',
      `${options.settings}: satellite.hubUrl is missing. Example: hubUrl: https://fleet.example.net`,
    );
  }
  const source = tokenSource(satellite);
  // Read once now, so that a wrong file stops the start, and again at each call, so that a renewed token is taken up.
  await resolveSecret(source, 'satellite.token');
  const hub = createHubPort({
    hubUrl,
    clientId: `ironic-agent-${satellite.name}`,
    token: async () => (await resolveSecret(source, 'satellite.token')).reveal(),
  });
  const version = await ownVersion();
  const metrics = new SatelliteMetrics({ version, loops: () => agent.loops(), nodes: () => agent.nodes() });
  const agent = new OpenStackAgent({
    satellite: satellite.name,
    siteSlugs: satellite.siteSlugs,
    version,
    openstack: satellite.openstack,
    dataDir: options.data,
    hub,
    log,
    observe: (seen) => metrics.observe(seen),
  });
  const server = buildHealthServer({ registry: metrics.registry, loops: () => agent.loops(), now: Date.now });
  const address = await listen(server, options.port);
  agent.start();
  runUntilStopped(log, async () => {
    await agent.stop();
    await server.close();
  });
  announce({ event: 'ready', url: address, satellite: satellite.name, roles: options.roles });
}

function tokenSource(satellite: SiteSettings['satellite']): { file?: string; env?: string } {
  const file = process.env.FM_AGENT_TOKEN_FILE;
  if (file !== undefined && file !== '') return { file };
  const { token } = satellite;
  if (token === undefined) {
    throw new FleetError('FM_SETTINGS_INVALID', 'satellite.token is missing. Example: token: { file: agent-token }');
  }
  return token.file === undefined ? (token.env === undefined ? {} : { env: token.env }) : { file: token.file };
}

async function listen(server: ReturnType<typeof buildHealthServer>, port: number): Promise<string> {
  try {
    return await server.listen({ port, host: process.env.FM_LISTEN_HOST ?? '127.0.0.1' });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') {
      throw new FleetError('FM_PORT_TAKEN', `port ${port}`, { cause });
    }
    throw cause;
  }
}

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

main().catch((error: unknown) => {
  if (error instanceof FleetError) {
    process.stderr.write(`${ERRORS[error.code].title}: ${error.detail}\n${error.next}\n`);
  } else {
    log.fatal({ err: error }, 'could not start');
  }
  process.exit(1);
});
