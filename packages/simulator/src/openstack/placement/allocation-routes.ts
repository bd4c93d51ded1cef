import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SimConsumer } from '../../world/model.ts';
import { Refusal } from '../../world/refusal.ts';
import type { World } from '../../world/world.ts';
import { pathParam } from '../ironic/query.ts';

const CONFLICT = 'placement.concurrent_update';
const replacementSchema = z.object({
  allocations: z.record(
    z.string(),
    z.object({ resources: z.record(z.string(), z.number().int().min(1)), generation: z.number().optional() }),
  ),
  project_id: z.string(),
  user_id: z.string(),
  consumer_generation: z.number().int().nullable(),
  consumer_type: z.string().optional(),
});

/** The allocations of one consumer, which is a server's id on a Nova site. */
export function allocationRoutes(
  app: FastifyInstance,
  world: World,
  minorOf: (request: FastifyRequest) => number,
): void {
  app.get('/allocations/:consumer', async (request) => {
    const consumer = world.consumers.get(pathParam(request, 'consumer'));
    // A consumer that nobody has heard of has no allocations; that is not a 404.
    return consumer === undefined ? { allocations: {} } : consumerView(world, consumer, minorOf(request));
  });
  app.put('/allocations/:consumer', (request, reply) => {
    if (minorOf(request) < 28) throw new Refusal(400, 'This double takes allocations from version 1.28 on.');
    const body = replacementSchema.parse(request.body);
    const id = pathParam(request, 'consumer');
    const current = world.consumers.get(id);
    if ((current?.generation ?? null) !== body.consumer_generation) {
      throw new Refusal(
        409,
        `consumer generation conflict - expected ${current?.generation ?? null} but got ${body.consumer_generation}`,
        CONFLICT,
      );
    }
    const touched = new Set([...Object.keys(current?.allocations ?? {}), ...Object.keys(body.allocations)]);
    for (const uuid of Object.keys(body.allocations)) requireRoom(world, uuid, id);
    if (Object.keys(body.allocations).length === 0) world.consumers.delete(id);
    else {
      const allocations = Object.fromEntries(
        Object.entries(body.allocations).map(([uuid, { resources }]) => [uuid, { resources }]),
      );
      world.consumers.set(id, {
        id,
        generation: (current?.generation ?? 0) + 1,
        projectId: body.project_id,
        userId: body.user_id,
        allocations,
      });
    }
    for (const uuid of touched) {
      const provider = world.providers.get(uuid);
      if (provider !== undefined) provider.generation++;
    }
    return reply.code(204).send();
  });
  app.delete('/allocations/:consumer', (request, reply) => {
    const id = pathParam(request, 'consumer');
    if (!world.consumers.delete(id)) throw new Refusal(404, `No allocations for consumer '${id}'`);
    return reply.code(204).send();
  });
}

function requireRoom(world: World, uuid: string, consumer: string): void {
  const provider = world.providers.get(uuid);
  if (provider === undefined) throw new Refusal(400, `Allocation for resource provider '${uuid}' that does not exist.`);
  for (const other of world.consumers.values()) {
    if (other.id === consumer || !(uuid in other.allocations)) continue;
    throw new Refusal(
      409,
      `Unable to allocate inventory: Unable to create allocation on resource provider '${uuid}'. The requested amount would exceed the capacity.`,
    );
  }
}

function consumerView(world: World, consumer: SimConsumer, minor: number): Record<string, unknown> {
  const allocations = Object.fromEntries(
    Object.entries(consumer.allocations).map(([uuid, { resources }]) => [
      uuid,
      { resources, generation: world.providers.get(uuid)?.generation ?? 0 },
    ]),
  );
  return {
    allocations,
    ...(minor >= 12 ? { project_id: consumer.projectId, user_id: consumer.userId } : {}),
    ...(minor >= 28 ? { consumer_generation: consumer.generation } : {}),
    ...(minor >= 38 ? { consumer_type: 'INSTANCE' } : {}),
  };
}
