import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { splitUrl } from '../../http/server.ts';
import type { SimProvider } from '../../world/model.ts';
import { Refusal } from '../../world/refusal.ts';
import type { World } from '../../world/world.ts';
import { pathParam, type Query, queryOf } from '../ironic/query.ts';
import type { CallerGuard } from '../keystone/caller.ts';
import { askedMicroversion, echoMicroversion, type MicroversionRange } from '../microversion.ts';
import { allocationRoutes } from './allocation-routes.ts';
import { placementError } from './error-body.ts';
import { isStandardTrait, STANDARD_TRAITS } from './traits.ts';

const RANGE: MicroversionRange = { service: 'placement', major: 1, minMinor: 0, maxMinor: 39 };
const CONFLICT = 'placement.concurrent_update';

export interface PlacementOptions {
  readonly world: World;
  readonly guard: CallerGuard;
}

/** Placement's API: providers with their traits, inventories and usages, and the allocations of consumers. */
export function placementRoutes(app: FastifyInstance, options: PlacementOptions): void {
  const { world, guard } = options;
  const minors = new WeakMap<FastifyRequest, number>();
  const minorOf = (request: FastifyRequest) => minors.get(request) ?? 0;
  app.addHook('preHandler', async (request, reply) => {
    world.tick();
    const { path } = splitUrl(request.url);
    if (path.startsWith('/_control/')) return undefined;
    const minor = askedMicroversion(request, RANGE);
    if (typeof minor !== 'number') {
      const { bad, malformed } = minor;
      if (malformed) {
        const message = `Invalid microversion: invalid version string: ${bad}`;
        return placementError(reply, { status: 400, message, code: null, minor: 0 });
      }
      const more = { max_version: '1.39', min_version: '1.0' };
      const message = `Invalid microversion: Unacceptable version header: ${bad}`;
      return placementError(reply, { status: 406, message, code: null, minor: 0, more });
    }
    minors.set(request, minor);
    echoMicroversion(reply, RANGE, minor);
    if (path !== '/') requireAdmin(guard.of(request).roles);
    return undefined;
  });
  app.addHook('onSend', async (request, reply) => {
    if (minorOf(request) < 15 || reply.statusCode >= 300) return;
    reply.header('cache-control', 'no-cache').header('last-modified', new Date(world.now()).toUTCString());
  });
  app.setErrorHandler((error, request, reply) => {
    const minor = minorOf(request);
    if (error instanceof Refusal) {
      return placementError(reply, { status: error.status, message: error.message, code: error.code, minor });
    }
    const message = error instanceof Error ? error.message : 'error';
    const bad =
      error instanceof z.ZodError || (error instanceof Error && 'statusCode' in error && error.statusCode === 400);
    return placementError(reply, {
      status: bad ? 400 : 500,
      message: `JSON does not validate: ${message}`,
      code: null,
      minor,
    });
  });
  app.setNotFoundHandler((request, reply) =>
    placementError(reply, { status: 404, message: '', code: null, minor: minorOf(request) }),
  );

  app.get('/', async () => ({
    versions: [
      { id: 'v1.0', max_version: '1.39', min_version: '1.0', status: 'CURRENT', links: [{ rel: 'self', href: '' }] },
    ],
  }));
  app.get('/resource_providers', async (request) => ({
    resource_providers: filtered(world, queryOf(request)).map((provider) => providerView(provider, minorOf(request))),
  }));
  app.get('/resource_providers/:provider', async (request) => providerView(one(world, request), minorOf(request)));
  app.delete('/resource_providers/:provider', (request, reply) => {
    const provider = one(world, request);
    if (consumersOn(world, provider).length > 0) {
      throw new Refusal(
        409,
        `Unable to delete resource provider ${provider.uuid}: Resource provider has allocations.`,
        'placement.resource_provider.inuse',
      );
    }
    world.providers.delete(provider.uuid);
    return reply.code(204).send();
  });
  app.get('/resource_providers/:provider/traits', async (request) => {
    requireMinor(minorOf(request), 6);
    return traitsView(one(world, request));
  });
  app.put('/resource_providers/:provider/traits', async (request) => {
    requireMinor(minorOf(request), 6);
    const provider = one(world, request);
    const body = z
      .strictObject({ traits: z.array(z.string()), resource_provider_generation: z.number().int() })
      .parse(request.body);
    if (body.resource_provider_generation !== provider.generation) {
      throw new Refusal(
        409,
        "Resource provider's generation already changed. Please update the generation and try again.",
        CONFLICT,
      );
    }
    const unknown = body.traits.filter((trait) => !isStandardTrait(trait) && !world.customTraits.has(trait));
    if (unknown.length > 0) throw new Refusal(400, `No such trait ${unknown.join(', ')}`);
    const traits = [...new Set(body.traits)].sort();
    if (traits.join() !== [...provider.traits].sort().join()) {
      provider.traits = traits;
      provider.generation++;
    }
    return traitsView(provider);
  });
  app.get('/resource_providers/:provider/inventories', async (request) => {
    const provider = one(world, request);
    return { resource_provider_generation: provider.generation, inventories: provider.inventories };
  });
  app.get('/resource_providers/:provider/usages', async (request) => {
    const provider = one(world, request);
    const usages = Object.fromEntries(Object.keys(provider.inventories).map((name) => [name, 0]));
    for (const consumer of consumersOn(world, provider)) {
      for (const [name, amount] of Object.entries(consumer.allocations[provider.uuid]?.resources ?? {})) {
        usages[name] = (usages[name] ?? 0) + amount;
      }
    }
    return { resource_provider_generation: provider.generation, usages };
  });
  app.get('/resource_providers/:provider/allocations', async (request) => {
    const provider = one(world, request);
    const shown = consumersOn(world, provider).map((consumer) => {
      const { resources } = consumer.allocations[provider.uuid] ?? { resources: {} };
      const generation = minorOf(request) >= 28 ? { consumer_generation: consumer.generation } : {};
      return [consumer.id, { resources, ...generation }];
    });
    return { allocations: Object.fromEntries(shown), resource_provider_generation: provider.generation };
  });
  app.get('/resource_providers/:provider/aggregates', async (request) => {
    requireMinor(minorOf(request), 1);
    const provider = one(world, request);
    const generation = minorOf(request) >= 19 ? { resource_provider_generation: provider.generation } : {};
    return { aggregates: [], ...generation };
  });

  app.get('/traits', async (request) => {
    requireMinor(minorOf(request), 6);
    const filter = queryOf(request).name;
    const all = [...STANDARD_TRAITS, ...[...world.customTraits].sort()];
    if (filter?.startsWith('startswith:')) return { traits: all.filter((name) => name.startsWith(filter.slice(11))) };
    if (filter?.startsWith('in:')) return { traits: all.filter((name) => filter.slice(3).split(',').includes(name)) };
    return { traits: all };
  });
  app.get('/traits/:trait', (request, reply) => {
    requireMinor(minorOf(request), 6);
    const name = pathParam(request, 'trait');
    if (!isStandardTrait(name) && !world.customTraits.has(name)) throw new Refusal(404, `No such trait(s): ${name}.`);
    return reply.code(204).send();
  });
  app.put('/traits/:trait', (request, reply) => {
    requireMinor(minorOf(request), 6);
    const name = pathParam(request, 'trait');
    if (!/^CUSTOM_[A-Z0-9_]{1,248}$/.test(name)) {
      throw new Refusal(
        400,
        'The trait is invalid. A valid trait must be no longer than 255 characters, start with the prefix "CUSTOM_" and use following characters: "A"-"Z", "0"-"9" and "_"',
      );
    }
    const isNew = !world.customTraits.has(name);
    world.customTraits.add(name);
    return reply
      .code(isNew ? 201 : 204)
      .header('location', splitUrl(request.url).path)
      .send();
  });
  allocationRoutes(app, world, minorOf);
}

