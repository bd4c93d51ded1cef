import { expect, it } from 'vitest';
import { pathMatches, rulesAllow } from './access-rules.ts';

it.each([
  ['/v1/nodes/*', '/v1/nodes/a', true],
  ['/v1/nodes/*', '/v1/nodes/a/states', false],
  ['/v1/nodes/**', '/v1/nodes/a/states/provision', true],
  ['/v1/nodes/**', '/v1/nodes', false],
  ['/v1/nodes', '/v1/nodes/', false],
  ['/v1/nodes/{id}', '/v1/nodes/detail', true],
  ['/**v1/nodes', '/baremetal/v1/nodes', true],
  ['/v2.1/servers', '/v2x1/servers', true],
])('matches the rule %s with %s: %s', (pattern, path, expected) => {
  expect(pathMatches(path, pattern)).toBe(expected);
});

it('allows everything without rules, and nothing with an empty list', () => {
  const request = { service: 'baremetal', method: 'GET', path: '/v1/nodes' };
  expect(rulesAllow(null, request)).toBe(true);
  expect(rulesAllow([], request)).toBe(false);
  expect(rulesAllow([{ ...request, method: 'PUT' }], request)).toBe(false);
  expect(rulesAllow([{ ...request, service: 'compute' }], request)).toBe(false);
  expect(rulesAllow([request], request)).toBe(true);
});
