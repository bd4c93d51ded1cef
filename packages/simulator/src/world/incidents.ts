import type { SimNode } from './model.ts';
import type { Site } from './site.ts';

const MINUTE = 60_000;
/** One piece of bad luck per this time for each rack of 18 trays. */
const PERIOD_PER_RACK = 90 * MINUTE;
/** How often Ironic compares power states, the part of the nodes that it then locks, and for how long. */
const POWER_SYNC = 2 * MINUTE;
const POWER_SYNC_PART = 0.02;
const POWER_SYNC_LOCK = { shortest: 200, longest: 5_000 };

/** Hardware that fails by itself, Ironic that recovers it, and an operator who repairs what Ironic cannot. */
export class Incidents {
  readonly #world: Site;

  constructor(world: Site) {
    this.#world = world;
  }

  start(): void {
    this.#plan();
    this.#world.later(POWER_SYNC, 'incidents:power-sync');
  }

  handle(kind: string, uuid: string): void {
    const node = this.#world.nodes.get(uuid);
    switch (kind) {
      case 'incidents:strike':
        this.#strike();
        this.#plan();
        return;
      case 'incidents:power-sync':
        this.#syncPower();
        return;
      case 'incidents:power-recovery':
        if (node !== undefined) this.#recoverPower(node);
        return;
      case 'incidents:operator':
        if (node !== undefined) this.#repair(node);
        return;
      default:
        throw new Error(`there is no incident ${kind}`);
    }
  }

  /** The BMC of the node stops answering. Ironic puts it into maintenance, and out again when the BMC is back. */
  failPower(node: SimNode, minutes: number): void {
    node.fault = 'power failure';
    node.power_state = null;
    if (!node.maintenance) {
      node.maintenance = true;
      node.maintenance_reason = `During sync_power_state, max retries exceeded for node ${node.uuid}, node state None does not match expected state 'power on'.`;
      node.last_error = node.maintenance_reason;
    }
    this.#world.later(minutes * MINUTE, 'incidents:power-recovery', node.uuid);
  }

  #strike(): void {
    const { random, nodes } = this.#world;
    const node = random.pick([...nodes.values()]);
    if (node === undefined || node.maintenance || node.reservation !== null) return;
    if (random.chance(0.5)) {
      this.failPower(node, random.between(10, 40));
      return;
    }
    node.hidden.failures.cleaning =
      'Agent returned error for clean step erase_devices_metadata: device /dev/nvme3n1 timed out';
    this.#world.later(6 * 60 * MINUTE, 'incidents:operator', node.uuid);
  }

  #syncPower(): void {
    const { random, nodes, conductor } = this.#world;
    for (const node of nodes.values()) {
      const isSynced = node.maintenance || !random.chance(POWER_SYNC_PART);
      if (!isSynced) conductor.lockBriefly(node, random.between(POWER_SYNC_LOCK.shortest, POWER_SYNC_LOCK.longest));
    }
    this.#world.later(POWER_SYNC, 'incidents:power-sync');
  }

  #recoverPower(node: SimNode): void {
    if (node.fault !== 'power failure') return;
    // Ironic clears the whole maintenance here, whoever set it.
    node.fault = null;
    node.maintenance = false;
    node.maintenance_reason = null;
    node.last_error = null;
    node.power_state = node.provision_state === 'active' ? 'power on' : 'power off';
  }

  #repair(node: SimNode): void {
    if (node.provision_state !== 'clean failed') return;
    if (node.reservation !== null || !this.#world.conductorAlive) {
      this.#world.later(MINUTE, 'incidents:operator', node.uuid);
      return;
    }
    node.maintenance = false;
    node.maintenance_reason = null;
    node.fault = null;
    this.#world.conductor.provision(node, 'manage');
    this.#world.conductor.provision(node, 'provide');
  }

  #plan(): void {
    const racks = Math.max(1, this.#world.nodes.size / 18);
    this.#world.later(this.#world.random.between(0.5, 1.5) * (PERIOD_PER_RACK / racks), 'incidents:strike');
  }
}
