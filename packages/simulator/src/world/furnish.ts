import { isoTime } from './clock.ts';
import { projectOfServer, userId } from './directory.ts';
import type { SimNode, SimServer } from './model.ts';
import { uuidOf } from './random.ts';
import type { Site } from './site.ts';

export const RESOURCE_CLASS = 'gpu.gb300';
export const IMAGE_ID = '5f0c1d4e-8a4b-4c62-9b53-0d3c2a7f6e11';
export const FLAVOR_PLAIN = '1b0a7a2c-5f3e-4f0f-8a55-3d9f5a0e6c01';
export const FLAVOR_CUSTOMER = '1b0a7a2c-5f3e-4f0f-8a55-3d9f5a0e6c02';
export const READY_TRAIT = 'CUSTOM_CUSTOMER_READY';
export const HARDWARE_TRAIT = 'CUSTOM_GPU_GB300';
const DAY = 86_400_000;

/** The node that tray has, or would have: its UUID depends on the seed and the name alone. */
export function trayNodeUuid(world: Site, tray: string): string {
  return uuidOf(world.seed, 'node', tray);
}

/** Makes the node active with a customer's server on it. */
export function giveServer(world: Site, node: SimNode): void {
  become(node, 'active', 'power on');
  const server = newServer(world, uuidOf(world.seed, 'server', node.uuid), `train-${node.name?.slice(-4) ?? '0000'}`);
  server.node = node.uuid;
  world.servers.set(server.id, server);
  node.instance_uuid = server.id;
  node.instance_info = { display_name: server.name, image_source: IMAGE_ID, nova_host_id: world.computeHost };
  node.hidden.dirty = true;
  world.consumers.set(server.id, {
    id: server.id,
    generation: 1,
    projectId: server.projectId,
    userId: server.userId,
    allocations: { [node.uuid]: { resources: { CUSTOM_GPU_GB300: 1 } } },
  });
}

/** An ACTIVE customer's server, on no node yet. */
export function newServer(world: Site, id: string, name: string): SimServer {
  const created = isoTime(world.now() - world.random.between(1, 60) * DAY);
  return {
    id,
    name,
    projectId: projectOfServer(world.directory, world.servers.size),
    userId: userId(world.directory, 'fleet-manager'),
    status: 'ACTIVE',
    taskState: null,
    vmState: 'active',
    node: null,
    requestedNode: null,
    flavorId: FLAVOR_CUSTOMER,
    imageId: IMAGE_ID,
    metadata: { customer: 'true' },
    fault: null,
    address: `192.0.2.${2 + (world.servers.size % 250)}`,
    createdAt: created,
    updatedAt: created,
    launchedAt: created,
    deletedAt: null,
  };
}

/** A node as `POST /v1/nodes` makes it, in `enroll`. It is not added to the world. */
export function newNode(world: Site, uuid: string, name: string | null): SimNode {
  return {
    uuid,
    name,
    driver: 'redfish',
    driver_info: {},
    driver_internal_info: {},
    properties: { cpu_arch: 'aarch64', cpus: 144, memory_mb: 983_040, local_gb: 1788, capabilities: 'boot_mode:uefi' },
    extra: {},
    instance_info: {},
    instance_uuid: null,
    resource_class: RESOURCE_CLASS,
    conductor_group: '',
    owner: null,
    lessee: null,
    shard: null,
    description: null,
    provision_state: 'enroll',
    target_provision_state: null,
    provision_updated_at: null,
    power_state: null,
    target_power_state: null,
    maintenance: false,
    maintenance_reason: null,
    fault: null,
    last_error: null,
    reservation: null,
    clean_step: {},
    deploy_step: {},
    service_step: {},
    automated_clean: null,
    protected: false,
    protected_reason: null,
    retired: false,
    retired_reason: null,
    boot_mode: null,
    secure_boot: null,
    traits: [],
    allocation_uuid: null,
    inspection_started_at: null,
    inspection_finished_at: null,
    created_at: world.time(),
    updated_at: null,
    hidden: { job: [], goal: null, failures: {}, pendingError: null, dirty: false, unserved: false },
  };
}

/** Gives a node the state that the hardware of a settled site would have. */
export function become(node: SimNode, state: string, power: string | null): void {
  node.provision_state = state;
  node.power_state = power;
  node.provision_updated_at = state === 'enroll' ? null : node.created_at;
  node.updated_at = node.provision_updated_at;
  if (state !== 'enroll') {
    node.inspection_finished_at = node.created_at;
    node.boot_mode = 'uefi';
    node.secure_boot = false;
  }
}
