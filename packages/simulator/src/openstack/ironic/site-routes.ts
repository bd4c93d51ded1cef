import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../world/refusal.ts';
import { DRIVERS } from './node-create.ts';
import { links } from './node-view.ts';
import { requireSystem, requireSystemScope, SYSTEM_READER } from './policy.ts';
import { pathParam } from './query.ts';
import type { IronicService } from './service.ts';

/** What Ironic tells about itself: version documents, conductors, drivers, shards, and collections that stay empty. */
export function siteRoutes(
  app: FastifyInstance,
  service: IronicService,
  minorOf: (request: FastifyRequest) => number,
): void {
  const { world, guard, settings } = service;
  const version = () => ({
    id: 'v1',
    links: [{ href: `${service.url()}/v1/`, rel: 'self' }],
    status: 'CURRENT',
    min_version: '1.1',
    version: `1.${settings.maxMinor}`,
  });
  app.get('/', async () => ({
    name: 'OpenStack Ironic API',
    description: 'Ironic is an OpenStack project which enables the provision and management of baremetal machines.',
    versions: [version()],
    default_version: version(),
  }));
  app.get('/v1', async (request) => versionDocument(service.url(), version(), minorOf(request)));

  const conductor = () => ({
    hostname: world.conductorHost,
    conductor_group: '',
    alive: world.conductorAlive,
    updated_at: world.time(),
    created_at: world.time(),
    drivers: DRIVERS,
    links: links(service.url(), `conductors/${world.conductorHost}`),
  });
  const requireReader = (request: FastifyRequest, policy: string) =>
    requireSystemScope(guard.of(request), policy, SYSTEM_READER, settings);
  app.get('/v1/conductors', async (request) => {
    requireReader(request, 'baremetal:conductor:get');
    const { created_at: _created, drivers: _drivers, ...short } = conductor();
    return { conductors: [short] };
  });
  app.get('/v1/conductors/:conductor', async (request) => {
    requireReader(request, 'baremetal:conductor:get');
    const name = pathParam(request, 'conductor');
    if (name !== world.conductorHost) throw new Refusal(404, `Conductor ${name} could not be found.`);
    return conductor();
  });
  const driver = (name: string) => ({
    name,
    hosts: [world.conductorHost],
    type: 'dynamic',
    links: links(service.url(), `drivers/${name}`),
    properties: links(service.url(), `drivers/${name}/properties`),
  });
  app.get('/v1/drivers', async (request) => {
    requireReader(request, 'baremetal:driver:get');
    return { drivers: DRIVERS.map(driver) };
  });
  app.get('/v1/drivers/:driver', async (request) => {
    requireReader(request, 'baremetal:driver:get');
    const name = pathParam(request, 'driver');
    if (!DRIVERS.includes(name))
      throw new Refusal(404, `Could not find the following driver(s) or hardware type(s): ${name}.`);
    return driver(name);
  });
  app.get('/v1/shards', async (request) => {
    if (minorOf(request) < 82) throw new Refusal(404, 'Not Found');
    requireSystem(guard.of(request), 'baremetal:shards:get', settings);
    const counts = new Map<string | null, number>();
    for (const node of world.nodes.values()) counts.set(node.shard, (counts.get(node.shard) ?? 0) + 1);
    return { shards: [...counts].map(([name, count]) => ({ name, count })) };
  });
  app.get('/v1/chassis', async (request) => {
    requireReader(request, 'baremetal:chassis:get');
    return { chassis: [] };
  });
  for (const empty of ['portgroups', 'deploy_templates', 'runbooks']) {
    app.get(`/v1/${empty}`, async () => ({ [empty]: [] }));
  }
}

function versionDocument(url: string, version: Record<string, unknown>, minor: number): Record<string, unknown> {
  const since: [string, number][] = [
    ['chassis', 1],
    ['nodes', 1],
    ['ports', 1],
    ['drivers', 1],
    ['lookup', 22],
    ['heartbeat', 22],
    ['portgroups', 23],
    ['volume', 32],
    ['conductors', 49],
    ['allocations', 52],
    ['events', 54],
    ['deploy_templates', 55],
    ['shards', 82],
    ['runbooks', 92],
  ];
  const collection = (name: string) => [
    { href: `${url}/v1/${name}/`, rel: 'self' },
    { href: `${url}/${name}/`, rel: 'bookmark' },
  ];
  return {
    id: 'v1',
    links: [
      { href: `${url}/v1/`, rel: 'self' },
      {
        href: 'https://docs.openstack.org//ironic/latest/contributor//webapi.html',
        rel: 'describedby',
        type: 'text/html',
      },
    ],
    media_types: { base: 'application/json', type: 'application/vnd.openstack.ironic.v1+json' },
    ...Object.fromEntries(since.filter(([, first]) => first <= minor).map(([name]) => [name, collection(name)])),
    version,
  };
}
