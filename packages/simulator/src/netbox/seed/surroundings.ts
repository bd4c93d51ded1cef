import type { SitePlan } from '../../world/plan.ts';
import type { Row } from '../store.ts';
import type { Organisation } from './organisation.ts';
import type { Seeder } from './seeder.ts';

export interface SurroundingsOptions {
  /** Power distribution units per GPU rack; they have no name, as many real ones. */
  readonly pdusPerRack: number;
  /** Compute trays in the spares store: no rack, no cables, status `inventory`. */
  readonly spares: number;
  /** Devices of another site and cluster, which a mirror of this one must leave alone. */
  readonly otherDevices: number;
}

export const OTHER_DEPLOYMENT = 'glo1';

/** What stands around the planned hardware: networks, power units, spares, and a second site. */
export function seedSurroundings(
  seed: Seeder,
  plan: SitePlan,
  org: Organisation,
  racks: ReadonlyMap<string, Row>,
  options: SurroundingsOptions,
): void {
  const cluster = org.clusters.get(plan.deployment)?.id ?? null;
  const tray = org.deviceTypes.get('hg635n-v2');
  const common = { platform: tray?.default_platform ?? null, airflow: tray?.airflow ?? null };
  let number = 0;
  for (const rack of plan.racks) {
    if (rack.kind !== 'gpu') continue;
    number++;
    seedPrefixes(seed, org, number);
    for (let i = 0; i < options.pdusPerRack; i++) {
      seed.add('dcim.device', {
        name: null,
        device_type: org.deviceTypes.get('px4-3phase')?.id ?? null,
        role: org.roles.get('pdu')?.id ?? null,
        site: org.site.id,
        location: racks.get(rack.name)?.location ?? null,
        rack: racks.get(rack.name)?.id ?? null,
        serial: `PDU-${rack.name}-${'AB'[i] ?? i}`,
        cluster,
      });
    }
  }
  for (let i = 1; i <= options.spares; i++) {
    const device = seed.add('dcim.device', {
      name: `${plan.deployment}-p-phy-spare${String(i).padStart(3, '0')}`,
      device_type: tray?.id ?? null,
      role: org.roles.get('compute-tray')?.id ?? null,
      tenant: org.tenant.id,
      site: org.site.id,
      location: org.store.id,
      status: 'inventory',
      serial: `TRAY-SPARE${String(i).padStart(5, '0')}`,
      cluster,
      tags: [org.tags.get('gb300')?.id, org.tags.get('spare')?.id].filter((id) => id !== undefined),
      custom_fields: { ...emptyDevice, platform_class: 'gb300' },
      ...common,
    });
    for (const name of ['bmc', 'mgmt0']) {
      seed.add('dcim.interface', { device: device.id, name, type: '1000base-t', mgmt_only: true });
    }
  }
  const rack = seed.add('dcim.rack', {
    name: 'S01',
    site: org.otherSite.id,
    role: org.rackRoles.gpu.id,
    status: 'planned',
  });
  for (let i = 1; i <= options.otherDevices; i++) {
    seed.add('dcim.device', {
      name: `${OTHER_DEPLOYMENT}-p-phy-gpu${String(i).padStart(4, '0')}`,
      device_type: tray?.id ?? null,
      role: org.roles.get('compute-tray')?.id ?? null,
      site: org.otherSite.id,
      rack: rack.id,
      position: i,
      face: 'front',
      status: 'planned',
      serial: `GLO${String(i).padStart(8, '0')}`,
      cluster: org.clusters.get(OTHER_DEPLOYMENT)?.id ?? null,
      ...common,
    });
  }
}

const emptyDevice = {
  platform_class: null,
  rack_position: null,
  openstack_project: null,
  ironic_node_uuid: null,
  bmc_serial: null,
  nvlink_domain: null,
};

const networks = [
  ['oob', 65, '10.64.0.0/12'],
  ['frontend', 81, '10.80.0.0/12'],
  ['backend', 97, '10.96.0.0/11'],
] as const;

function seedPrefixes(seed: Seeder, org: Organisation, rack: number): void {
  for (const [name, base, container] of networks) {
    const scope = { vrf: org.vrfs[name].id, scope_type: 'dcim.site', scope_id: org.site.id };
    if (rack === 1) seed.add('ipam.prefix', { prefix: container, status: 'container', ...scope });
    const prefix = `10.${base + Math.floor(rack / 250)}.${rack % 250}.0/24`;
    seed.add('ipam.prefix', { prefix, tenant: org.tenant.id, ...scope });
  }
}
