import { AgentPage, Finding, SatellitePage } from '@fleet-manager/contract/api/agents';
import type { Device } from '@fleet-manager/contract/api/devices';
import { SitePage } from '@fleet-manager/contract/api/inventory';
import type { z } from 'zod';

const ago = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString();

/** One agent that is well, one that works in part, one that has gone quiet. */
export function fixtureAgents(now: Date): z.infer<typeof AgentPage>['items'] {
  const loop = (name: string, seconds: number, objects: number, intervalSeconds = 60) => ({
    name,
    lastStartedAt: ago(now, seconds + 2),
    lastSuccessAt: ago(now, seconds),
    lastDurationMs: 840 + objects,
    intervalSeconds,
    objects,
    error: null,
  });
  return AgentPage.parse({
    nextCursor: null,
    items: [
      {
        clientId: 'netbox-agent',
        kind: 'netbox-agent',
        satellite: null,
        siteSlugs: ['keflavik', 'lulea', 'narvik'],
        version: '0.1.0',
        state: 'degraded',
        stateDetail: '1 object type cannot be read',
        startedAt: ago(now, 86_400 * 3),
        lastHeartbeatAt: ago(now, 8),
        clockSkewSeconds: 0.2,
        lagSeconds: 24,
        loops: [loop('netbox-changes', 24, 12), loop('netbox-full-resync', 1_900, 5_210, 3_600)],
        degraded: [
          {
            subject: 'mac-addresses',
            code: 'FM_NETBOX_PERMISSION_MISSING',
            detail: 'NetBox answers 403 to GET /api/dcim/mac-addresses/.',
            next: 'Grant the object permissions of `fleetctl access netbox`.',
            since: ago(now, 7_400),
          },
        ],
      },
      {
        clientId: 'openstack-agent/north1',
        kind: 'openstack-agent',
        satellite: 'north1',
        siteSlugs: ['keflavik', 'lulea'],
        version: '0.1.0',
        state: 'healthy',
        stateDetail: 'all loops run',
        startedAt: ago(now, 86_400),
        lastHeartbeatAt: ago(now, 5),
        clockSkewSeconds: 0.1,
        lagSeconds: 31,
        loops: [
          loop('ironic-nodes-overcloud', 31, 1_120),
          loop('ironic-nodes-undercloud', 29, 64),
          loop('orphan-sweep', 140, 9, 300),
        ],
        degraded: [],
      },
      {
        clientId: 'openstack-agent/north2',
        kind: 'openstack-agent',
        satellite: 'north2',
        siteSlugs: ['narvik'],
        version: '0.0.9',
        state: 'stale',
        stateDetail: 'no heartbeat for 47 min',
        startedAt: ago(now, 86_400 * 9),
        lastHeartbeatAt: ago(now, 47 * 60),
        clockSkewSeconds: -9,
        lagSeconds: 2_820,
        loops: [
          {
            ...loop('ironic-nodes-overcloud', 2_820, 560),
            error: {
              code: 'FM_OPENSTACK_CREDENTIAL_REFUSED',
              detail: 'Keystone answered 401 to the application credential.',
              next: 'Check the clouds.yaml: wrong, expired or deleted application credential.',
              since: ago(now, 2_760),
            },
          },
        ],
        degraded: [],
      },
    ],
  }).items;
}

export function fixtureSatellites(now: Date): z.infer<typeof SatellitePage> {
  return SatellitePage.parse({
    nextCursor: null,
    items: [
      {
        name: 'north1',
        siteSlugs: ['keflavik', 'lulea'],
        openstackVariant: 'nova',
        agents: ['openstack-agent/north1'],
        lastHeartbeatAt: ago(now, 5),
      },
      {
        name: 'north2',
        siteSlugs: ['narvik'],
        openstackVariant: 'standalone',
        agents: ['openstack-agent/north2'],
        lastHeartbeatAt: ago(now, 2_820),
      },
    ],
  });
}

const SITE_NAMES: Readonly<Record<string, string>> = { keflavik: 'Keflavík', lulea: 'Luleå', narvik: 'Narvik' };

export function fixtureSites(devices: readonly Device[]): z.infer<typeof SitePage> {
  return SitePage.parse({
    nextCursor: null,
    items: Object.entries(SITE_NAMES).map(([slug, name], at) => ({
      netboxId: at + 1,
      slug,
      name,
      status: 'active',
      region: 'Nordics',
      facility: at === 2 ? null : `DC-${at + 1}`,
      timeZone: at === 0 ? 'Atlantic/Reykjavik' : 'Europe/Stockholm',
      satellites: at === 2 ? ['north2'] : ['north1'],
      deviceCount: devices.filter((device) => device.siteSlug === slug).length,
      openstackVariant: at === 2 ? 'standalone' : 'nova',
    })),
  });
}

/** Findings of several kinds, each on a device of the fleet. */
export function fixtureFindings(now: Date, devices: readonly Device[]): z.infer<typeof Finding>[] {
  const kinds = [
    [
      'device-without-node',
      'no Ironic node has serial or name of this device',
      'Enrol the device, or correct its serial in NetBox.',
    ],
    [
      'serial-name-mismatch',
      'the serial points at one node, the name at another',
      'Find out which tray stands in the slot, then correct NetBox.',
    ],
    [
      'node-with-dead-instance',
      'the node names an instance that Nova does not know',
      'Undeploy the node after checking that no disk of a tenant is needed.',
    ],
    [
      'allocation-left',
      'Placement counts resources for a consumer that is gone',
      'Check that no server uses it, then replace the allocation of this consumer by an empty one.',
    ],
  ] as const;
  return kinds.map(([kind, summary, next], at) => {
    const device = devices[at * 21 + 3];
    return Finding.parse({
      id: `00000000-0000-4000-9000-00000000000${at}`,
      kind,
      key: `${kind}-${at}`,
      siteSlug: device?.siteSlug ?? null,
      deviceIds: device === undefined ? [] : [device.id],
      devices: device === undefined ? [] : [{ id: device.id, name: device.name }],
      subject: device?.name ?? 'unknown',
      summary,
      next,
      firstObservedAt: ago(now, 86_400 + at * 3_600),
      lastObservedAt: ago(now, 140),
      observations: 289 - at,
      evidence: { serial: device?.serial ?? null, ironic: { node: device?.ironicNodeId ?? null }, seenTwice: true },
      source: 'openstack-agent/north1',
      scope: 'orphan-sweep',
      state: at === 1 ? 'acknowledged' : 'open',
      resolvedAt: null,
      note: at === 1 ? 'Tray swapped on Monday, NetBox change is on its way.' : null,
      acknowledgedBy: at === 1 ? 'operator' : null,
      version: 1,
    });
  });
}
