import type { JobStep } from './model.ts';

/** Verbs that each provision state takes, with the state in which the work begins. States not listed take none. */
export const VERBS_BY_STATE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  enroll: { manage: 'verifying' },
  manageable: { inspect: 'inspecting', clean: 'cleaning', provide: 'cleaning', adopt: 'adopting' },
  'inspect wait': { abort: 'inspect failed' },
  'inspect failed': { manage: 'manageable', inspect: 'inspecting' },
  // Ironic's own table takes `manage` here. The lock normally answers first; without one, a node leaves cleaning dirty.
  cleaning: { manage: 'manageable' },
  'clean wait': { abort: 'clean failed' },
  'clean hold': { unhold: 'cleaning', abort: 'clean failed' },
  'clean failed': { manage: 'manageable' },
  available: { active: 'deploying', manage: 'manageable' },
  'wait call-back': { deleted: 'deleting', abort: 'deploy failed' },
  'deploy hold': { unhold: 'deploying', abort: 'deploy failed' },
  'deploy failed': { active: 'deploying', rebuild: 'deploying', deleted: 'deleting' },
  active: { deleted: 'deleting', rebuild: 'deploying', rescue: 'rescuing', service: 'servicing' },
  error: { deleted: 'deleting', rebuild: 'deploying' },
  'adopt failed': { adopt: 'adopting', manage: 'manageable' },
  'rescue wait': { abort: 'rescue failed', deleted: 'deleting' },
  rescue: { rescue: 'rescuing', unrescue: 'unrescuing', deleted: 'deleting' },
  'rescue failed': { rescue: 'rescuing', unrescue: 'unrescuing', deleted: 'deleting' },
  'unrescue failed': { rescue: 'rescuing', unrescue: 'unrescuing', deleted: 'deleting' },
  'service wait': { abort: 'service failed', deleted: 'deleting' },
  'service hold': { unhold: 'servicing', service: 'servicing', abort: 'service failed' },
  'service failed': { service: 'servicing', rescue: 'rescuing', deleted: 'deleting', abort: 'active' },
};

/** Targets that the API takes, with the verb each stands for. */
export const VERB_OF_TARGET: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'active deleted rebuild manage provide inspect abort clean adopt rescue unrescue unhold service'
      .split(' ')
      .map((verb) => [verb, verb]),
  ),
  deploy: 'active',
  undeploy: 'deleted',
};

/** States in which the conductor works on the node and holds its lock. */
export const LOCKED_STATES: ReadonlySet<string> = new Set([
  'verifying',
  'inspecting',
  'cleaning',
  'deploying',
  'deleting',
  'adopting',
  'rescuing',
  'unrescuing',
  'servicing',
]);

/** States in which the conductor waits for the agent on the node: no lock, and no progress while in maintenance. */
export const WAIT_STATES: ReadonlySet<string> = new Set([
  'wait call-back',
  'clean wait',
  'inspect wait',
  'rescue wait',
  'service wait',
]);

/** Where a failure in a state leads. */
export const FAILED_STATE: Readonly<Record<string, string>> = {
  verifying: 'enroll',
  inspecting: 'inspect failed',
  'inspect wait': 'inspect failed',
  cleaning: 'clean failed',
  'clean wait': 'clean failed',
  deploying: 'deploy failed',
  'wait call-back': 'deploy failed',
  deleting: 'error',
  adopting: 'adopt failed',
  rescuing: 'rescue failed',
  'rescue wait': 'rescue failed',
  unrescuing: 'unrescue failed',
  servicing: 'service failed',
  'service wait': 'service failed',
};

const SECOND = 1000;
const step = (state: string, seconds: number): JobStep => ({ state, milliseconds: seconds * SECOND });

/** Cleaning with an agent on the node: the metadata of all disks is erased, which takes minutes. */
export const CLEANING_JOB: readonly JobStep[] = [step('cleaning', 15), step('clean wait', 240), step('cleaning', 20)];

/** What the conductor does for a verb, in steps at production pace, and the provision state at its end. */
export const JOBS: Readonly<Record<string, { readonly steps: readonly JobStep[]; readonly goal: string }>> = {
  manage: { steps: [step('verifying', 8)], goal: 'manageable' },
  inspect: { steps: [step('inspecting', 10), step('inspect wait', 180), step('inspecting', 5)], goal: 'manageable' },
  provide: { steps: CLEANING_JOB, goal: 'available' },
  clean: { steps: CLEANING_JOB, goal: 'manageable' },
  active: { steps: [step('deploying', 30), step('wait call-back', 240), step('deploying', 60)], goal: 'active' },
  rebuild: { steps: [step('deploying', 30), step('wait call-back', 240), step('deploying', 60)], goal: 'active' },
  deleted: { steps: [step('deleting', 25), ...CLEANING_JOB], goal: 'available' },
  adopt: { steps: [step('adopting', 5)], goal: 'active' },
  rescue: { steps: [step('rescuing', 20), step('rescue wait', 180), step('rescuing', 10)], goal: 'rescue' },
  unrescue: { steps: [step('unrescuing', 60)], goal: 'active' },
  service: { steps: [step('servicing', 15), step('service wait', 180), step('servicing', 15)], goal: 'active' },
};

/** Every provision state that Ironic has. */
export const PROVISION_STATES: ReadonlySet<string> = new Set([
  ...Object.keys(VERBS_BY_STATE),
  ...LOCKED_STATES,
  ...WAIT_STATES,
  ...Object.values(FAILED_STATE),
]);
