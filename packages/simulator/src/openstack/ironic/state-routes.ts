import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../../world/refusal.ts';
import { nodeOf } from './node-routes.ts';
import { nodeView } from './node-view.ts';
import { requireRight } from './policy.ts';
import { queryOf } from './query.ts';
import type { IronicService } from './service.ts';

/** Verbs that came later than 1.1, with the minor version that brought each. */
const VERB_SINCE: Readonly<Record<string, number>> = {
  manage: 4,
  provide: 4,
  inspect: 6,
  abort: 13,
  clean: 15,
  adopt: 17,
  rescue: 38,
  unrescue: 38,
  deploy: 73,
  undeploy: 73,
  unhold: 85,
  service: 87,
};
const POWER_TARGETS = ['power on', 'power off', 'rebooting', 'soft power off', 'soft rebooting'];
const STATE_FIELDS =
  'power_state target_power_state provision_state target_provision_state provision_updated_at last_error console_enabled raid_config target_raid_config boot_mode secure_boot'.split(
    ' ',
  );

const provisionSchema = z.looseObject({
  target: z.string(),
  clean_steps: z.array(z.object({ interface: z.string(), step: z.string() }).loose()).optional(),
});

/** What can be done to a node: provision and power, maintenance. */
export function stateRoutes(
  app: FastifyInstance,
  service: IronicService,
  minorOf: (request: FastifyRequest) => number,
): void {
  const { world, guard, settings } = service;
  const statesUrl = (request: FastifyRequest) => `${service.url()}/v1/nodes/${nodeOf(service, request).uuid}/states`;

  app.get('/v1/nodes/:node/states', async (request) => {
    const { links, ...states } = nodeView(service, nodeOf(service, request), {
      caller: guard.of(request),
      minor: minorOf(request),
      fields: STATE_FIELDS,
    });
    return links === undefined ? {} : states;
  });
  app.put('/v1/nodes/:node/states/provision', (request, reply) => {
    const node = nodeOf(service, request);
    requireRight(guard.of(request), node, 'baremetal:node:set_provision_state', settings);
    const parsed = provisionSchema.safeParse(request.body);
    if (!parsed.success) throw new Refusal(400, 'Missing mandatory parameter: target');
    const { target, clean_steps: steps } = parsed.data;
    if ((VERB_SINCE[target] ?? 0) > minorOf(request)) throw new Refusal(406, 'Request not acceptable.');
    if (steps !== undefined && target !== 'clean') {
      throw new Refusal(400, '"clean_steps" is only valid when setting target provision state to clean');
    }
    if (target === 'clean' && steps === undefined) {
      throw new Refusal(400, '"clean_steps" is required when setting target provision state to clean');
    }
    world.conductor.provision(node, target);
    return reply.code(202).header('location', statesUrl(request)).send();
  });
  app.put('/v1/nodes/:node/states/power', (request, reply) => {
    const node = nodeOf(service, request);
    requireRight(guard.of(request), node, 'baremetal:node:set_power_state', settings);
    const target = z.looseObject({ target: z.string() }).safeParse(request.body).data?.target ?? '';
    if (target.startsWith('soft') && minorOf(request) < 27) throw new Refusal(406, 'Request not acceptable.');
    if (!POWER_TARGETS.includes(target) || ['cleaning', 'clean wait'].includes(node.provision_state)) {
      const state = POWER_TARGETS.includes(target) ? node.provision_state : (node.power_state ?? 'None');
      throw new Refusal(
        400,
        `The requested action "${target}" can not be performed on node "${node.uuid}" while it is in state "${state}".`,
      );
    }
    world.conductor.setPower(node, target);
    return reply.code(202).header('location', statesUrl(request)).send();
  });
  for (const what of ['boot_mode', 'secure_boot'] as const) {
    app.put(`/v1/nodes/:node/states/${what}`, (request, reply) => {
      const node = nodeOf(service, request);
      requireRight(guard.of(request), node, `baremetal:node:set_${what}`, settings);
      if (minorOf(request) < 76)
        throw new Refusal(404, 'This endpoint is supported starting with the API version 1.76');
      world.conductor.requireUnlocked(node);
      const target = z.looseObject({ target: z.union([z.string(), z.boolean()]) }).parse(request.body).target;
      if (what === 'boot_mode') node.boot_mode = String(target);
      else node.secure_boot = target === true || target === 'True' || target === 'true';
      return reply.code(202).header('location', statesUrl(request)).send();
    });
  }
  app.put('/v1/nodes/:node/maintenance', (request, reply) => {
    const node = nodeOf(service, request);
    requireRight(guard.of(request), node, 'baremetal:node:set_maintenance', settings);
    world.conductor.requireUnlocked(node);
    const reason =
      queryOf(request).reason ?? z.looseObject({ reason: z.string().nullish() }).safeParse(request.body).data?.reason;
    node.maintenance = true;
    // Setting maintenance leaves a fault alone; clearing it does not.
    node.maintenance_reason = reason ?? null;
    node.updated_at = world.time();
    return reply.code(202).send();
  });
  app.delete('/v1/nodes/:node/maintenance', (request, reply) => {
    const node = nodeOf(service, request);
    requireRight(guard.of(request), node, 'baremetal:node:clear_maintenance', settings);
    world.conductor.requireUnlocked(node);
    Object.assign(node, { maintenance: false, maintenance_reason: null, fault: null, updated_at: world.time() });
    return reply.code(202).send();
  });
}
