// node --import tsx scripts/record-release.ts VERSION
// Runs the hub and the satellite of this source over a simulated site for a few seconds, and writes what a later version must
// still understand: the rows of the database (databases/<newest migration>.json) and the satellite's requests
// (recorded/satellite-VERSION.json), both cut down to a few devices. Run it when a version is released.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '@fleet-manager/platform/logging';
import { startNetBoxDouble } from '@fleet-manager/simulator/netbox/double';
import { startOpenStackDouble } from '@fleet-manager/simulator/openstack/double';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { World } from '@fleet-manager/simulator/world/world';
import { freePort } from '../apps/fleet/src/free-port.ts';
import { ensureDatabase, startPostgres } from '../apps/fleet/src/postgres/server.ts';
import { openDatabase } from '../apps/hub/src/database/database.ts';
import { migrate } from '../apps/hub/src/database/migrate.ts';
import { startNetboxRole } from '../apps/hub/src/netbox-role.ts';
import { startMeddlingProxy } from '../test/support/meddling-proxy.ts';
import { cutDump, cutRequests } from '../test/upgrade/cut.ts';
import { dumpOf, migrationNames } from '../test/upgrade/database-dump.ts';
import { openHub, SATELLITE, startSatellite, until } from '../test/upgrade/site.ts';
import { ROOT } from './lib/run.ts';

const [version] = process.argv.slice(2);
if (version === undefined) {
  console.error('usage: node --import tsx scripts/record-release.ts VERSION');
  process.exit(64);
}
const dir = await mkdtemp(path.join(tmpdir(), 'fm-record-'));
const closing: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
try {
  const postgres = await startPostgres({ dir: path.join(dir, 'pg'), port: await freePort() });
  closing.push(() => postgres.stop());
  const database = openDatabase({ url: await ensureDatabase(postgres.url, 'record') });
  closing.push(() => database.close());
  await migrate(database.db);
  const plan = planSite({ racks: 1 });
  const world = new World({ plan });
  const netbox = await startNetBoxDouble({ plan });
  closing.push(() => netbox.close());
  const openstack = await startOpenStackDouble({ world });
  closing.push(() => openstack.close());
  const hub = await openHub(database);
  const proxy = await startMeddlingProxy(hub.url);
  closing.push(() => proxy.close());
  await writeFile(path.join(dir, 'token'), netbox.tokens.mirror.v2, { mode: 0o600 });
  const mirror = await startNetboxRole({
    database,
    log: createLogger('record', 'warn'),
    version,
    settings: {
      url: netbox.url,
      token: { file: path.join(dir, 'token') },
      verifyTls: true,
      pollSeconds: 1,
      resyncSeconds: 600,
      allowMassDeletion: false,
      deviceFilters: { clusters: [SATELLITE, `${SATELLITE}-net`], allClusters: false },
      deviceRoleClassMapping: { 'compute-tray': 'GPU_COMPUTE' },
    },
  });
  const satellite = await startSatellite({ hubUrl: proxy.url, token: hub.agentToken, clouds: openstack.cloudsYaml });
  const open = async () =>
    (await hub.person.GET('/api/v1/findings', { params: { query: { state: ['open'] } } })).data?.items;

  await until('statuses and findings', async () => {
    const { data } = await hub.person.GET('/api/v1/devices', { params: { query: { limit: 500 } } });
    const judged =
      data?.items.filter((device) => device.deviceClass !== null && device.operational_status !== 'unknown').length ??
      0;
    return judged > 10 && ((await open())?.length ?? 0) > 0;
  });
  // Some history: a node into maintenance, a device renamed in NetBox, a finding taken note of.
  const node = [...world.nodes.values()].find((one) => one.provision_state === 'active' && !one.maintenance);
  if (node === undefined) throw new Error('no active node');
  node.maintenance = true;
  const reports = () => proxy.seen.filter((one) => one.path.endsWith('/condition-reports')).length;
  const before = reports();
  await until('two more walks', async () => reports() > before + 2);
  const [finding] = (await open()) ?? [];
  if (finding === undefined) throw new Error('no finding');
  await hub.person.PATCH('/api/v1/findings/{id}', {
    params: { path: { id: finding.id }, header: { 'if-match': `"${finding.version}"` } },
    body: { state: 'acknowledged', note: 'seen by the night shift' },
  });

  await satellite.stop();
  await mirror.stop();
  await hub.close();
  const schema = (await migrationNames()).at(-1) ?? '';
  const dump = cutDump(await dumpOf(database.db, schema), [node.name ?? '', ...finding.devices.map((one) => one.name)]);
  await writeFile(path.join(ROOT, `test/upgrade/databases/${schema}.json`), `${JSON.stringify(dump)}\n`);
  const requests = cutRequests(proxy.seen, dump);
  const file = path.join(ROOT, `test/upgrade/recorded/satellite-${version}.json`);
  await writeFile(file, `${JSON.stringify({ version, requests }, null, 1)}\n`);
} finally {
  for (const close of closing.reverse()) await close();
}
process.exit(0);
