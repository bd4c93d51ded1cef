import { randomUUID } from 'node:crypto';
import { walkCables } from '@fleet-manager/clients/netbox/cables';
import { changesSince } from '@fleet-manager/clients/netbox/changes';
import { clustersNamed } from '@fleet-manager/clients/netbox/cluster-names';
import { type Collected, collect } from '@fleet-manager/clients/netbox/collect';
import { netboxObjectPermissions } from '@fleet-manager/clients/netbox/permissions';
import { readDevice } from '@fleet-manager/clients/netbox/read-device';
import { readRights } from '@fleet-manager/clients/netbox/read-rights';
import { renderedContexts } from '@fleet-manager/clients/netbox/rendered-contexts';
import { bareCables, cableTerminations } from '@fleet-manager/clients/netbox/resources/cables';
import { clusters } from '@fleet-manager/clients/netbox/resources/clusters';
import { configContexts } from '@fleet-manager/clients/netbox/resources/config-contexts';
import { consolePorts, consoleServerPorts } from '@fleet-manager/clients/netbox/resources/console-ports';
import { deviceRoles } from '@fleet-manager/clients/netbox/resources/device-roles';
import { deviceTypes } from '@fleet-manager/clients/netbox/resources/device-types';
import { type DeviceRecord, devices } from '@fleet-manager/clients/netbox/resources/devices';
import { interfaces } from '@fleet-manager/clients/netbox/resources/interfaces';
import { ipAddresses } from '@fleet-manager/clients/netbox/resources/ip-addresses';
import { locations } from '@fleet-manager/clients/netbox/resources/locations';
import { macAddresses } from '@fleet-manager/clients/netbox/resources/mac-addresses';
import { modules } from '@fleet-manager/clients/netbox/resources/modules';
import { prefixes } from '@fleet-manager/clients/netbox/resources/prefixes';
import { racks } from '@fleet-manager/clients/netbox/resources/racks';
import { sites } from '@fleet-manager/clients/netbox/resources/sites';
import { tags } from '@fleet-manager/clients/netbox/resources/tags';
import { createNetBoxClient, type NetBoxSession } from '@fleet-manager/clients/netbox/session';
import { sweepIds } from '@fleet-manager/clients/netbox/sweep';
import { type WalkStep, walk } from '@fleet-manager/clients/netbox/walk';
import { Secret } from '@fleet-manager/platform/secret';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type NetBoxWriter, netboxWriter } from '../../support/netbox-writer.ts';

/** A NetBox, real or not, seeded with a site of GB300 racks and a second site that is not ours. */
export interface TwinNetBox {
  readonly url: string;
  /** A token that reads everything. */
  readonly token: string;
  /** One that reads one site, and neither MAC addresses, cable terminations nor console ports. */
  readonly limitedToken: string;
  /** One that may write; its user sees everything. */
  readonly adminToken: string;
  readonly siteSlug: string;
  /** Name of the cluster of the compute trays; the network's cluster has it with `-net`. */
  readonly clusterName: string;
  close(): Promise<void>;
}

const everyType = {
  sites,
  locations,
  racks,
  deviceTypes,
  deviceRoles,
  devices,
  interfaces,
  bareCables,
  cableTerminations,
  macAddresses,
  modules,
  consolePorts,
  consoleServerPorts,
  ipAddresses,
  prefixes,
  tags,
  clusters,
  configContexts,
} as const;

