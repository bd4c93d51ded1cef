import type { PlannedDevice, PlannedRack, SitePlan } from '../../world/plan.ts';
import type { Row } from '../store.ts';
import type { Organisation } from './organisation.ts';
import type { Seeder } from './seeder.ts';

/** Ports of seeded devices by `device port`, for the cables. */
export type Ports = Map<string, { readonly type: string; readonly row: Row }>;

/** Racks of the plan by name. */
export function seedRacks(seed: Seeder, plan: SitePlan, org: Organisation): Map<string, Row> {
  const rows = new Map<string, Row>();
  const locations = new Map<string, number>([['dh1-net', org.networkRoom.id]]);
  let gpuRacks = 0;
  for (const rack of plan.racks) {
    const location = locations.get(rack.location) ?? seedRow(seed, rack, org);
    locations.set(rack.location, location);
    const unit = rack.kind === 'gpu' ? Math.floor(gpuRacks++ / 4) + 1 : null;
    rows.set(
      rack.name,
      seed.add('dcim.rack', {
        name: rack.name,
        site: org.site.id,
        location,
        tenant: org.tenant.id,
        role: org.rackRoles[rack.kind].id,
        rack_type: org.rackType.id,
        facility_id: `KEF1.${rack.name}`,
        form_factor: '4-post-cabinet',
        width: 21,
        u_height: rack.heightUnits,
        custom_fields: { nvlink_domain: rack.nvlinkDomain, scalable_unit: unit },
      }),
    );
  }
  return rows;
}

function seedRow(seed: Seeder, rack: PlannedRack, org: Organisation): number {
  const number = /\d+$/.exec(rack.location)?.[0] ?? '';
  return seed.add('dcim.location', {
    name: `Row ${number}`,
    slug: rack.location,
    site: org.site.id,
    parent: org.hall.id,
  }).id;
}

const noFields = {
  platform_class: null,
  rack_position: null,
  openstack_project: null,
  ironic_node_uuid: null,
  bmc_serial: null,
  nvlink_domain: null,
};

/** Devices of the plan with their modules, interfaces, console ports and addresses. */
export function seedDevices(seed: Seeder, plan: SitePlan, org: Organisation, racks: ReadonlyMap<string, Row>): Ports {
  const ports: Ports = new Map();
  const domains = new Map(plan.racks.map((rack) => [rack.name, rack.nvlinkDomain]));
  const counters = new Map<string, number>();
  for (const planned of plan.devices) {
    const rack = racks.get(planned.rack);
    const type = org.deviceTypes.get(planned.model);
    const key = `${planned.rack} ${planned.role}`;
    const index = (counters.get(key) ?? 0) + 1;
    counters.set(key, index);
    const device = seed.add('dcim.device', {
      name: planned.name,
      device_type: type?.id ?? null,
      role: org.roles.get(planned.role)?.id ?? null,
      tenant: org.tenant.id,
      platform: type?.default_platform ?? null,
      airflow: type?.airflow ?? null,
      serial: planned.serial,
      asset_tag: planned.assetTag,
      site: org.site.id,
      location: rack?.location ?? null,
      rack: rack?.id ?? null,
      position: planned.position,
      face: 'front',
      status: planned.status,
      cluster: org.clusters.get(planned.cluster)?.id ?? null,
      tags: planned.tags.map((tag) => org.tags.get(tag)?.id).filter((id) => id !== undefined),
      custom_fields: customFieldsOf(planned, domains.get(planned.rack) ?? null, index),
    });
    const modules = seedModules(seed, org, planned, device);
    seedPorts(seed, org, planned, device, modules, ports);
  }
  return ports;
}

function customFieldsOf(planned: PlannedDevice, domain: string | null, index: number): Record<string, unknown> {
  if (planned.role === 'compute-tray') {
    return {
      ...noFields,
      platform_class: 'gb300',
      rack_position: index,
      nvlink_domain: domain,
      openstack_project: planned.status === 'staged' ? null : 'fleet',
    };
  }
  return planned.role === 'nvlink-switch'
    ? { ...noFields, rack_position: index, nvlink_domain: domain }
    : { ...noFields };
}

function seedModules(seed: Seeder, org: Organisation, planned: PlannedDevice, device: Row): Map<string, number> {
  const modules = new Map<string, number>();
  for (const { bay, model, serial } of planned.modules) {
    const row = seed.add('dcim.modulebay', { device: device.id, name: bay, position: bay });
    const module_ = seed.add('dcim.module', {
      device: device.id,
      module_bay: row.id,
      module_type: org.moduleTypes.get(model)?.id ?? null,
      serial,
    });
    modules.set(bay, module_.id);
  }
  return modules;
}

function seedPorts(
  seed: Seeder,
  org: Organisation,
  planned: PlannedDevice,
  device: Row,
  modules: ReadonlyMap<string, number>,
  ports: Ports,
): void {
  const interfaces = seed.store.table('dcim.interface');
  const primary: Record<string, number> = {};
  for (const port of planned.ports) {
    const tray = planned.role === 'compute-tray';
    const backEnd = tray ? /^ib(\d)$/.exec(port.name)?.[1] : undefined;
    const frontEnd = tray ? /^p(\d)$/.exec(port.name)?.[1] : undefined;
    const bay = backEnd !== undefined ? `CX8-${Number(backEnd) + 1}` : frontEnd !== undefined ? 'BF3' : '';
    const vrf = backEnd !== undefined ? org.vrfs.backend : frontEnd !== undefined ? org.vrfs.frontend : null;
    const row = seed.add('dcim.interface', {
      device: device.id,
      name: port.name,
      type: port.type,
      label: port.label,
      mgmt_only: port.managementOnly,
      mtu: port.managementOnly ? null : 9216,
      module: modules.get(bay) ?? null,
      vrf: vrf?.id ?? null,
      custom_fields: {
        rail: backEnd === undefined ? null : Number(backEnd) + 1,
        fabric_plane: backEnd !== undefined ? 0 : frontEnd !== undefined ? Number(frontEnd) : null,
      },
    });
    ports.set(`${planned.name} ${port.name}`, { type: 'dcim.interface', row });
    const assigned = { assigned_object_type: 'dcim.interface', assigned_object_id: row.id };
    if (port.mac !== null) {
      const mac = seed.add('dcim.macaddress', { mac_address: port.mac.toUpperCase(), ...assigned });
      interfaces.update(row.id, { primary_mac_address: mac.id });
    }
    if (port.address === null) continue;
    const role = port.name === 'bmc' ? 'oob_ip' : port.managementOnly ? 'primary_ip4' : null;
    const address = seed.add('ipam.ipaddress', {
      address: port.address,
      vrf: (vrf ?? org.vrfs.oob).id,
      dns_name: role === null ? '' : `${planned.name}-${port.name}.example.net`,
      ...assigned,
    });
    if (role !== null) primary[role] = address.id;
  }
  if (planned.hasConsole) {
    const row = seed.add('dcim.consoleport', { device: device.id, name: 'console', type: 'rj-45' });
    ports.set(`${planned.name} console`, { type: 'dcim.consoleport', row });
  }
  if (Object.keys(primary).length > 0) seed.store.table('dcim.device').update(device.id, primary);
}
