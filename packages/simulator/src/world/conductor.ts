import { processAllocation } from './allocate.ts';
import type { JobStep, SimNode } from './model.ts';
import { FAILED_STATE, JOBS, LOCKED_STATES, VERB_OF_TARGET, VERBS_BY_STATE, WAIT_STATES } from './provision-table.ts';
import { noConductor, nodeLocked, Refusal } from './refusal.ts';
import type { Site } from './site.ts';

const HEARTBEAT = 30_000;
const LATE_ERROR = 3_000;

/** Ironic's conductor: carries a node through its provision states and switches its power. */
export class Conductor {
  readonly #world: Site;

  constructor(world: Site) {
    this.#world = world;
  }

  /** Throws the refusal that Ironic gives when nobody can act on the node, or while another task holds it. */
  requireUnlocked(node: SimNode): void {
    this.#requireAlive(node);
    if (node.reservation !== null) throw nodeLocked(node.uuid, node.reservation);
  }

  /** Starts what `PUT …/states/provision` asks for. Throws a Refusal when the state or the flags of the node forbid it. */
  provision(node: SimNode, target: string): void {
    this.#requireAlive(node);
    const verb = VERB_OF_TARGET[target];
    if ((verb === 'active' || verb === 'rebuild') && node.maintenance) throw inMaintenance('provisioning', node);
    const begins = verb === undefined ? undefined : VERBS_BY_STATE[node.provision_state]?.[verb];
    if (verb === undefined || begins === undefined) {
      this.requireUnlocked(node);
      throw new Refusal(
        400,
        `The requested action "${target}" can not be performed on node "${node.uuid}" while it is in state "${node.provision_state}".`,
      );
    }
    this.requireUnlocked(node);
    if (verb === 'clean' && node.maintenance) throw inMaintenance('cleaning', node);
    if (verb === 'provide' && node.retired) {
      throw new Refusal(400, `The providing operation can't be performed on node ${node.uuid} because it is retired.`);
    }
    if ((verb === 'deleted' || verb === 'rebuild') && node.protected) {
      throw new Refusal(403, `Node ${node.uuid} is protected and cannot be undeployed, rebuilt or deleted`);
    }
    const job = JOBS[verb];
    if (job === undefined || !LOCKED_STATES.has(begins)) {
      this.#jump(node, verb, begins);
      return;
    }
    node.last_error = null;
    node.hidden.pendingError = null;
    const steps = this.#skipsCleaning(node, verb) ? job.steps.filter((step) => step.state === 'deleting') : job.steps;
    this.#begin(node, steps, job.goal);
  }

  /** Starts a power action; Ironic names the targets `power on`, `power off`, `rebooting` and their soft forms. */
  setPower(node: SimNode, target: string): void {
    this.requireUnlocked(node);
    node.target_power_state = target.endsWith('off') ? 'power off' : 'power on';
    node.reservation = this.#world.conductorHost;
    node.last_error = null;
    this.#world.later(2_000, 'conductor:power', node.uuid);
  }

