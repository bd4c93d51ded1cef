import { expect, test } from 'vitest';
import { netboxCallObjectTypes, netboxCalls } from './calls.ts';
import { netboxObjectTypes } from './object-types.ts';
import { netboxObjectPermissions } from './permissions.ts';

test('every call has its permission', () => {
  const granted = new Set(netboxObjectPermissions().flatMap((one) => one.calls));
  const needing = Object.entries(netboxCalls.calls).filter(([name]) => name !== 'status');
  expect(needing.map(([, call]) => `${call.method} ${call.path}`).filter((call) => !granted.has(call))).toEqual([]);
});

test('every permission has its call', () => {
  const made = new Set(Object.values(netboxCalls.calls).map((call) => `${call.method} ${call.path}`));
  for (const permission of netboxObjectPermissions()) {
    expect(permission.calls.length, permission.objectType).toBeGreaterThan(0);
    expect(permission.calls.every((call) => made.has(call))).toBe(true);
  }
});

test('every object type that is read is granted, and no other', () => {
  expect(netboxObjectPermissions().map((one) => one.objectType)).toEqual([...netboxObjectTypes].sort());
});

test('a reader needs nothing but view', () => {
  expect(netboxObjectPermissions().flatMap((one) => one.actions.filter((action) => action !== 'view'))).toEqual([]);
});

test('no name of a call or its rights is left over', () => {
  expect(Object.keys(netboxCallObjectTypes).sort()).toEqual(Object.keys(netboxCalls.calls).sort());
});
