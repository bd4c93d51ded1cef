import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SimFlavor, SimNode } from '../../world/model.ts';
import { Refusal } from '../../world/refusal.ts';
import { pathParam, queryOf } from '../ironic/query.ts';
import type { NovaService } from './service.ts';

/** Versions, flavors, and the hypervisors and services that stand for the nodes. */
export function siteRoutes(app: FastifyInstance, service: NovaService): void {
  const { world, guard, settings, minorOf } = service;
  const version = () => ({
    id: 'v2.1',
    status: 'CURRENT',
    version: `2.${settings.maxMinor}`,
    min_version: '2.1',
    updated: '2013-07-23T11:33:21Z',
    links: [{ rel: 'self', href: `${service.url()}/v2.1/` }],
  });
  app.get('/', async () => ({ versions: [version()] }));
  app.get('/v2.1', async () => ({
    version: {
      ...version(),
      'media-types': [{ base: 'application/json', type: 'application/vnd.openstack.compute+json;version=2.1' }],
    },
  }));

  const flavors = (full: boolean) => async (request: FastifyRequest) => ({
    flavors: [...world.flavors.values()].map((flavor) => flavorView(service, flavor, full, minorOf(request))),
  });
  const flavorOf = (request: FastifyRequest): SimFlavor => {
    const id = pathParam(request, 'flavor');
    const found = world.flavors.get(id);
    if (found === undefined) throw new Refusal(404, `Flavor ${id} could not be found.`);
    return found;
  };
  app.get('/v2.1/flavors', flavors(false));
  app.get('/v2.1/flavors/detail', flavors(true));
  app.get('/v2.1/flavors/:flavor', async (request) => ({
    flavor: flavorView(service, flavorOf(request), true, minorOf(request)),
  }));
  app.get('/v2.1/flavors/:flavor/os-extra_specs', async (request) => ({ extra_specs: flavorOf(request).extraSpecs }));

  const requireAdmin = (request: FastifyRequest, policy: string) => {
    if (guard.of(request).roles.includes('admin')) return;
    throw new Refusal(403, `Policy doesn't allow ${policy} to be performed.`);
  };
  const viewOf = (request: FastifyRequest, full: boolean): HypervisorView => ({
    full,
    minor: minorOf(request),
    withServers: queryOf(request).with_servers !== undefined,
  });
  const served = () => [...world.nodes.values()].filter((node) => world.providers.has(node.uuid));
  const hypervisors = (full: boolean) => async (request: FastifyRequest) => {
    requireAdmin(request, 'os_compute_api:os-hypervisors:list');
    const pattern = queryOf(request).hypervisor_hostname_pattern;
    const found = served().filter((node) => pattern === undefined || node.uuid.includes(pattern));
    if (pattern !== undefined && found.length === 0)
      throw new Refusal(404, `No hypervisor matching '${pattern}' could be found.`);
    return { hypervisors: found.map((node) => hypervisorView(service, node, viewOf(request, full))) };
  };
  app.get('/v2.1/os-hypervisors', hypervisors(false));
  app.get('/v2.1/os-hypervisors/detail', hypervisors(true));
  app.get('/v2.1/os-hypervisors/:hypervisor', async (request) => {
    requireAdmin(request, 'os_compute_api:os-hypervisors:show');
    const id = pathParam(request, 'hypervisor');
    const found = served().find((node) => node.uuid === id);
    if (found === undefined) throw new Refusal(404, `Compute host ${id} could not be found.`);
    return { hypervisor: hypervisorView(service, found, viewOf(request, true)) };
  });
  app.get('/v2.1/os-services', async (request) => {
    requireAdmin(request, 'os_compute_api:os-services:list');
    return {
      services: [
        {
          id: '7c1f5a0e-0000-4000-8000-000000000001',
          binary: 'nova-compute',
          host: world.computeHost,
          zone: 'nova',
          status: 'enabled',
          state: 'up',
          updated_at: world.time().slice(0, 26),
          disabled_reason: null,
          forced_down: false,
        },
      ],
    };
  });
  app.get('/v2.1/os-keypairs', async () => ({ keypairs: [] }));
  app.get('/v2.1/os-availability-zone', async () => ({
    availabilityZoneInfo: [{ zoneName: 'nova', zoneState: { available: true }, hosts: null }],
  }));
}

function flavorView(service: NovaService, flavor: SimFlavor, full: boolean, minor: number): Record<string, unknown> {
  const brief = {
    id: flavor.id,
    name: flavor.name,
    ...(minor >= 55 ? { description: null } : {}),
    links: [
      { rel: 'self', href: `${service.url()}/v2.1/flavors/${flavor.id}` },
      { rel: 'bookmark', href: `${service.url()}/flavors/${flavor.id}` },
    ],
  };
  if (!full) return brief;
  return {
    ...brief,
    ram: flavor.ram,
    disk: flavor.disk,
    vcpus: flavor.vcpus,
    swap: minor >= 75 ? 0 : '',
    'OS-FLV-EXT-DATA:ephemeral': 0,
    'OS-FLV-DISABLED:disabled': false,
    'os-flavor-access:is_public': true,
    rxtx_factor: 1,
    ...(minor >= 61 ? { extra_specs: flavor.extraSpecs } : {}),
  };
}

interface HypervisorView {
  readonly full: boolean;
  readonly minor: number;
  readonly withServers: boolean;
}

function hypervisorView(service: NovaService, node: SimNode, view: HypervisorView): Record<string, unknown> {
  // Before 2.53 a hypervisor has a row number for its id.
  const id = view.minor >= 53 ? node.uuid : Number.parseInt(node.uuid.slice(0, 7), 16);
  const brief = { id, hypervisor_hostname: node.uuid, state: 'up', status: 'enabled' };
  const running = { uuid: node.instance_uuid, name: node.instance_info.display_name ?? '' };
  const more = view.withServers ? { servers: node.instance_uuid === null ? [] : [running] } : {};
  if (!view.full) return { ...brief, ...more };
  return {
    ...brief,
    hypervisor_type: 'ironic',
    hypervisor_version: 1,
    host_ip: '127.0.0.1',
    service: { id: '7c1f5a0e-0000-4000-8000-000000000001', host: service.world.computeHost, disabled_reason: null },
    ...(view.minor >= 88 ? { uptime: null } : {}),
    ...more,
  };
}
