import type { ConditionType } from '../condition.ts';
import { customerAllocated, inValidationPool } from './allocation-conditions.ts';
import { CUSTOMER_READY_TRAIT, type NodeObservation } from './observation.ts';
import { isProvisionState, PROVISION_STATE_TABLE, type ProvisionState, stateAsReason } from './provision-state.ts';
import { provisioningHealthy } from './provisioning-healthy.ts';
import { hidden, type NodeContext, unknownState, type Verdict } from './verdict.ts';

/** The condition types that the Ironic walk reports. */
export const NODE_CONDITION_TYPES = [
  'Enrolled',
  'ProvisioningHealthy',
  'MaintenanceClear',
  'InstanceAllocated',
  'InValidationPool',
  'CustomerAllocated',
  'CustomerReady',
] as const satisfies readonly ConditionType[];
export type NodeConditionType = (typeof NODE_CONDITION_TYPES)[number];

export type NodeConditions = Readonly<Record<NodeConditionType, Verdict>>;

/** Judges one node. Total: whatever Ironic shows, each type gets a verdict, and what is hidden or new is never read as good. */
export function conditionsFromNode(node: NodeObservation, context: NodeContext): NodeConditions {
  const state = node.provisionState;
  const allocated = instanceAllocated(node);
  return {
    Enrolled: enrolled(node),
    ProvisioningHealthy: provisioningHealthy(node, context),
    MaintenanceClear: maintenanceClear(node),
    InstanceAllocated: allocated,
    InValidationPool: inValidationPool(node, allocated, context),
    CustomerAllocated: customerAllocated(node, allocated, context),
    CustomerReady: state !== null && isProvisionState(state) ? customerReady(node) : unknownState(node),
  };
}

/** The verdicts of a device of which the walk can say nothing, or nothing but `enrolled`. */
export function conditionsWithoutNode(enrolledVerdict: Verdict): NodeConditions {
  const rest: Verdict = {
    status: 'Unknown',
    reason: enrolledVerdict.reason,
    message: enrolledVerdict.message,
    evidence: {},
  };
  return {
    Enrolled: enrolledVerdict,
    ProvisioningHealthy: rest,
    MaintenanceClear: rest,
    InstanceAllocated: rest,
    InValidationPool: rest,
    CustomerAllocated: rest,
    CustomerReady: rest,
  };
}

function enrolled(node: NodeObservation): Verdict {
  const state = node.provisionState;
  if (state === null || !isProvisionState(state)) return unknownState(node);
  const evidence = { node: node.uuid, name: node.name, provision_state: state, serials: node.serials };
  if (PROVISION_STATE_TABLE[state].enrolled) {
    return {
      status: 'True',
      reason: 'InIronic',
      message: `It is Ironic node ${label(node)} in state ${state}.`,
      evidence,
    };
  }
  if (state === 'enroll' && node.lastError.known && node.lastError.value !== null) {
    return {
      status: 'False',
      reason: 'VerifyFailed',
      message: `Ironic could not verify node ${label(node)}: ${node.lastError.value}`,
      evidence: { ...evidence, last_error: node.lastError.value },
    };
  }
  return {
    status: 'False',
    reason: 'Enrolling',
    message: `The node ${label(node)} ${PROVISION_STATE_TABLE[state].inWords}.`,
    evidence,
  };
}

function maintenanceClear(node: NodeObservation): Verdict {
  if (!node.maintenance.known) return hidden('maintenance');
  const fault = node.fault.known ? node.fault.value : null;
  const reason = node.maintenanceReason.known ? node.maintenanceReason.value : null;
  const evidence = { maintenance: node.maintenance.value, maintenance_reason: reason, fault };
  if (!node.maintenance.value) {
    return { status: 'True', reason: 'Clear', message: 'The node is not in maintenance.', evidence };
  }
  const why = reason === null || reason === '' ? 'no reason is given' : reason;
  if (fault !== null) {
    return {
      status: 'False',
      reason: 'MaintenanceByIronic',
      message: `Ironic put the node into maintenance after a ${fault}: ${why}`,
      evidence,
    };
  }
  return node.fault.known
    ? {
        status: 'False',
        reason: 'MaintenanceByPerson',
        message: `A person or a program put the node into maintenance: ${why}`,
        evidence,
      }
    : { status: 'False', reason: 'InMaintenance', message: `The node is in maintenance: ${why}`, evidence };
}

function instanceAllocated(node: NodeObservation): Verdict {
  const state = node.provisionState;
  if (state === null || !isProvisionState(state)) return unknownState(node);
  if (!node.instanceUuid.known) return hidden('instance_uuid');
  const instance = node.instanceUuid.value;
  const evidence = { provision_state: state, instance_uuid: instance };
  if (instance !== null) {
    return {
      status: 'True',
      reason: state === 'available' ? 'InstanceOnAvailableNode' : 'InstanceOnNode',
      message: `Instance ${instance} is on the node, which is in state ${state}.`,
      evidence,
    };
  }
  return allocatedByState(state, evidence);
}

function allocatedByState(state: ProvisionState, evidence: Verdict['evidence']): Verdict {
  const { occupancy, inWords } = PROVISION_STATE_TABLE[state];
  switch (occupancy) {
    case 'occupied':
      return {
        status: 'True',
        reason: 'OccupiedByState',
        message: `The node ${inWords}, though it names no instance.`,
        evidence,
      };
    case 'available':
      return {
        status: 'False',
        reason: 'Available',
        message: 'No instance is on the node, and it is available.',
        evidence,
      };
    case 'preparing':
      return {
        status: 'False',
        reason: 'BeingPrepared',
        message: `No instance is on the node, and it is not offered yet: it ${inWords}.`,
        evidence,
      };
    case 'doubt':
      return {
        status: 'Unknown',
        reason: stateAsReason(state),
        message: `The node ${inWords}; whether an instance is on it is not known.`,
        evidence,
      };
  }
}

function customerReady(node: NodeObservation): Verdict {
  if (!node.traits.known) return hidden('traits');
  const ready = node.traits.value.includes(CUSTOMER_READY_TRAIT);
  const evidence = { traits: node.traits.value };
  return ready
    ? { status: 'True', reason: 'Released', message: `The node has the trait ${CUSTOMER_READY_TRAIT}.`, evidence }
    : {
        status: 'False',
        reason: 'NotReleased',
        message: `The node does not have the trait ${CUSTOMER_READY_TRAIT}.`,
        evidence,
      };
}

function label(node: NodeObservation): string {
  return node.name ?? node.uuid;
}
