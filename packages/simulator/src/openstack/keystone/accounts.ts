import type { AccessRule } from './access-rules.ts';
import type { Identity } from './identity.ts';

function rules(service: string, ...calls: readonly string[]): AccessRule[] {
  return calls.map((call) => {
    const [method = '', path = ''] = call.split(' ');
    return { service, method, path };
  });
}

/** Rules that let Fleet Manager do its whole work on a site, service by service. */
export const FLEET_RULES: readonly AccessRule[] = [
  ...rules(
    'baremetal',
    ...['GET /v1', 'GET /v1/nodes', 'GET /v1/nodes/**', 'POST /v1/nodes', 'PATCH /v1/nodes/*', 'PUT /v1/nodes/**'],
    ...['DELETE /v1/nodes/**', 'GET /v1/ports', 'GET /v1/ports/**', 'POST /v1/ports', 'PATCH /v1/ports/*'],
    ...['DELETE /v1/ports/*', 'GET /v1/allocations', 'GET /v1/allocations/*', 'POST /v1/allocations'],
    ...['DELETE /v1/allocations/*', 'GET /v1/conductors', 'GET /v1/conductors/*', 'GET /v1/drivers', 'GET /v1/shards'],
  ),
  ...rules(
    'placement',
    ...['GET /resource_providers', 'GET /resource_providers/**', 'PUT /resource_providers/*/traits'],
    ...['GET /traits', 'GET /traits/*', 'PUT /traits/*', 'GET /allocations/*', 'PUT /allocations/*'],
  ),
  ...rules(
    'compute',
    ...['GET /v2.1/servers', 'GET /v2.1/servers/**', 'POST /v2.1/servers', 'DELETE /v2.1/servers/*'],
    ...['GET /v2.1/flavors', 'GET /v2.1/flavors/**', 'GET /v2.1/os-hypervisors', 'GET /v2.1/os-hypervisors/**'],
    ...['GET /v2.1/os-services', 'GET /v2.1/os-keypairs/**'],
  ),
  ...rules('image', 'GET /v2/images', 'GET /v2/images/**'),
  ...rules('identity', 'GET /v3/projects', 'GET /v3/projects/*', 'GET /v3/auth/projects'),
];

/**
 * The application credentials of a site: for each of the projects `fleet` and `slurm` one with all the rules, one without
 * any restriction (`-norules`) and one that may only read (`-readonly`).
 */
export function addFleetCredentials(identity: Identity, password: string): void {
  for (const project of ['fleet', 'slurm']) {
    const variants: [string, readonly AccessRule[] | null][] = [
      ['', FLEET_RULES],
      ['-norules', null],
      ['-readonly', FLEET_RULES.filter((rule) => rule.method === 'GET')],
    ];
    for (const [suffix, allowed] of variants) {
      const name = `fm-${project}${suffix}`;
      identity.addCredential({ name, secret: `${password}-${name}`, user: 'fleet-manager', project, rules: allowed });
    }
  }
}
