import { PROVISION_STATE_TABLE, type ProvisionState } from './provision-state.ts';

/** Minutes that a node may stay in a state, by the resource class of its hardware; `*` is for every class. */
export type StateMinutes = Readonly<Record<string, Readonly<Partial<Record<ProvisionState, number>>>>>;

const ANY_CLASS = '*';
const MINUTE = 60_000;

/**
 * Time budget of a state in milliseconds: the site's own for this hardware, else its own for any, else the table's. Null
 * where time alone proves nothing.
 */
export function budgetMsOf(
  state: ProvisionState,
  resourceClass: string | null,
  own: StateMinutes | undefined,
): number | null {
  const of = (hardware: string | null) =>
    own !== undefined && hardware !== null && Object.hasOwn(own, hardware) ? own[hardware]?.[state] : undefined;
  const minutes = of(resourceClass) ?? of(ANY_CLASS);
  return minutes === undefined ? PROVISION_STATE_TABLE[state].budgetMs : minutes * MINUTE;
}
