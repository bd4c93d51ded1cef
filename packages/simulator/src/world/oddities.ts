import { projectId } from './directory.ts';
import { giveServer, newNode, newServer, trayNodeUuid } from './furnish.ts';
import type { SimNode } from './model.ts';
import type { PlannedDevice } from './plan.ts';
import { uuidOf } from './random.ts';
import type { Site } from './site.ts';

/**
 * Trays (counted from 0) that are wrong in a way that Fleet Manager has to notice. Those beyond the size of a site are
 * left out. Each is wrong in one way only, so that a finding can be traced to its cause.
 */
export const ODD_TRAYS = {
  withoutNode: 2,
  operatorMaintenance: 5,
  powerFailure: 8,
  /** B: a node with the id of a server that is gone. */
  deadInstance: 11,
  /** C: still deploying, for a server that was deleted. */
  deployingForNobody: 13,
  /** G: a reservation left on an available node. */
  staleReservation: 14,
  /** D: an allocation left in Placement for a server that is gone. */
  leftAllocation: 15,
  /** F: available, but nova-compute does not serve it. */
  withoutProvider: 16,
  /** The node carries the serial of a tray that NetBox does not know. */
  serialMismatch: 22,
} as const;

/** One node is named after the first tray and carries the serial of the second, which has no node of its own. */
export const MIRRORED_TRAY = { named: 25, serial: 26 } as const;

export const NODELESS_TRAYS: ReadonlySet<number> = new Set([ODD_TRAYS.withoutNode, MIRRORED_TRAY.serial]);

const WEEK = 7 * 86_400_000;

/** Adds what is wrong to a populated world. */
export function addOddities(world: Site, trays: readonly PlannedDevice[]): void {
  const change = (index: number, edit: (node: SimNode) => void) => {
    const tray = trays[index];
    const node = tray === undefined ? undefined : world.nodes.get(trayNodeUuid(world, tray.name));
    if (node !== undefined) edit(node);
  };
  change(ODD_TRAYS.operatorMaintenance, (node) => {
    node.maintenance = true;
    node.maintenance_reason = 'DIMM A7 to be reseated';
  });
  change(ODD_TRAYS.powerFailure, (node) => world.incidents.failPower(node, WEEK / 60_000));
  change(ODD_TRAYS.deadInstance, (node) => {
    giveServer(world, node);
    removeServer(world, node.instance_uuid);
  });
  change(ODD_TRAYS.deployingForNobody, (node) => {
    giveServer(world, node);
    removeServer(world, node.instance_uuid);
    node.provision_state = 'wait call-back';
    node.target_provision_state = 'active';
  });
  change(ODD_TRAYS.staleReservation, (node) => {
    makeAvailable(world, node);
    node.instance_uuid = uuidOf(world.seed, 'gone', node.uuid);
  });
  change(ODD_TRAYS.leftAllocation, (node) => {
    makeAvailable(world, node);
    const id = uuidOf(world.seed, 'gone', node.uuid);
    const allocations = { [node.uuid]: { resources: { CUSTOM_GPU_GB300: 1 } } };
    const owner = projectId(world.directory, 'slurm');
    world.consumers.set(id, { id, generation: 1, projectId: owner, userId: owner, allocations });
  });
  change(ODD_TRAYS.withoutProvider, (node) => {
    makeAvailable(world, node);
    node.hidden.unserved = true;
  });
  change(ODD_TRAYS.serialMismatch, (node) => {
    node.extra = { serial: 'TRAY-5WAPPED000' };
    node.properties = { ...node.properties, serial_number: 'TRAY-5WAPPED000' };
  });
  addStrangers(world);
}

/** Objects that belong to no tray of the plan. */
function addStrangers(world: Site): void {
  const fleet = projectId(world.directory, 'fleet');
  const unknown = newNode(world, uuidOf(world.seed, 'node', 'unknown'), `${world.plan.deployment}-p-phy-gpu9001`);
  unknown.owner = fleet;
  unknown.provision_state = 'manageable';
  unknown.power_state = 'power off';
  unknown.extra = { serial: 'TRAY-UNKNOWN9001' };
  unknown.properties = { ...unknown.properties, serial_number: 'TRAY-UNKNOWN9001' };
  world.nodes.set(unknown.uuid, unknown);

  const foreign = newNode(world, uuidOf(world.seed, 'node', 'foreign'), 'slurm-login-01');
  foreign.owner = projectId(world.directory, 'slurm');
  foreign.provision_state = 'available';
  foreign.power_state = 'power off';
  foreign.resource_class = 'cpu.login';
  world.nodes.set(foreign.uuid, foreign);

  // A: a server whose node does not exist.
  const server = newServer(world, uuidOf(world.seed, 'server', 'homeless'), 'train-homeless');
  server.node = uuidOf(world.seed, 'node', 'vanished');
  world.servers.set(server.id, server);

  // E: a provider whose node was deleted behind nova-compute's back.
  const uuid = uuidOf(world.seed, 'node', 'deleted');
  world.providers.set(uuid, {
    uuid,
    name: uuid,
    generation: 4,
    traits: ['COMPUTE_NODE', 'CUSTOM_GPU_GB300', 'OWNER_NOVA'],
    inventories: {
      CUSTOM_GPU_GB300: { total: 1, reserved: 1, min_unit: 1, max_unit: 1, step_size: 1, allocation_ratio: 1 },
    },
    cachedTraits: [],
    cachedAt: 0,
    abandoned: true,
  });
}

function makeAvailable(world: Site, node: SimNode): void {
  removeServer(world, node.instance_uuid);
  node.provision_state = 'available';
  node.power_state = 'power off';
  node.instance_uuid = null;
  node.instance_info = {};
  node.hidden.dirty = false;
}

function removeServer(world: Site, id: string | null): void {
  if (id === null) return;
  world.servers.delete(id);
  world.consumers.delete(id);
}
