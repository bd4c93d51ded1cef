import { expect, test } from 'vitest';
import { HttpCallError } from '../http/errors.ts';
import { ironicConflict, ironicFault } from './errors.ts';

const conflict = (text: string, status = 409) =>
  new HttpCallError({
    kind: 'http',
    service: 'baremetal',
    call: 'x',
    method: 'PATCH',
    pathTemplate: '/v1/nodes/{id}',
    origin: 'http://i',
    status,
    attempts: 1,
    retriable: false,
    problem: { error_message: JSON.stringify({ faultcode: 'Client', faultstring: text, debuginfo: null }) },
  });

test('the sentence is found in both inner shapes, in plain text, and not in what is no error of Ironic', () => {
  expect(ironicFault({ error_message: '{"faultstring": "Node a is locked"}' })).toBe('Node a is locked');
  expect(
    ironicFault({ error_message: '{"code": 406, "title": "Not Acceptable", "description": "No such version"}' }),
  ).toBe('No such version');
  expect(ironicFault({ error_message: { faultstring: 'already an object' } })).toBe('already an object');
  expect(ironicFault({ error_message: 'plain' })).toBe('plain');
  expect(ironicFault({ error: { code: 401, message: 'no' } })).toBeUndefined();
  expect(ironicFault('<html>')).toBeUndefined();
});

test.each([
  ['Node n1 is locked by host c1, please retry after the current operation is completed.', 'locked'],
  ['Node n1 can not be updated while a state transition is in progress.', 'transition'],
  ['Node n1 is associated with instance i9.', 'associated'],
  ['Instance i9 is already associated with a node, it cannot be associated with this other node n2', 'associated'],
  ['A node with name rack1-t1 already exists.', 'duplicate'],
  ['A port with MAC address 52:54:00:00:00:01 already exists.', 'duplicate'],
  ['Node n1 can not be deleted while in provision state active', 'invalid-state'],
  ['something new', 'other'],
])('409 "%s" is %s', (text, kind) => {
  expect(ironicConflict(conflict(text))).toBe(kind);
});

test('other statuses are no conflict', () => {
  expect(ironicConflict(conflict('is locked by host', 400))).toBeUndefined();
});
