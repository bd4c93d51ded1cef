import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SimIronicAllocation } from '../../world/model.ts';
import { Refusal } from '../../world/refusal.ts';
import type { Caller } from '../keystone/caller.ts';
import { nodeOf } from './node-routes.ts';
import { links } from './node-view.ts';
import { requireRight, seesAll } from './policy.ts';
import { pathParam, queryOf } from './query.ts';
import type { IronicService } from './service.ts';

const newAllocationSchema = z.looseObject({
  uuid: z.guid().nullish(),
  name: z.string().nullish(),
  resource_class: z.string().nullish(),
  traits: z.array(z.string()).nullish(),
  candidate_nodes: z.array(z.string()).nullish(),
  owner: z.string().nullish(),
  extra: z.record(z.string(), z.unknown()).nullish(),
  node: z.string().nullish(),
});

/** Ironic's own allocations: a node reserved without Nova. */
export function allocationRoutes(app: FastifyInstance, service: IronicService): void {
  const { world, guard, settings } = service;
  const seen = (caller: Caller) =>
    [...world.ironicAllocations.values()].filter(
      (allocation) => seesAll(caller, settings) || allocation.owner === caller.projectId,
    );
  const one = (request: FastifyRequest): SimIronicAllocation => {
    const ident = pathParam(request, 'allocation');
    const found = seen(guard.of(request)).find((allocation) => allocation.uuid === ident || allocation.name === ident);
    if (found === undefined) throw new Refusal(404, `Allocation ${ident} could not be found.`);
    return found;
  };
  const ofNode = (request: FastifyRequest): SimIronicAllocation => {
    const node = nodeOf(service, request);
    const found = node.allocation_uuid === null ? undefined : world.ironicAllocations.get(node.allocation_uuid);
    if (found === undefined) throw new Refusal(404, `Allocation for node ${node.uuid} could not be found.`);
    return found;
  };
  app.get('/v1/allocations', async (request) => {
    const { state, resource_class: resourceClass, node } = queryOf(request);
    const wanted = node === undefined ? undefined : world.findNode(node)?.uuid;
    const found = seen(guard.of(request)).filter(
      (allocation) =>
        (state === undefined || allocation.state === state) &&
        (resourceClass === undefined || allocation.resource_class === resourceClass) &&
        (node === undefined || allocation.node_uuid === wanted),
    );
    return { allocations: found.map((allocation) => allocationView(service, allocation)) };
  });
  app.get('/v1/allocations/:allocation', async (request) => allocationView(service, one(request)));
  app.get('/v1/nodes/:node/allocation', async (request) => allocationView(service, ofNode(request)));
  app.post('/v1/allocations', (request, reply) => {
    const caller = guard.of(request);
    requireRight(caller, null, 'baremetal:allocation:create', settings);
    const allocation = createAllocation(service, caller, request.body);
    return reply
      .code(201)
      .header('location', `${service.url()}/v1/allocations/${allocation.uuid}`)
      .send(allocationView(service, allocation));
  });
  const remove = (allocation: SimIronicAllocation) => {
    const node = allocation.node_uuid === null ? undefined : world.nodes.get(allocation.node_uuid);
    if (node !== undefined) {
      if (!node.maintenance && (node.provision_state === 'active' || node.target_provision_state !== null)) {
        throw new Refusal(
          409,
          `Cannot delete allocation ${allocation.uuid} while its node ${node.uuid} is in state ${node.provision_state}.`,
        );
      }
      node.allocation_uuid = null;
      node.instance_uuid = null;
    }
    world.ironicAllocations.delete(allocation.uuid);
  };
  app.delete('/v1/allocations/:allocation', (request, reply) => {
    remove(one(request));
    return reply.code(204).send();
  });
  app.delete('/v1/nodes/:node/allocation', (request, reply) => {
    remove(ofNode(request));
    return reply.code(204).send();
  });
}

function createAllocation(service: IronicService, caller: Caller, body: unknown): SimIronicAllocation {
  const { world } = service;
  const parsed = newAllocationSchema.safeParse(body);
  if (!parsed.success) throw new Refusal(400, `Schema error for allocation: ${z.prettifyError(parsed.error)}`);
  const input = parsed.data;
  if (!input.resource_class && !input.node)
    throw new Refusal(400, 'The resource_class field is mandatory when not backfilling');
  if (input.uuid && world.ironicAllocations.has(input.uuid)) {
    throw new Refusal(409, `An allocation with UUID ${input.uuid} already exists.`);
  }
  for (const other of world.ironicAllocations.values()) {
    if (input.name && other.name === input.name)
      throw new Refusal(409, `An allocation with name ${input.name} already exists.`);
  }
  const allocation: SimIronicAllocation = {
    uuid: input.uuid ?? world.newUuid(),
    name: input.name ?? null,
    resource_class: input.resource_class ?? null,
    traits: input.traits ?? [],
    candidate_nodes: (input.candidate_nodes ?? []).map((ident) => world.findNode(ident)?.uuid ?? ident),
    owner: input.owner ?? caller.projectId,
    extra: input.extra ?? {},
    node_uuid: null,
    state: 'allocating',
    last_error: null,
    created_at: world.time(),
    updated_at: null,
  };
  world.ironicAllocations.set(allocation.uuid, allocation);
  world.later(1_000, 'conductor:allocate', allocation.uuid);
  return allocation;
}

function allocationView(service: IronicService, allocation: SimIronicAllocation): Record<string, unknown> {
  return { ...allocation, links: links(service.url(), `allocations/${allocation.uuid}`) };
}