/** What a mirror sees of NetBox. Run against the double and the real one, so that the double cannot tell tales. */
export function netboxTwin(name: string, start: () => Promise<TwinNetBox>): void {
  describe(name, () => {
    let netbox: TwinNetBox;
    let session: NetBoxSession;
    let limited: NetBoxSession;
    let writer: NetBoxWriter;
    const closing: (() => Promise<void>)[] = [];

    const open = async (token: string) => {
      const client = createNetBoxClient({ url: netbox.url, token: new Secret(token) });
      closing.push(() => client.close());
      return client.open();
    };

    beforeAll(async () => {
      netbox = await start();
      session = opened(await open(netbox.token));
      limited = opened(await open(netbox.limitedToken));
      writer = netboxWriter(netbox.url, netbox.adminToken);
    });
    afterAll(async () => {
      for (const close of closing) await close();
      await netbox?.close();
    });

    /** The answer of the first call for all later ones: the real NetBox takes its time, and none of these changes. */
    const once = <T>(ask: () => Promise<T>) => {
      let answer: Promise<T> | undefined;
      return () => {
        answer ??= ask();
        return answer;
      };
    };
    const clusterNamed = async (wanted: string) => {
      const found = await clustersNamed(session, [wanted]);
      if (!found.ok) throw new Error(found.failure.message);
      return found.value[0]!;
    };
    const cluster = once(() => clusterNamed(netbox.clusterName));
    const networkCluster = once(() => clusterNamed(`${netbox.clusterName}-net`));
    const siteId = once(async () => {
      const found = await complete(walk(session, sites, { filter: { slug: [netbox.siteSlug] } }));
      return found.rows[0]!.id;
    });
    const trays = once(async () => {
      const found = await complete(walk(session, devices, { filter: { cluster_id: [(await cluster()).id] } }));
      return found.rows.filter((device) => device.name?.includes('-phy-gpu'));
    });

    describe('reading', () => {
      test.each(Object.entries(everyType))('all %s are read, each once, none unreadable', async (_, resource) => {
        const whole = await complete<{ id: number }>(walk<never, never>(session, resource as never) as never);
        expect(whole.rejected).toEqual([]);
        expect(whole.rows.length).toBeGreaterThan(0);
        expect(whole.rows.map((row) => row.id)).toEqual(
          [...new Set(whole.rows.map((row) => row.id))].sort((a, b) => a - b),
        );
      });

      test('small pages give the same devices as one large page', async () => {
        const large = await complete(walk(session, devices));
        const small = await complete(walk(session, devices, { pageSize: 25 }));
        expect(small.rows).toEqual(large.rows);
      });

      test('a sweep of ids names the same devices as a walk', async () => {
        const filter = { cluster_id: [(await cluster()).id] };
        const swept = await sweepIds(session, devices, { filter });
        const walked = await complete(walk(session, devices, { filter }));
        expect(swept.kind === 'complete' && [...swept.ids]).toEqual([...walked.ids]);
      });

      test('a compute tray has all that the mirror needs', async () => {
        const [tray] = await trays();
        expect(tray).toMatchObject({
          siteId: await siteId(),
          clusterId: (await cluster()).id,
          status: expect.stringMatching(/^(active|staged|planned|offline|failed|inventory|decommissioning)$/),
          serial: expect.stringMatching(/\S/),
          assetTag: expect.stringMatching(/\S/),
          rackId: expect.any(Number),
          position: expect.any(Number),
          face: 'front',
          parentDeviceId: null,
          customFields: { platform_class: 'gb300' },
        });
        expect(tray?.lastUpdated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
      });

      test('its ports, addresses, modules and cables lead back to it', async () => {
        const [tray] = await trays();
        const filter = { device_id: [tray!.id] };
        const ports = await complete(walk(session, interfaces, { filter }));
        expect(ports.rows.map((port) => port.name)).toEqual(expect.arrayContaining(['bmc', 'ib0']));
        const portIds = ports.rows.map((port) => port.id);
        const macs = await complete(walk(session, macAddresses, { filter }));
        expect(macs.rows.length).toBeGreaterThan(0);
        for (const mac of macs.rows) {
          expect(mac).toMatchObject({
            mac: expect.stringMatching(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/),
            assignedType: 'dcim.interface',
          });
          expect(portIds).toContain(mac.assignedId);
        }
        const addresses = await complete(walk(session, ipAddresses, { filter }));
        expect(addresses.rows.length).toBeGreaterThan(0);
        for (const address of addresses.rows) {
          expect(address.address).toMatch(/^[\d.]+\/\d+$/);
          expect(portIds).toContain(address.assignedId);
        }
        const parts = await complete(walk(session, modules, { filter }));
        expect(parts.rows.map((part) => part.bay)).toEqual(expect.arrayContaining(['GPU1', 'GPU4', 'BF3']));
        expect(parts.rows.find((part) => part.bay === 'GPU1')).toMatchObject({
          manufacturer: 'NVIDIA',
          model: 'GB300 GPU',
          status: 'active',
        });
        const cables = await complete(walkCables(session, { filter: { site_id: [await siteId()] } }));
        const ends = cables.rows.flatMap((cable) => [...cable.a, ...cable.b]);
        expect(ends.some((end) => end.type === 'dcim.interface' && portIds.includes(end.portId))).toBe(true);
      });

      test('every cable of the site has both its ends', async () => {
        const cables = await complete(walkCables(session, { filter: { site_id: [await siteId()] } }));
        expect(
          cables.rows.filter((cable) => cable.ends !== 'all' || cable.a.length === 0 || cable.b.length === 0),
        ).toEqual([]);
      });

      test('components of the site are filtered by the site, though their rows do not show it', async () => {
        const filter = { site_id: [await siteId()] };
        const ours = await complete(walk(session, interfaces, { filter }));
        const here = (await complete(walk(session, devices, { filter }))).ids;
        expect(ours.rows.length).toBeGreaterThan(0);
        expect(ours.rows.filter((port) => !here.has(port.deviceId))).toEqual([]);
        for (const resource of [consolePorts, consoleServerPorts]) {
          expect((await complete(walk(session, resource, { filter }))).rows.length).toBeGreaterThan(0);
        }
        expect((await complete(walk(session, modules, { filter }))).rows.length).toBeGreaterThan(0);
        expect((await complete(walk(session, prefixes, { filter }))).rows.length).toBeGreaterThan(0);
      });

      test('contexts reach the trays, merged from the site, the role and the cluster', async () => {
        const some = (await trays()).slice(0, 3).map((tray) => tray.id);
        const rendered = await complete(renderedContexts(session, [...some, 999_999]));
        expect(rendered.rows.map((row) => row.id)).toEqual(some);
        for (const row of rendered.rows) {
          expect(Object.keys(row.context)).toEqual(
            expect.arrayContaining(['ntp', 'bios_config', 'firmware_config', 'mlxconfig_config', 'openstack']),
          );
        }
      });

      test('a later time gives no changes, an early one gives all', async () => {
        const all = await complete(walk(session, devices));
        expect(
          (await complete(changesSince(session, devices, { since: new Date(Date.now() + 86_400_000) }))).rows,
        ).toEqual([]);
        expect((await complete(changesSince(session, devices, { since: new Date(0) }))).rows).toEqual(all.rows);
      });
    });

    describe('what NetBox refuses or ignores', () => {
      test('a filter that it does not know gives everything, so that ours must never be one', async () => {
        const count = async (query: string) => {
          const answer = await writer.read(`dcim/devices/?limit=1&fields=id&${query}`);
          return typeof answer === 'object' && answer !== null && 'count' in answer ? answer.count : undefined;
        };
        expect(await count('cluster=no-such-cluster')).toBe(await count(''));
        expect(await count('nonsense=1')).toBe(await count(''));
      });

      test('a cluster that does not exist is a mistake in the settings, not an empty one', async () => {
        expect(await collect(walk(session, devices, { filter: { cluster_id: [999_999] } }))).toMatchObject({
          kind: 'incomplete',
          failure: { kind: 'gone', filter: 'cluster_id', values: ['999999'] },
        });
        expect(await clustersNamed(session, ['no-such-cluster'])).toMatchObject({
          ok: false,
          failure: { kind: 'gone' },
        });
      });

      test.each([
        ['racks', racks],
        ['locations', locations],
        ['interfaces', interfaces],
        ['modules', modules],
        ['cables', bareCables],
        ['prefixes', prefixes],
      ] as const)('neither is a site, when %s are asked for', async (_, resource) => {
        const steps = walk<never, never>(session, resource as never, { filter: { site_id: [999_999] } } as never);
        expect(await collect(steps)).toMatchObject({
          kind: 'incomplete',
          failure: { kind: 'gone', filter: 'site_id' },
        });
      });

      test('devices that are gone are left out of the ports that are asked for', async () => {
        const [tray] = await trays();
        const ports = await complete(
          walk(session, interfaces, { filter: { device_id: [999_998, tray!.id, 999_999] } }),
        );
        expect(new Set(ports.rows.map((port) => port.deviceId))).toEqual(new Set([tray!.id]));
      });

      test.each([
        ['of version 2', 'nbt_000000000000.0000000000000000000000000000000000000000'],
        ['of version 1', '0000000000000000000000000000000000000000'],
      ])('an unknown token %s is refused as one', async (_, token) => {
        expect(await open(token)).toMatchObject({
          ok: false,
          failure: { kind: 'credentials', status: 403 },
        });
      });

      test('the full reader may read each type that the printed permissions name', async () => {
        const rights = await readRights(session);
        expect(rights.filter((right) => right.failure !== undefined)).toEqual([]);
        expect(rights.map((right) => right.objectType).sort()).toEqual(
          netboxObjectPermissions().map((one) => one.objectType),
        );
      });

      test('the limited reader lacks five types, and is told which', async () => {
        const lacking = (await readRights(limited)).filter((right) => right.failure !== undefined);
        expect(lacking.map((right) => [right.objectType, right.failure?.kind]).sort()).toEqual([
          ['core.objectchange', 'forbidden'],
          ['dcim.cabletermination', 'forbidden'],
          ['dcim.consoleport', 'forbidden'],
          ['dcim.consoleserverport', 'forbidden'],
          ['dcim.macaddress', 'forbidden'],
        ]);
      });

      test('rows outside its permission are left out in silence, and read as absent', async () => {
        const ours = await siteId();
        const foreign = (await complete(walk(session, devices))).rows.find((device) => device.siteId !== ours);
        const seen = await complete(walk(limited, devices));
        expect(new Set(seen.rows.map((device) => device.siteId))).toEqual(new Set([ours]));
        expect(await readDevice(limited, foreign!.id)).toEqual({ kind: 'absent' });
        expect(await readDevice(session, foreign!.id)).toMatchObject({ kind: 'found' });
      });

      test('without terminations the limited reader finds the same ends at interfaces', async () => {
        const filter = { site_id: [await siteId()] };
        const refusals = new Set<string>();
        const some = await complete(
          walkCables(limited, {
            filter,
            onEnds: (refused) =>
              refusals.add(refused?.kind === 'forbidden' ? String(refused.objectType) : String(refused?.kind)),
          }),
        );
        const all = await complete(walkCables(session, { filter }));
        const atInterfaces = (cable: (typeof all.rows)[number]) => ({
          id: cable.id,
          a: cable.a.filter((end) => end.type === 'dcim.interface'),
          b: cable.b.filter((end) => end.type === 'dcim.interface'),
        });
        expect(some.rows.map(atInterfaces)).toEqual(all.rows.map(atInterfaces));
        expect(some.rows.every((cable) => cable.ends === 'some')).toBe(true);
        expect([...refusals]).toEqual(['dcim.cabletermination']);
      });
    });

    describe('edits', () => {
      // One after the other and the last first: NetBox may run into a deadlock when a device and its cable go at once.
      const made: [path: string, id: number][] = [];
      afterEach(async () => {
        for (let one = made.pop(); one; one = made.pop()) await writer.remove(...one);
      });

      /** A device of our own in the trays' cluster; gone again when the test ends. */
      async function ownDevice(over: object = {}): Promise<DeviceRecord> {
        const [tray] = await trays();
        const id = await writer.create('dcim/devices', {
          name: `twin-${randomUUID().slice(0, 8)}`,
          device_type: tray!.deviceTypeId,
          role: tray!.roleId,
          site: tray!.siteId,
          cluster: tray!.clusterId,
          status: 'staged',
          ...over,
        });
        made.push(['dcim/devices', id]);
        return found(id);
      }
      async function found(id: number): Promise<DeviceRecord> {
        const answer = await readDevice(session, id);
        if (answer.kind !== 'found') throw new Error(`device ${id}: ${answer.kind}`);
        return answer.device;
      }
      const stamp = (row: { lastUpdated: string | null }) => new Date(Date.parse(row.lastUpdated ?? '') + 1);
      const changed = async (since: Date) =>
        (await complete(changesSince(session, devices, { since, overlapMs: 0 }))).rows;

      test('a renamed device is among the changes under its new name', async () => {
        const device = await ownDevice();
        await writer.change('dcim/devices', device.id, { name: `${device.name}-b` });
        expect(await changed(stamp(device))).toEqual(
          expect.arrayContaining([expect.objectContaining({ id: device.id, name: `${device.name}-b` })]),
        );
      });

      test('status, serial, custom fields and tags are seen as written', async () => {
        const device = await ownDevice();
        await writer.change('dcim/devices', device.id, {
          status: 'active',
          serial: 'TWIN-1',
          custom_fields: { platform_class: 'gb200' },
          tags: [{ slug: 'spare' }],
        });
        const after = (await changed(stamp(device))).find((row) => row.id === device.id);
        expect(after).toMatchObject({
          status: 'active',
          serial: 'TWIN-1',
          customFields: { platform_class: 'gb200' },
          tags: [{ slug: 'spare' }],
        });
      });

      test('a device without a name is a device', async () => {
        const device = await ownDevice({ name: null });
        expect(device.name).toBeNull();
      });

      test('a device moved to another cluster leaves the sweep, shows in the changes, and is still found', async () => {
        const device = await ownDevice();
        const filter = { cluster_id: [(await cluster()).id] };
        expect((await complete(walk(session, devices, { filter }))).ids.has(device.id)).toBe(true);
        const other = await networkCluster();
        await writer.change('dcim/devices', device.id, { cluster: other.id });
        const swept = await sweepIds(session, devices, { filter });
        expect(swept.kind === 'complete' && swept.ids.has(device.id)).toBe(false);
        expect(await changed(stamp(device))).toEqual(
          expect.arrayContaining([expect.objectContaining({ id: device.id, clusterId: other.id })]),
        );
        expect(await found(device.id)).toMatchObject({ clusterId: other.id });
      });

      test('a deleted device leaves the sweep, shows in no changes, and is absent', async () => {
        const device = await ownDevice();
        await writer.remove('dcim/devices', device.id);
        const swept = await sweepIds(session, devices);
        expect(swept.kind === 'complete' && swept.ids.has(device.id)).toBe(false);
        expect((await changed(new Date(Date.parse(device.lastUpdated ?? '')))).map((row) => row.id)).not.toContain(
          device.id,
        );
        expect(await readDevice(session, device.id)).toEqual({ kind: 'absent' });
      });

      test('an edited MAC address shows among the MAC addresses alone', async () => {
        const device = await ownDevice();
        const port = await writer.create('dcim/interfaces', { device: device.id, name: 'twin0', type: '1000base-t' });
        const mac = await writer.create('dcim/mac-addresses', {
          mac_address: '02:00:5E:00:53:01',
          assigned_object_type: 'dcim.interface',
          assigned_object_id: port,
        });
        made.push(['dcim/mac-addresses', mac]);
        const before = await complete(walk(session, macAddresses, { filter: { id: [mac] } }));
        const since = stamp(before.rows[0]!);
        await writer.change('dcim/mac-addresses', mac, { mac_address: '02:00:5E:00:53:02' });
        const macs = await complete(changesSince(session, macAddresses, { since, overlapMs: 0 }));
        expect(macs.rows).toEqual(
          expect.arrayContaining([expect.objectContaining({ id: mac, mac: '02:00:5E:00:53:02', assignedId: port })]),
        );
        const ports = await complete(changesSince(session, interfaces, { since, overlapMs: 0 }));
        expect(ports.rows.map((row) => row.id)).not.toContain(port);
        expect((await changed(since)).map((row) => row.id)).not.toContain(device.id);
      });

      test('the cable of a deleted device stays, with an empty side', async () => {
        const [near, far] = [await ownDevice(), await ownDevice()];
        const port = async (device: DeviceRecord) =>
          writer.create('dcim/interfaces', { device: device.id, name: 'twin0', type: '800gbase-x-osfp' });
        const [a, b] = [await port(near), await port(far)];
        const cable = await writer.create('dcim/cables', {
          a_terminations: [{ object_type: 'dcim.interface', object_id: a }],
          b_terminations: [{ object_type: 'dcim.interface', object_id: b }],
          status: 'connected',
        });
        made.push(['dcim/cables', cable]);
        const read = async () => (await complete(walkCables(session, { filter: { id: [cable] } }))).rows[0];
        expect(await read()).toMatchObject({
          a: [{ type: 'dcim.interface', portId: a }],
          b: [{ type: 'dcim.interface', portId: b }],
        });
        await writer.remove('dcim/devices', far.id);
        expect(await read()).toMatchObject({ id: cable, status: 'connected', a: [{ portId: a }], b: [], ends: 'all' });
      });
    });
  });
}

function opened(answer: Awaited<ReturnType<ReturnType<typeof createNetBoxClient>['open']>>): NetBoxSession {
  if (!answer.ok) throw new Error(`${answer.failure.message}: ${answer.failure.advice}`);
  return answer.value;
}

async function complete<R>(steps: AsyncIterable<WalkStep<R>>): Promise<Extract<Collected<R>, { kind: 'complete' }>> {
  const all = await collect(steps);
  if (all.kind === 'incomplete') throw new Error(`incomplete: ${all.failure.message}`);
  return all;
}
