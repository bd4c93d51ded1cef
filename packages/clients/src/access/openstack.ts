import type { CallList } from '../http/calls.ts';
import { ironicCalls } from '../ironic/calls.ts';
import { keystoneCalls } from '../keystone/calls.ts';
import { identityCalls } from '../keystone/projects.ts';
import { novaCalls } from '../nova/calls.ts';
import { placementCalls } from '../placement/calls.ts';

/** Every call to OpenStack that the product can make. A client of another service adds its list here. */
export const openstackCallLists: readonly CallList[] = [
  keystoneCalls,
  identityCalls,
  ironicCalls,
  novaCalls,
  placementCalls,
];

/** One access rule, in the form that `openstack application credential create --access-rules` takes. */
export interface AccessRule {
  readonly service: string;
  readonly method: string;
  /** `*` stands for one segment. */
  readonly path: string;
}

export interface AccessRuleOptions {
  /**
   * Path in front of a service's API as the service itself sees it, by service type: `{ baremetal: '/baremetal' }` when
   * the catalog says `https://api.example/baremetal` and no proxy takes that part away. Rules match the whole path.
   */
  readonly prefixes?: Readonly<Record<string, string>> | undefined;
  /** Leave out services that the site does not run, for example `compute`. */
  readonly services?: readonly string[] | undefined;
}

/** The access rules that an application credential needs: one for each call that is sent with a token, and no more. */
export function openstackAccessRules(options: AccessRuleOptions = {}): AccessRule[] {
  const rules = openstackCallLists.flatMap((list) =>
    Object.values(list.calls)
      .filter((call) => call.anonymous !== true)
      .map((call) => ({
        service: list.service,
        method: call.method,
        path: prefix(options.prefixes?.[list.service]) + call.path.replaceAll(/\{\w+\}/g, '*'),
      })),
  );
  const wanted = rules.filter((rule) => options.services === undefined || options.services.includes(rule.service));
  return [...new Map(wanted.map((rule) => [`${rule.service} ${rule.method} ${rule.path}`, rule])).values()];
}

function prefix(text: string | undefined): string {
  const bare = (text ?? '').replaceAll(/^\/+|\/+$/g, '');
  return bare === '' ? '' : `/${bare}`;
}

/** True when a rule lets a request through, by Keystone's own way of matching: `*` one segment, `**` any text. */
export function ruleAllows(rule: AccessRule, request: { service: string; method: string; path: string }): boolean {
  if (rule.service !== request.service || rule.method !== request.method) return false;
  const pattern = rule.path
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]+' : part.replaceAll(/[.+?^$()|[\]\\{}]/g, '\\$&')))
    .join('');
  return new RegExp(`^${pattern}$`).test(request.path);
}
