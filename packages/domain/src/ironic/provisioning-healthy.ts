import type { NodeObservation } from './observation.ts';
import { isProvisionState, PROVISION_STATE_TABLE, type ProvisionState, stateAsReason } from './provision-state.ts';
import { budgetMsOf } from './state-budgets.ts';
import { hidden, type NodeContext, unknownState, type Verdict } from './verdict.ts';

/** Power states in which Ironic knows what the machine does. Anything else (`error`, a new word) is not taken as good. */
const KNOWN_POWER = new Set(['power on', 'power off', 'rebooting', 'soft rebooting', 'soft power off']);

/** Faults that Ironic records by itself. */
const KNOWN_FAULTS = new Set(['power failure', 'clean failure', 'rescue abort failure', 'service failure']);

/** True while the node rests in a good state or works within its time budget; what is hidden or null is never read as good. */
export function provisioningHealthy(node: NodeObservation, context: NodeContext): Verdict {
  const state = node.provisionState;
  if (state === null || !isProvisionState(state)) return unknownState(node);
  return (
    faulted(node, state, context) ??
    failed(node, state, context) ??
    overdue(node, state, context) ??
    stuckLock(node, state, context) ??
    doubtful(node, state) ??
    good(state)
  );
}

function faulted(node: NodeObservation, state: ProvisionState, context: NodeContext): Verdict | undefined {
  if (!node.fault.known || node.fault.value === null) return undefined;
  const said = reasonGiven(node, context);
  return {
    status: 'False',
    reason: KNOWN_FAULTS.has(node.fault.value) ? stateAsReason(node.fault.value) : 'Fault',
    message: `Ironic records a ${node.fault.value} on the node: ${said}`,
    evidence: { provision_state: state, fault: node.fault.value, last_error: known(node) },
  };
}

function failed(node: NodeObservation, state: ProvisionState, context: NodeContext): Verdict | undefined {
  const { phase, inWords } = PROVISION_STATE_TABLE[state];
  const evidence = {
    provision_state: state,
    target_provision_state: node.targetProvisionState,
    last_error: known(node),
  };
  if (phase === 'failed') {
    // `error` alone would say nothing as a reason: it is the failure of a tear-down.
    const reason = state === 'error' ? 'TearDownFailed' : stateAsReason(state);
    return { status: 'False', reason, message: `The node ${inWords}: ${reasonGiven(node, context)}`, evidence };
  }
  if (phase === 'held') {
    return {
      status: 'False',
      reason: 'OnHold',
      message: `The node ${inWords}, and stays so until somebody sends unhold or abort.`,
      evidence,
    };
  }
  // A failed verification leads back to `enroll`: the error text is all that tells it from a node that was never tried.
  if (state === 'enroll' && node.lastError.known && node.lastError.value !== null) {
    return {
      status: 'False',
      reason: 'VerifyFailed',
      message: `Ironic could not verify the node: ${node.lastError.value}`,
      evidence,
    };
  }
  return undefined;
}

function overdue(node: NodeObservation, state: ProvisionState, context: NodeContext): Verdict | undefined {
  const budgetMs = budgetMsOf(state, node.resourceClass, context.stateMinutes);
  if (budgetMs === null) return undefined;
  const forMs = context.observedAt.getTime() - context.inStateSince.getTime();
  if (forMs <= budgetMs) return undefined;
  return {
    status: 'False',
    reason: 'Overdue',
    // No running age here: a message that changes each minute would make each minute a change.
    message: `The node ${PROVISION_STATE_TABLE[state].inWords} since ${context.inStateSince.toISOString()}, longer than the ${minutes(budgetMs)} it may take.`,
    evidence: { provision_state: state, since: context.inStateSince.toISOString(), budget_seconds: budgetMs / 1000 },
  };
}

/** Outside of its work a conductor holds a lock for seconds. One that died with it never lets go, and no API breaks a lock. */
const LOCK_BUDGET_MS = 15 * 60_000;

function stuckLock(node: NodeObservation, state: ProvisionState, context: NodeContext): Verdict | undefined {
  const { phase, inWords } = PROVISION_STATE_TABLE[state];
  const { lockedSince: since } = context;
  if (phase === 'working' || since === null || !node.reservation.known) return undefined;
  if (context.observedAt.getTime() - since.getTime() <= LOCK_BUDGET_MS) return undefined;
  return {
    status: 'False',
    reason: 'StuckLock',
    message: `The node ${inWords}, and conductor ${node.reservation.value} has held its lock since ${since.toISOString()}: nothing can be done with the node until that conductor runs again, or Ironic counts it as gone.`,
    evidence: { provision_state: state, reservation: node.reservation.value, since: since.toISOString() },
  };
}

function doubtful(node: NodeObservation, state: ProvisionState): Verdict | undefined {
  if (!node.fault.known) return hidden('fault');
  if (state === 'enroll' && !node.lastError.known) return hidden('last_error');
  if (!node.powerState.known) return hidden('power_state');
  const power = node.powerState.value;
  if (power !== null && KNOWN_POWER.has(power)) return undefined;
  return {
    status: 'Unknown',
    reason: 'PowerUnknown',
    message:
      power === null
        ? 'Ironic does not know the power state of the node.'
        : `Ironic gives the power state "${power}", which says nothing about the node.`,
    evidence: { provision_state: state, power_state: power },
  };
}

function good(state: ProvisionState): Verdict {
  const { phase, inWords } = PROVISION_STATE_TABLE[state];
  const evidence = { provision_state: state };
  return phase === 'stable'
    ? { status: 'True', reason: 'Stable', message: `The node ${inWords}.`, evidence }
    : { status: 'True', reason: 'InProgress', message: `The node ${inWords}, within its time.`, evidence };
}

function known(node: NodeObservation): string | null {
  return node.lastError.known ? node.lastError.value : null;
}

function reasonGiven(node: NodeObservation, context: NodeContext): string {
  if (!node.lastError.known) return 'Ironic does not show last_error to this credential.';
  if (node.lastError.value !== null) return node.lastError.value;
  return context.latestError === null
    ? 'Ironic gives no reason yet.'
    : `${context.latestError} (Ironic has since taken this text back.)`;
}

function minutes(ms: number): string {
  const count = Math.round(ms / 60_000);
  return count === 1 ? '1 minute' : `${count} minutes`;
}
