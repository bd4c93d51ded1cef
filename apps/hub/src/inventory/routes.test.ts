import { createNetBoxClient } from '@fleet-manager/clients/netbox/session';
import { createLogger } from '@fleet-manager/platform/logging';
import { Secret } from '@fleet-manager/platform/secret';
import { type NetBoxDouble, startNetBoxDouble } from '@fleet-manager/simulator/netbox/double';
import { planSite } from '@fleet-manager/simulator/world/plan';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHubDatabase, type HubDatabase } from '../../test/hub-database.ts';
import { MirrorCycles } from '../agents/netbox/cycle.ts';
import { netboxSources } from '../agents/netbox/netbox-source.ts';
import { DEFAULT_NETBOX_AGENT_SETTINGS } from '../agents/netbox/settings.ts';
import { createCursorCodec } from '../http/cursor.ts';
import { guard } from '../http/guard.ts';
import { createServer } from '../http/server.ts';
import { registerInventoryRoutes } from './routes.ts';
import { setDegraded } from './type-state.ts';

const TRAY = 'sys1-ice2-p-phy-gpu0003';
const OTHER_TRAY = 'sys1-ice2-p-phy-gpu0004';
const deviceRoleClassMapping = { 'compute-tray': 'GPU_COMPUTE' } as const;

let hub: HubDatabase;
let netbox: NetBoxDouble;
let app: FastifyInstance;

beforeAll(async () => {
  hub = await createHubDatabase();
  netbox = await startNetBoxDouble({ plan: planSite({ racks: 1 }) });
  const client = createNetBoxClient({ url: netbox.url, token: new Secret(netbox.tokens.mirror.v2) });
  const mirror = new MirrorCycles({
    db: hub.db,
    sources: netboxSources(client),
    settings: {
      ...DEFAULT_NETBOX_AGENT_SETTINGS,
      deviceFilters: { clusters: [], allClusters: true },
      deviceRoleClassMapping,
      netboxUrl: null,
    },
    now: () => new Date(),
  });
  netbox.operator.setPrimaryMac(OTHER_TRAY, 'mgmt0', netbox.operator.addMac(OTHER_TRAY, 'mgmt0', '02:FE:00:00:00:01'));
  netbox.operator.setPrimaryMac(OTHER_TRAY, 'bmc', null);
  await mirror.run(new AbortController().signal);
  await client.close();
  app = await createServer({ log: createLogger('test', 'silent') });
  // The test says by a header which sites its caller may see.
  guard(app, {
    origins: [],
    authenticate: async (request) => ({
      by: 'bearer',
      principal: {
        kind: 'person',
        id: 'p',
        displayName: 'P',
        satellite: null,
        permissions: ['device:read'],
        sites: typeof request.headers['x-sites'] === 'string' ? request.headers['x-sites'].split(',') : 'all',
        expiresAt: null,
      },
    }),
  });
  registerInventoryRoutes(app, { db: hub.db, cursors: createCursorCodec(new Uint8Array(32)), deviceRoleClassMapping });
});
afterAll(async () => {
  await app.close();
  await netbox.close();
  await hub.drop();
});

async function get(url: string, sites?: string) {
  const answer = await app.inject({ url, headers: sites === undefined ? {} : { 'x-sites': sites } });
  return { status: answer.statusCode, body: answer.json() };
}

async function trayId(): Promise<string> {
  return (await hub.db.selectFrom('devices').select('id').where('name', '=', TRAY).executeTakeFirstOrThrow()).id;
}

test('sites with mirrored devices are listed, within the sites of the caller', async () => {
  const all = await get('/api/v1/sites/');
  expect(all.body.items).toMatchObject([
    { slug: 'keflavik', openstackVariant: 'unknown', satellites: [] },
    { slug: 'stavanger', deviceCount: 3 },
  ]);
  expect(all.body.items[0].deviceCount).toBeGreaterThan(30);
  expect((await get('/api/v1/sites', 'stavanger')).body.items).toMatchObject([{ slug: 'stavanger' }]);
  expect((await get('/api/v1/sites', 'elsewhere')).body.items).toEqual([]);
});

test('racks tell place, height and devices; another site has none', async () => {
  const racks = await get('/api/v1/racks?site=keflavik');
  expect(racks.body.items).toContainEqual(
    expect.objectContaining({ name: 'A01', siteSlug: 'keflavik', location: 'Row 1', heightUnits: 48, deviceCount: 30 }),
  );
  expect((await get('/api/v1/racks?site=elsewhere')).body.items).toEqual([]);
  expect((await get('/api/v1/racks', 'elsewhere')).body.items).toEqual([]);
});

test('a list walked in pages of one gives every row once, and refuses the cursor of another list', async () => {
  const whole = (await get('/api/v1/device-types')).body.items;
  const walked: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page = await get(`/api/v1/device-types?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`);
    walked.push(...page.body.items);
    cursor = page.body.nextCursor;
    if (cursor !== null && walked.length === 1) {
      expect((await get(`/api/v1/tags?cursor=${cursor}`)).body.code).toBe('FM_INVALID_CURSOR');
    }
  } while (cursor !== null);
  expect(walked).toEqual(whole);
  expect(walked.length).toBeGreaterThan(2);
});