function one(world: World, request: FastifyRequest): SimProvider {
  const uuid = pathParam(request, 'provider');
  const found = world.providers.get(uuid);
  if (found === undefined) throw new Refusal(404, `No resource provider with uuid ${uuid} found`);
  return found;
}

function filtered(world: World, query: Query): SimProvider[] {
  const allowed = ['uuid', 'name', 'required', 'resources', 'member_of', 'in_tree'];
  const unexpected = Object.keys(query).find((key) => !allowed.includes(key));
  if (unexpected !== undefined) {
    throw new Refusal(
      400,
      `Invalid query string parameters: Additional properties are not allowed ('${unexpected}' was unexpected)`,
      'placement.query.bad_value',
    );
  }
  const required = query.required?.split(',') ?? [];
  return [...world.providers.values()].filter(
    (provider) =>
      (query.uuid === undefined || provider.uuid === query.uuid) &&
      (query.name === undefined || provider.name === query.name) &&
      (query.in_tree === undefined || provider.uuid === query.in_tree) &&
      required.every((trait) =>
        trait.startsWith('!') ? !provider.traits.includes(trait.slice(1)) : provider.traits.includes(trait),
      ),
  );
}

function consumersOn(world: World, provider: SimProvider) {
  return [...world.consumers.values()].filter((consumer) => provider.uuid in consumer.allocations);
}

function providerView(provider: SimProvider, minor: number): Record<string, unknown> {
  const url = `/resource_providers/${provider.uuid}`;
  const since: [string, number][] = [
    ['inventories', 0],
    ['usages', 0],
    ['aggregates', 1],
    ['traits', 6],
    ['allocations', 11],
  ];
  const parts = since.filter(([, first]) => first <= minor).map(([rel]) => ({ rel, href: `${url}/${rel}` }));
  return {
    uuid: provider.uuid,
    name: provider.name,
    generation: provider.generation,
    links: [{ rel: 'self', href: url }, ...parts],
    ...(minor >= 14 ? { parent_provider_uuid: null, root_provider_uuid: provider.uuid } : {}),
  };
}

function traitsView(provider: SimProvider) {
  return { traits: provider.traits, resource_provider_generation: provider.generation };
}

function requireMinor(minor: number, least: number): void {
  if (minor < least) throw new Refusal(404, '');
}

function requireAdmin(roles: readonly string[]): void {
  if (!roles.includes('admin') && !roles.includes('service')) {
    throw new Refusal(403, 'Access was denied to this resource.');
  }
}
