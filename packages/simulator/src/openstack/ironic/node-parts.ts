import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SimNode } from '../../world/model.ts';
import { Refusal } from '../../world/refusal.ts';
import { nodeOf } from './node-routes.ts';
import { links } from './node-view.ts';
import { requireRight } from './policy.ts';
import { portView } from './port-routes.ts';
import { pathParam, queryOf } from './query.ts';
import type { IronicService } from './service.ts';

const TRAIT = /^CUSTOM_[A-Z0-9_]+$/;
/** A few of the standard traits, which need no prefix. */
const STANDARD = /^(HW|COMPUTE|STORAGE|MISC)_[A-Z0-9_]+$/;
const MOST_TRAITS = 50;

/** What hangs under a node: traits, history, validation, interfaces, ports. */
export function nodePartRoutes(
  app: FastifyInstance,
  service: IronicService,
  minorOf: (request: FastifyRequest) => number,
): void {
  const { world, guard, settings } = service;
  const since = (request: FastifyRequest, minor: number) => {
    if (minorOf(request) < minor) throw new Refusal(404, 'Not Found');
  };
  const writable = (request: FastifyRequest, policy: string): SimNode => {
    const node = nodeOf(service, request);
    requireRight(guard.of(request), node, policy, settings);
    world.conductor.requireUnlocked(node);
    return node;
  };

  app.get('/v1/nodes/:node/traits', async (request) => {
    since(request, 37);
    return { traits: nodeOf(service, request).traits };
  });
  app.put('/v1/nodes/:node/traits', (request, reply) => {
    since(request, 37);
    const node = writable(request, 'baremetal:node:traits:set');
    const parsed = z.object({ traits: z.array(z.string()) }).safeParse(request.body);
    if (!parsed.success)
      throw new Refusal(400, 'All node traits may be replaced with the list of traits given in the body.');
    setTraits(node, parsed.data.traits);
    return reply.code(204).send();
  });
  app.put('/v1/nodes/:node/traits/:trait', (request, reply) => {
    since(request, 37);
    const node = writable(request, 'baremetal:node:traits:set');
    if (request.body !== undefined && request.body !== null && Object.keys(request.body).length > 0) {
      throw new Refusal(400, 'No body should be provided when adding a trait');
    }
    const trait = pathParam(request, 'trait');
    setTraits(node, [...node.traits, trait]);
    return reply.code(204).header('location', `${service.url()}/v1/nodes/${node.uuid}/traits/${trait}`).send();
  });
  app.delete('/v1/nodes/:node/traits', (request, reply) => {
    since(request, 37);
    writable(request, 'baremetal:node:traits:delete').traits = [];
    return reply.code(204).send();
  });
  app.delete('/v1/nodes/:node/traits/:trait', (request, reply) => {
    since(request, 37);
    const node = writable(request, 'baremetal:node:traits:delete');
    const trait = pathParam(request, 'trait');
    if (!node.traits.includes(trait)) throw new Refusal(404, `Node ${node.uuid} doesn't have a trait '${trait}'`);
    node.traits = node.traits.filter((one) => one !== trait);
    return reply.code(204).send();
  });

  app.get('/v1/nodes/:node/validate', async (request) => {
    const node = nodeOf(service, request);
    const checks = 'bios boot console deploy firmware inspect management network power raid rescue storage'.split(' ');
    return Object.fromEntries(
      checks.filter((name) => name !== 'firmware' || minorOf(request) >= 86).map((name) => [name, verdict(node, name)]),
    );
  });
  app.get('/v1/nodes/:node/history', async (request) => {
    since(request, 78);
    const node = nodeOf(service, request);
    const full = queryOf(request).detail !== undefined;
    const entries = world.history.get(node.uuid) ?? [];
    return {
      history: entries.map((entry) => ({
        uuid: entry.uuid,
        created_at: entry.created_at,
        severity: entry.severity,
        event: entry.event,
        ...(full ? { event_type: entry.event_type, conductor: entry.conductor, user: null } : {}),
        links: links(service.url(), `nodes/${node.uuid}/history/${entry.uuid}`),
      })),
    };
  });
  app.get('/v1/nodes/:node/inventory', async (request) => {
    since(request, 81);
    throw new Refusal(404, `Node inventory record for node ${nodeOf(service, request).uuid} could not be found.`);
  });
  app.get('/v1/nodes/:node/bios', async (request) => nodeOf(service, request) && { bios: [] });
  app.get('/v1/nodes/:node/firmware', async (request) => {
    since(request, 86);
    return nodeOf(service, request) && { firmware: [] };
  });
  app.get('/v1/nodes/:node/portgroups', async (request) => nodeOf(service, request) && { portgroups: [] });
  app.get('/v1/nodes/:node/ports', async (request) => {
    const node = nodeOf(service, request);
    const found = [...world.ports.values()].filter((port) => port.node_uuid === node.uuid);
    return {
      ports: found.map((port) =>
        portView(service, port, { full: queryOf(request).detail !== undefined, minor: minorOf(request) }),
      ),
    };
  });

  app.get('/v1/nodes/:node/vifs', async (request) => {
    since(request, 28);
    return { vifs: (service.vifs.get(nodeOf(service, request)) ?? []).map((id) => ({ id })) };
  });
  app.post('/v1/nodes/:node/vifs', (request, reply) => {
    since(request, 28);
    const node = writable(request, 'baremetal:node:vif:attach');
    const { id } = z.looseObject({ id: z.string() }).parse(request.body);
    const attached = service.vifs.get(node) ?? [];
    if (attached.includes(id))
      throw new Refusal(409, `Unable to attach VIF because VIF ${id} is already attached to Ironic Node ${node.uuid}`);
    service.vifs.set(node, [...attached, id]);
    return reply.code(204).send();
  });
  app.delete('/v1/nodes/:node/vifs/:vif', (request, reply) => {
    since(request, 28);
    const node = writable(request, 'baremetal:node:vif:detach');
    const attached = service.vifs.get(node) ?? [];
    const id = pathParam(request, 'vif');
    if (!attached.includes(id))
      throw new Refusal(400, `Unable to detach VIF ${id} from node ${node.uuid} because it is not attached to it.`);
    service.vifs.set(
      node,
      attached.filter((one) => one !== id),
    );
    return reply.code(204).send();
  });
}

function setTraits(node: SimNode, traits: readonly string[]): void {
  const bad = traits.find((trait) => !TRAIT.test(trait) && !STANDARD.test(trait));
  if (bad !== undefined) {
    throw new Refusal(
      400,
      `Schema error for trait: '${bad}' is not valid under any of the given schemas. Possible root cause: '${bad}' does not match '^CUSTOM_[A-Z0-9_]+$'`,
    );
  }
  const distinct = [...new Set(traits)].sort();
  if (distinct.length > MOST_TRAITS)
    throw new Refusal(400, `Node ${node.uuid} can not have more than ${MOST_TRAITS} traits.`);
  node.traits = distinct;
}

function verdict(node: SimNode, name: string): Record<string, unknown> {
  const unsupported = node.driver === 'redfish' && ['console', 'rescue', 'raid'].includes(name);
  return unsupported ? { result: null, reason: 'not supported' } : { result: true };
}
