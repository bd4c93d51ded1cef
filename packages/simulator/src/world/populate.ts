import { projectId } from './directory.ts';
import {
  become,
  FLAVOR_CUSTOMER,
  FLAVOR_PLAIN,
  giveServer,
  HARDWARE_TRAIT,
  newNode,
  READY_TRAIT,
  trayNodeUuid,
} from './furnish.ts';
import type { SimNode } from './model.ts';
import { addOddities, MIRRORED_TRAY, NODELESS_TRAYS } from './oddities.ts';
import type { PlannedDevice } from './plan.ts';
import { uuidOf } from './random.ts';
import type { Site } from './site.ts';

/** Fills a new world: flavors, and one Ironic node for nearly every compute tray of the plan. */
export function populate(world: Site, options: { nodes: boolean; oddities: boolean }): void {
  const extraSpecs = {
    'resources:CUSTOM_GPU_GB300': '1',
    'resources:VCPU': '0',
    'resources:MEMORY_MB': '0',
    'resources:DISK_GB': '0',
  };
  const size = { vcpus: 144, ram: 983_040, disk: 1788 };
  world.flavors.set(FLAVOR_PLAIN, { id: FLAVOR_PLAIN, name: 'g.baremetal', ...size, extraSpecs });
  world.flavors.set(FLAVOR_CUSTOMER, {
    id: FLAVOR_CUSTOMER,
    name: 'g.customer',
    ...size,
    extraSpecs: { ...extraSpecs, [`trait:${READY_TRAIT}`]: 'required' },
  });
  for (const trait of [READY_TRAIT, HARDWARE_TRAIT]) world.customTraits.add(trait);
  if (!options.nodes) return;
  const trays = computeTrays(world);
  trays.forEach((tray, index) => {
    if (options.oddities && NODELESS_TRAYS.has(index)) return;
    addTrayNode(world, tray, options.oddities && index === MIRRORED_TRAY.named ? trays[MIRRORED_TRAY.serial] : tray);
  });
  if (options.oddities) addOddities(world, trays);
}

/** The compute trays of the plan, in its order. */
export function computeTrays(world: Site): PlannedDevice[] {
  return world.plan.devices.filter((device) => device.role === 'compute-tray');
}

function addTrayNode(world: Site, tray: PlannedDevice, hardware: PlannedDevice = tray): void {
  const node = newNode(world, trayNodeUuid(world, tray.name), tray.name);
  const bmc = tray.ports.find((port) => port.name === 'bmc');
  const first = tray.ports.find((port) => port.name === 'p0');
  node.owner = projectId(world.directory, 'fleet');
  node.extra = { serial: hardware.serial };
  node.properties = { ...node.properties, serial_number: hardware.serial };
  node.driver_info = {
    redfish_address: `https://${bmc?.address?.split('/')[0] ?? 'bmc.invalid'}`,
    redfish_system_id: '/redfish/v1/Systems/HGX_Baseboard_0',
    redfish_username: 'root',
    redfish_password: '******',
  };
  world.nodes.set(node.uuid, node);
  if (first?.mac) addPort(world, node, first.mac);
  settle(world, node, tray.status);
}

/** Gives a node the state that its tray's status in NetBox calls for. */
function settle(world: Site, node: SimNode, status: PlannedDevice['status']): void {
  const { random } = world;
  switch (status) {
    case 'staged':
      become(node, random.chance(0.5) ? 'enroll' : 'manageable', random.chance(0.5) ? 'power off' : null);
      return;
    case 'failed':
      become(node, 'clean failed', 'power on');
      node.target_provision_state = 'available';
      node.maintenance = true;
      node.fault = 'clean failure';
      node.last_error = 'Agent returned error for clean step erase_devices_metadata: device /dev/nvme2n1 timed out';
      node.maintenance_reason = node.last_error;
      return;
    case 'offline':
      become(node, 'available', 'power off');
      node.maintenance = true;
      node.maintenance_reason = 'waiting for a new power shelf';
      return;
    case 'active':
      node.traits = [HARDWARE_TRAIT, READY_TRAIT];
      if (random.chance(0.6)) {
        giveServer(world, node);
        return;
      }
      become(node, 'available', 'power off');
      return;
  }
}

function addPort(world: Site, node: SimNode, address: string): void {
  const uuid = uuidOf(world.seed, 'port', address);
  world.ports.set(uuid, {
    uuid,
    address,
    node_uuid: node.uuid,
    pxe_enabled: true,
    physical_network: 'physnet1',
    local_link_connection: {},
    extra: {},
    created_at: node.created_at,
    updated_at: null,
  });
}
