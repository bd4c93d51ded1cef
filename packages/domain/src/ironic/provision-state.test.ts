import { expect, test } from 'vitest';
import { isProvisionState, PROVISION_STATE_TABLE, PROVISION_STATES, stateAsReason } from './provision-state.ts';

test('the table has each state that Ironic can show, and no other', () => {
  expect(Object.keys(PROVISION_STATE_TABLE).sort()).toEqual([...PROVISION_STATES].sort());
  expect(PROVISION_STATES).toHaveLength(30);
});

test('each state in which something goes on has a time budget, and no other has', () => {
  for (const state of PROVISION_STATES) {
    const { phase, budgetMs } = PROVISION_STATE_TABLE[state];
    expect([state, budgetMs !== null]).toEqual([state, phase === 'working' || phase === 'waiting']);
  }
});

test('only `available` is available', () => {
  expect(PROVISION_STATES.filter((state) => PROVISION_STATE_TABLE[state].occupancy === 'available')).toEqual([
    'available',
  ]);
});

test('names that objects have by nature are not states', () => {
  for (const name of ['constructor', '__proto__', 'toString', '', 'Available', 'deleted', 'deploy complete'])
    expect(isProvisionState(name)).toBe(false);
});

test('a state becomes a reason', () => {
  expect(stateAsReason('wait call-back')).toBe('WaitCallBack');
  expect(stateAsReason('clean failed')).toBe('CleanFailed');
});