  handle(kind: string, uuid: string): void {
    if (!this.#world.conductorAlive) {
      this.#missed(kind, uuid);
      return;
    }
    if (kind === 'conductor:allocate') {
      processAllocation(this.#world, uuid);
      return;
    }
    const node = this.#world.nodes.get(uuid);
    if (node === undefined) return;
    switch (kind) {
      case 'conductor:step':
        this.#step(node);
        return;
      case 'conductor:power':
        if (node.reservation !== this.#world.conductorHost) return;
        node.power_state = node.target_power_state ?? node.power_state;
        node.target_power_state = null;
        node.driver_internal_info = { ...node.driver_internal_info, last_power_state_change: this.#world.time() };
        node.reservation = null;
        return;
      case 'conductor:heartbeat':
        this.#heartbeat(node);
        return;
      case 'conductor:late-error':
        this.#tellError(node);
        return;
      case 'conductor:unlock':
        if (node.reservation === this.#world.conductorHost) node.reservation = null;
        return;
      default:
        throw new Error(`the conductor knows no event ${kind}`);
    }
  }

  /** Holds a node's lock for a moment, as the comparison of power states does when it finds a difference. */
  lockBriefly(node: SimNode, milliseconds: number): void {
    if (node.reservation !== null || node.hidden.job.length > 0 || !this.#world.conductorAlive) return;
    node.reservation = this.#world.conductorHost;
    this.#world.later(milliseconds, 'conductor:unlock', node.uuid);
  }

  /** Dies with all its locks: what it was doing stands still, reads go on, and nothing can be asked of any node. */
  die(): void {
    this.#world.conductorAlive = false;
  }

  /**
   * Comes back. Under its old name it frees its locks and fails what it was doing; under a new one it knows nothing of the
   * locks, which then stay for good. Nodes that wait for their agent go on in both cases.
   */
  restart(host = this.#world.conductorHost): void {
    const before = this.#world.conductorHost;
    this.#world.conductorHost = host;
    this.#world.conductorAlive = true;
    for (const node of this.#world.nodes.values()) {
      if (node.reservation !== before) continue;
      node.hidden.job = [];
      node.hidden.goal = null;
      if (host !== before) continue;
      node.reservation = null;
      if (node.target_power_state !== null) {
        node.target_power_state = null;
        node.last_error = 'Pending power operation was aborted due to conductor restart';
      }
      if (!LOCKED_STATES.has(node.provision_state)) continue;
      this.#fail(node, node.provision_state, "The operation can't be resumed by conductor. Moving to fail state.");
    }
  }

  #requireAlive(node: SimNode): void {
    if (!this.#world.conductorAlive) throw noConductor(node.driver, node.conductor_group);
  }

  /** What was due while the conductor was dead: work in its memory is lost, and what others start comes again. */
  #missed(kind: string, uuid: string): void {
    const state = this.#world.nodes.get(uuid)?.provision_state ?? '';
    const isLost = kind === 'conductor:power' || kind === 'conductor:unlock' || LOCKED_STATES.has(state);
    if (!isLost) this.#world.later(HEARTBEAT, kind, uuid);
  }

  /** Makes the next visit of a state end in failure. */
  failNext(node: SimNode, state: string, error: string): void {
    node.hidden.failures[state] = error;
  }

  /** Puts the node into a state at once, as a conductor that was restarted might. For populating and for tests. */
  place(node: SimNode, state: string, target: string | null = null): void {
    node.hidden.job = [];
    node.hidden.goal = null;
    node.target_provision_state = target;
    this.#enter(node, state);
  }

  #skipsCleaning(node: SimNode, verb: string): boolean {
    return node.automated_clean === false && (verb === 'provide' || verb === 'deleted');
  }

  /** A verb whose effect is immediate: `manage` of a usable node, or an abort. */
  #jump(node: SimNode, verb: string, state: string): void {
    node.hidden.job = [];
    if (verb === 'abort') {
      node.last_error = `Operation was aborted in state ${node.provision_state}`;
      this.#record(node, 'ERROR', 'provisioning', node.last_error);
    } else {
      node.target_provision_state = null;
    }
    this.#enter(node, state);
  }

  #begin(node: SimNode, steps: readonly JobStep[], goal: string): void {
    node.hidden.job = [...steps];
    node.hidden.goal = goal;
    node.target_provision_state = goal;
    const [first] = steps;
    if (first === undefined) {
      this.#finish(node);
      return;
    }
    this.#enter(node, first.state);
    this.#world.later(first.milliseconds, 'conductor:step', node.uuid);
  }

  #step(node: SimNode): void {
    const [current, next] = node.hidden.job;
    if (current === undefined || current.state !== node.provision_state) return;
    if (WAIT_STATES.has(current.state) && node.maintenance) {
      // Ironic ignores the agent of a node in maintenance, and does not time it out either.
      this.#world.later(HEARTBEAT, 'conductor:step', node.uuid);
      return;
    }
    const error = node.hidden.failures[current.state];
    if (error !== undefined) {
      this.#fail(node, current.state, error);
      return;
    }
    node.hidden.job.shift();
    if (current.state === 'deleting') this.#forgetInstance(node);
    if (next === undefined) {
      this.#finish(node);
      return;
    }
    this.#enter(node, next.state);
    this.#world.later(next.milliseconds, 'conductor:step', node.uuid);
    if (WAIT_STATES.has(next.state)) this.#world.later(HEARTBEAT, 'conductor:heartbeat', node.uuid);
  }

