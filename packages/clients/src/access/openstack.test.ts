import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type AccessRule, openstackAccessRules, openstackCallLists, ruleAllows } from './openstack.ts';

const requests = openstackCallLists.flatMap((list) =>
  Object.values(list.calls).map((call) => ({
    service: list.service,
    method: call.method,
    anonymous: call.anonymous === true,
    path: call.path.replaceAll(/\{\w+\}/g, '0c0ffee0-0000-4000-8000-000000000001'),
  })),
);

describe('access rules', () => {
  test('every call that carries a token has a rule, and every rule has such a call', () => {
    const rules = openstackAccessRules();
    for (const request of requests.filter((one) => !one.anonymous)) {
      expect(
        rules.filter((rule) => ruleAllows(rule, request)),
        `${request.service} ${request.method} ${request.path}`,
      ).not.toHaveLength(0);
    }
    for (const rule of rules) {
      expect(
        requests.filter((request) => !request.anonymous && ruleAllows(rule, request)),
        JSON.stringify(rule),
      ).not.toHaveLength(0);
    }
  });

  test('every list of calls in the OpenStack clients is in the union', () => {
    const folder = new URL('..', import.meta.url);
    const declared = ['keystone', 'ironic', 'nova', 'placement'].flatMap((name) =>
      readdirSync(new URL(`${name}/`, folder))
        .filter((file) => !file.endsWith('.test.ts'))
        .flatMap((file) =>
          [...readFileSync(new URL(`${name}/${file}`, folder), 'utf8').matchAll(/defineCalls\('([\w-]+)'/g)].map(
            (match) => match[1],
          ),
        ),
    );
    expect(declared.toSorted()).toEqual(openstackCallLists.map((list) => list.service).toSorted());
  });

  test('nothing that this slice asks for can change anything', () => {
    expect(new Set(openstackAccessRules().map((rule) => rule.method))).toEqual(new Set(['GET']));
  });

  test('a prefix is put in front, services can be left out', () => {
    const rules = openstackAccessRules({ prefixes: { baremetal: '/baremetal/' }, services: ['baremetal'] });
    expect(rules).toContainEqual({ service: 'baremetal', method: 'GET', path: '/baremetal/v1/nodes/*' });
    expect(rules.every((rule) => rule.path.startsWith('/baremetal/v1/'))).toBe(true);
  });

  test.each([
    ['/v1/nodes/*', '/v1/nodes/a', true],
    ['/v1/nodes/*', '/v1/nodes/a/states', false],
    ['/v1/nodes/*', '/v1/nodes', false],
    ['/v1/nodes/**', '/v1/nodes/a/states/provision', true],
    ['/v1/nodes/**', '/v1/nodes', false],
    ['/v1/nodes', '/v1/nodes/', false],
    ['/v2.1/servers', '/v2x1/servers', false],
  ])('%s on %s: %s', (path, asked, allowed) => {
    const rule: AccessRule = { service: 'baremetal', method: 'GET', path };
    expect(ruleAllows(rule, { service: 'baremetal', method: 'GET', path: asked })).toBe(allowed);
    expect(ruleAllows(rule, { service: 'compute', method: 'GET', path: asked })).toBe(false);
    expect(ruleAllows(rule, { service: 'baremetal', method: 'POST', path: asked })).toBe(false);
  });
});