test('roles tell the class they map to; clusters and tags their use', async () => {
  const roles = (await get('/api/v1/device-roles')).body.items;
  expect(roles).toContainEqual(expect.objectContaining({ slug: 'compute-tray', deviceClass: 'GPU_COMPUTE' }));
  expect(roles).toContainEqual(expect.objectContaining({ slug: 'oob-switch', deviceClass: null }));
  expect((await get('/api/v1/clusters')).body.items).toContainEqual(
    expect.objectContaining({ name: 'sys1-ice2', mirrored: true }),
  );
  expect((await get('/api/v1/tags')).body.items).toContainEqual(
    expect.objectContaining({ slug: 'gb300', deviceCount: 20 }),
  );
  expect((await get('/api/v1/locations')).body.items).toContainEqual(
    expect.objectContaining({ name: 'Row 1', slug: 'dh1-r1', siteSlug: 'keflavik' }),
  );
});

test('the parts of a tray: interfaces with MAC, address and far end, units, prefixes', async () => {
  const { status, body } = await get(`/api/v1/devices/${await trayId()}/components`);
  expect(status).toBe(200);
  const plan = planSite({ racks: 1 });
  const planned = plan.devices.find((device) => device.name === TRAY);
  const cable = plan.cables.find(({ a }) => a.device === TRAY && a.port === 'bmc');
  expect(body.interfaces).toHaveLength(planned?.ports.length ?? 0);
  expect(body.interfaces.find((one: { name: string }) => one.name === 'bmc')).toMatchObject({
    managementOnly: true,
    macs: [{ address: planned?.ports[0]?.mac, primary: true }],
    addresses: [planned?.ports[0]?.address],
    peer: { device: cable?.b.device, port: cable?.b.port, cableStatus: 'connected' },
  });
  expect(body.frus.map((fru: { slot: string; serial: string }) => [fru.slot, fru.serial]).sort()).toEqual(
    planned?.modules.map((module) => [module.bay, module.serial]).sort(),
  );
  expect(body.prefixes.length).toBeGreaterThan(0);
  expect(body.degraded).toEqual([]);
});

test('of the MAC addresses of a port that one is primary which NetBox says, not the first and not the only one', async () => {
  const { id } = await hub.db
    .selectFrom('devices')
    .select('id')
    .where('name', '=', OTHER_TRAY)
    .executeTakeFirstOrThrow();
  const { interfaces } = (await get(`/api/v1/devices/${id}/components`)).body;
  const macsOf = (port: string) => interfaces.find((one: { name: string }) => one.name === port).macs;
  expect(macsOf('mgmt0')).toEqual([
    expect.objectContaining({ primary: false }),
    expect.objectContaining({ address: '02:fe:00:00:00:01', primary: true }),
  ]);
  expect(macsOf('bmc')).toEqual([expect.objectContaining({ primary: false })]);
});

test('a port without a known cable reads as unknown while NetBox does not give all cables, never as free', async () => {
  const components = `/api/v1/devices/${await trayId()}/components`;
  const cablings = async () =>
    new Set((await get(components)).body.interfaces.map((one: { cabling: string }) => one.cabling));
  expect(await cablings()).toEqual(new Set(['cabled', 'not-cabled']));
  const refused = { code: 'FM_NETBOX_PERMISSION_MISSING', detail: 'refused' };
  await setDegraded(hub.db, 'dcim.cable', refused, new Date());
  expect(await cablings()).toEqual(new Set(['cabled', 'unknown']));
  await setDegraded(hub.db, 'dcim.cable', null, new Date());
});

test('a cable of which NetBox tells no far end leaves its port cabled, not free', async () => {
  const { id } = await hub.db
    .selectFrom('devices')
    .select('id')
    .where('name', '=', OTHER_TRAY)
    .executeTakeFirstOrThrow();
  const bmc = async () =>
    (await get(`/api/v1/devices/${id}/components`)).body.interfaces.find((one: { name: string }) => one.name === 'bmc');
  const { cableId } = (await bmc()).peer;
  await sql`
    update inventory_objects set content = jsonb_set(content, '{b}', '[]')
    where object_type = 'dcim.cable' and netbox_id = ${cableId}
  `.execute(hub.db);
  expect(await bmc()).toMatchObject({ cabling: 'cabled', peer: null });
});

test('of two cables on one port the newer one is told, and an older one that comes back is not', async () => {
  const { id } = await hub.db.selectFrom('devices').select('id').where('name', '=', TRAY).executeTakeFirstOrThrow();
  const bmc = async () =>
    (await get(`/api/v1/devices/${id}/components`)).body.interfaces.find((one: { name: string }) => one.name === 'bmc');
  const before = await bmc();
  for (const shift of [-1, 1]) {
    await sql`
      insert into inventory_objects (object_type, netbox_id, content, content_hash, generation, changed_at)
      select object_type, netbox_id + ${shift * 1_000_000}::bigint, jsonb_set(content, '{status}', '"planned"'), content_hash,
             generation, changed_at
      from inventory_objects where object_type = 'dcim.cable' and netbox_id = ${before.peer.cableId}
    `.execute(hub.db);
    expect((await bmc()).peer.cableStatus).toBe(shift < 0 ? before.peer.cableStatus : 'planned');
  }
});

test('a switch shows its console server', async () => {
  const { id } = await hub.db
    .selectFrom('devices')
    .select('id')
    .where('role', '=', 'oob-switch')
    .executeTakeFirstOrThrow();
  const { body } = await get(`/api/v1/devices/${id}/components`);
  expect(body.consoleLinks).toHaveLength(1);
});

test('the parts of a device of another site are not found, as if it did not exist', async () => {
  const answer = await get(`/api/v1/devices/${await trayId()}/components`, 'elsewhere');
  expect(answer).toMatchObject({ status: 404, body: { code: 'FM_NOT_FOUND' } });
});