  #finish(node: SimNode): void {
    const goal = node.hidden.goal ?? node.provision_state;
    const cleaned = node.provision_state === 'cleaning';
    node.hidden.job = [];
    node.hidden.goal = null;
    node.target_provision_state = null;
    if (cleaned) {
      node.hidden.dirty = false;
      this.#record(node, 'INFO', 'automated_cleaning_end', 'Cleaning completed. Steps: []');
    }
    if (goal === 'active') {
      node.power_state = 'power on';
      node.hidden.dirty = true;
    }
    if (node.provision_state === 'inspecting') node.inspection_finished_at = this.#world.time();
    // A retired node is kept back after a cleaning that ran, but not after one that was skipped.
    this.#enter(node, goal === 'available' && cleaned && node.retired ? 'manageable' : goal);
  }

  #fail(node: SimNode, state: string, error: string): void {
    delete node.hidden.failures[state];
    if (state === 'deleting') this.#forgetInstance(node);
    node.hidden.job = [];
    node.hidden.goal = null;
    const failed = FAILED_STATE[state] ?? 'error';
    if (failed === 'enroll' || failed === 'error') node.target_provision_state = null;
    if (failed === 'clean failed') {
      node.maintenance = true;
      node.fault = 'clean failure';
      node.maintenance_reason = error;
    }
    this.#enter(node, failed);
    this.#record(node, 'ERROR', 'provisioning', error);
    // The text comes a moment after the state, as it does where the conductor saves twice.
    node.last_error = null;
    node.hidden.pendingError = error;
    this.#world.later(LATE_ERROR, 'conductor:late-error', node.uuid);
  }

  #enter(node: SimNode, state: string): void {
    node.provision_state = state;
    node.provision_updated_at = this.#world.time();
    node.updated_at = node.provision_updated_at;
    node.reservation = LOCKED_STATES.has(state) ? this.#world.conductorHost : null;
    node.clean_step = state === 'clean wait' ? { ...ERASE_STEP } : {};
    node.deploy_step = state === 'wait call-back' ? { step: 'write_image', interface: 'deploy', priority: 80 } : {};
    if (state === 'clean wait') {
      node.driver_internal_info = { ...node.driver_internal_info, clean_steps: [{ ...ERASE_STEP }] };
    } else if (state !== 'cleaning' && 'clean_steps' in node.driver_internal_info) {
      const { clean_steps: _gone, ...rest } = node.driver_internal_info;
      node.driver_internal_info = rest;
    }
    this.#world.compute.onNodeState(node);
  }

  #heartbeat(node: SimNode): void {
    if (!WAIT_STATES.has(node.provision_state) || node.hidden.job.length === 0) return;
    if (!node.maintenance) {
      node.provision_updated_at = this.#world.time();
      node.driver_internal_info = { ...node.driver_internal_info, agent_last_heartbeat: node.provision_updated_at };
    }
    this.#world.later(HEARTBEAT, 'conductor:heartbeat', node.uuid);
  }

  #tellError(node: SimNode): void {
    if (node.hidden.pendingError !== null) node.last_error = node.hidden.pendingError;
    node.hidden.pendingError = null;
  }

  #forgetInstance(node: SimNode): void {
    if (node.allocation_uuid !== null) this.#world.ironicAllocations.delete(node.allocation_uuid);
    node.allocation_uuid = null;
    node.instance_uuid = null;
    node.instance_info = {};
    node.power_state = 'power off';
  }

  #record(node: SimNode, severity: 'INFO' | 'ERROR', type: string, event: string): void {
    const entries = this.#world.history.get(node.uuid) ?? [];
    const created_at = this.#world.time();
    const conductor = this.#world.conductorHost;
    entries.push({ uuid: this.#world.newUuid(), created_at, severity, event_type: type, event, conductor });
    this.#world.history.set(node.uuid, entries.slice(-300));
  }
}

const ERASE_STEP = {
  step: 'erase_devices_metadata',
  interface: 'deploy',
  priority: 10,
  abortable: true,
  reboot_requested: false,
  requires_ramdisk: true,
};

function inMaintenance(operation: string, node: SimNode): Refusal {
  return new Refusal(
    400,
    `The ${operation} operation can't be performed on node ${node.uuid} because it's in maintenance mode.`,
  );
}
