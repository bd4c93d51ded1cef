/** Every `provision_state` that an Ironic up to API 1.115 can show, exactly as it is spelled on the wire. */
export const PROVISION_STATES = [
  'enroll',
  'verifying',
  'manageable',
  'inspecting',
  'inspect wait',
  'inspect failed',
  'cleaning',
  'clean wait',
  'clean hold',
  'clean failed',
  'available',
  'deploying',
  'wait call-back',
  'deploy hold',
  'deploy failed',
  'active',
  'deleting',
  'error',
  'adopting',
  'adopt failed',
  'rescuing',
  'rescue wait',
  'rescue',
  'rescue failed',
  'unrescuing',
  'unrescue failed',
  'servicing',
  'service wait',
  'service hold',
  'service failed',
] as const;
export type ProvisionState = (typeof PROVISION_STATES)[number];

/**
 * What kind of state it is. `stable`: nothing happens until somebody asks. `working`: the conductor is at it. `waiting`: the
 * agent on the node is awaited. `held`: a step list paused it, and it never times out. `failed`: somebody must act.
 */
export type ProvisionPhase = 'stable' | 'working' | 'waiting' | 'held' | 'failed';

/**
 * What the state alone says about an instance when the node names none. `occupied`: a system of a user is on the disks or on
 * its way there. `available`: free to be taken. `preparing`: no instance, and not to be taken yet. `doubt`: between the two.
 */
export type Occupancy = 'occupied' | 'available' | 'preparing' | 'doubt';

export interface ProvisionStateFacts {
  readonly phase: ProvisionPhase;
  /** Whether the node is past enrolment: its BMC was reached with its credentials at least once. */
  readonly enrolled: boolean;
  readonly occupancy: Occupancy;
  /** How long a node may stay, in milliseconds; null where time alone proves nothing. */
  readonly budgetMs: number | null;
  /** The state in words that complete "The node …". */
  readonly inWords: string;
}

const MINUTE = 60_000;

const facts = (
  phase: ProvisionPhase,
  occupancy: Occupancy,
  minutes: number | null,
  inWords: string,
): ProvisionStateFacts => ({
  phase,
  occupancy,
  enrolled: true,
  budgetMs: minutes === null ? null : minutes * MINUTE,
  inWords,
});

/**
 * The table. Budgets are longer than Ironic's own time limits (30 minutes for an agent that is awaited), so that Ironic's
 * verdict comes first where it gives one: it gives none for the states in which the conductor works, and none in maintenance.
 * Cleaning has the time of a full erase of NVMe disks; a site with slower disks gives its own.
 */
export const PROVISION_STATE_TABLE: Readonly<Record<ProvisionState, ProvisionStateFacts>> = {
  enroll: { ...facts('stable', 'preparing', null, 'is known to Ironic, but not yet verified'), enrolled: false },
  verifying: { ...facts('working', 'preparing', 10, 'is having its BMC credentials verified'), enrolled: false },
  manageable: facts('stable', 'preparing', null, 'can be managed, and is not offered to anyone'),
  inspecting: facts('working', 'preparing', 45, 'is being inspected'),
  'inspect wait': facts('waiting', 'preparing', 45, 'is being inspected by its agent'),
  'inspect failed': facts('failed', 'preparing', null, 'could not be inspected'),
  cleaning: facts('working', 'preparing', 120, 'is being cleaned'),
  'clean wait': facts('waiting', 'preparing', 120, 'is being cleaned by its agent'),
  'clean hold': facts('held', 'preparing', null, 'is held in the middle of cleaning'),
  'clean failed': facts('failed', 'preparing', null, 'could not be cleaned, so its disks may still hold data'),
  available: facts('stable', 'available', null, 'is available'),
  deploying: facts('working', 'occupied', 60, 'is being deployed'),
  'wait call-back': facts('waiting', 'occupied', 45, 'is being deployed by its agent'),
  'deploy hold': facts('held', 'occupied', null, 'is held in the middle of a deployment'),
  'deploy failed': facts('failed', 'doubt', null, 'could not be deployed'),
  active: facts('stable', 'occupied', null, 'is deployed'),
  deleting: facts('working', 'doubt', 15, 'is being torn down'),
  error: facts('failed', 'doubt', null, 'could not be torn down, so its disks may still hold data'),
  adopting: facts('working', 'occupied', 10, 'is being adopted with the system that runs on it'),
  'adopt failed': facts('failed', 'doubt', null, 'could not be adopted'),
  rescuing: facts('working', 'occupied', 45, 'is being put into rescue mode'),
  'rescue wait': facts('waiting', 'occupied', 45, 'is being put into rescue mode by its agent'),
  rescue: facts('stable', 'occupied', null, 'is in rescue mode'),
  'rescue failed': facts('failed', 'occupied', null, 'could not be put into rescue mode'),
  unrescuing: facts('working', 'occupied', 45, 'is leaving rescue mode'),
  'unrescue failed': facts('failed', 'occupied', null, 'could not leave rescue mode'),
  servicing: facts('working', 'occupied', 120, 'is being serviced'),
  'service wait': facts('waiting', 'occupied', 120, 'is being serviced by its agent'),
  'service hold': facts('held', 'occupied', null, 'is held in the middle of a service'),
  'service failed': facts('failed', 'occupied', null, 'could not be serviced'),
};

/** Whether the table knows the state. A newer Ironic may show others, which must never read as any of these. */
export function isProvisionState(state: string): state is ProvisionState {
  return Object.hasOwn(PROVISION_STATE_TABLE, state);
}

/** `clean failed` → `CleanFailed`: the form that condition reasons have. */
export function stateAsReason(state: string): string {
  return state
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}
