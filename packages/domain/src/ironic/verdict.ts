import type { ConditionStatus } from '../condition.ts';
import type { NodeObservation, ServersView, SiteProjects } from './observation.ts';
import type { StateMinutes } from './state-budgets.ts';

/** What one condition says; its message is a sentence for an operator, its evidence the raw values it rests on. */
export interface Verdict {
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

export interface NodeContext {
  readonly observedAt: Date;
  /** When this state was first seen on this node by us: Ironic's own stamp moves with every heartbeat of an agent. */
  readonly inStateSince: Date;
  /** Since when each look has found the lock in the hand of the same conductor; null without a lock. */
  readonly lockedSince: Date | null;
  /** The latest error that Ironic gave in this state, for the moments in which it gives none. */
  readonly latestError: string | null;
  /** Time budgets that differ from the table's. */
  readonly stateMinutes?: StateMinutes | undefined;
  readonly servers: ServersView;
  readonly projects: SiteProjects;
}

/** A state that is missing or that no Ironic we know has. */
export function unknownState(node: NodeObservation): Verdict {
  return {
    status: 'Unknown',
    reason: 'UnknownProvisionState',
    message:
      node.provisionState === null
        ? 'Ironic shows no provision state for the node.'
        : `Ironic shows the provision state "${node.provisionState}", which this version of Fleet Manager does not know.`,
    evidence: { provision_state: node.provisionState },
  };
}

/** The verdict on a field that the credential may not read. */
export function hidden(field: string): Verdict {
  return {
    status: 'Unknown',
    reason: 'FieldHidden',
    message: `Ironic does not show ${field} to this credential.`,
    evidence: { hidden: field },
  };
}
