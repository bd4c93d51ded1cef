import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SimNode } from '../../world/model.ts';
import { noConductor, nodeLocked, Refusal } from '../../world/refusal.ts';
import { requireShowable } from './fields.ts';
import { createNode } from './node-create.ts';
import { listNodes } from './node-list.ts';
import { applyPatch, parsePatch } from './node-patch.ts';
import { nodeView } from './node-view.ts';
import { requireRight, requireSystem, requireSystemScope, seesNode } from './policy.ts';
import { pathParam, queryOf } from './query.ts';
import type { IronicService } from './service.ts';

const DELETABLE = ['enroll', 'manageable', 'adopt failed', 'available'];

/** The node that a request names, by UUID or name. Throws 404 when there is none, or none that the caller sees. */
export function nodeOf(service: IronicService, request: FastifyRequest): SimNode {
  const ident = pathParam(request, 'node');
  const node = service.world.findNode(ident);
  if (node === undefined || !seesNode(service.guard.of(request), node, service.settings)) {
    throw new Refusal(404, `Node ${ident} could not be found.`);
  }
  return node;
}

/** Nodes themselves: listing, reading, making, changing, deleting. */
export function nodeRoutes(
  app: FastifyInstance,
  service: IronicService,
  minorOf: (request: FastifyRequest) => number,
): void {
  const { world, guard, settings } = service;
  const list = (resource: 'nodes' | 'nodes/detail') => async (request: FastifyRequest) =>
    listNodes(service, { caller: guard.of(request), minor: minorOf(request), query: queryOf(request), resource });
  app.get('/v1/nodes', list('nodes'));
  app.get('/v1/nodes/detail', list('nodes/detail'));
  app.get('/v1/nodes/:node', async (request) => {
    const node = nodeOf(service, request);
    const minor = minorOf(request);
    const fields = queryOf(request).fields?.split(',') ?? null;
    if (fields !== null) requireShowable(fields, minor, settings.maxMinor);
    return nodeView(service, node, { caller: guard.of(request), minor, fields });
  });
  app.post('/v1/nodes', (request, reply) => {
    const caller = guard.of(request);
    requireRight(caller, null, 'baremetal:node:create', settings);
    const node = createNode(service, caller, minorOf(request), request.body);
    return reply
      .code(201)
      .header('location', `${service.url()}/v1/nodes/${node.uuid}`)
      .send(nodeView(service, node, { caller, minor: minorOf(request), fields: null }));
  });
  app.patch('/v1/nodes/:node', async (request) => {
    const caller = guard.of(request);
    const node = nodeOf(service, request);
    const patch = parsePatch(request.body);
    requireRight(caller, node, 'baremetal:node:update', settings);
    for (const { path, value } of patch) {
      if (path === '/owner') requireSystem(caller, 'baremetal:node:update:owner', settings);
      if (path === '/automated_clean' && String(value).toLowerCase() === 'false') {
        requireSystemScope(caller, 'baremetal:node:disable_cleaning', 'role:admin and system_scope:all', settings);
      }
    }
    applyPatch(world, node, patch);
    return nodeView(service, node, { caller, minor: minorOf(request), fields: null });
  });
  app.delete('/v1/nodes/:node', (request, reply) => {
    const node = nodeOf(service, request);
    requireRight(guard.of(request), node, 'baremetal:node:delete', settings);
    if (!world.conductorAlive) throw noConductor(node.driver, node.conductor_group);
    requireDeletable(node);
    world.nodes.delete(node.uuid);
    world.history.delete(node.uuid);
    for (const port of world.ports.values()) if (port.node_uuid === node.uuid) world.ports.delete(port.uuid);
    return reply.code(204).send();
  });
}

function requireDeletable(node: SimNode): void {
  if (node.reservation !== null) throw nodeLocked(node.uuid, node.reservation);
  if (node.protected)
    throw new Refusal(403, `Node ${node.uuid} is protected and cannot be undeployed, rebuilt or deleted`);
  if (node.maintenance) return;
  if (node.instance_uuid !== null) {
    throw new Refusal(409, `Node ${node.uuid} is associated with instance ${node.instance_uuid}.`);
  }
  if (!DELETABLE.includes(node.provision_state)) {
    throw new Refusal(
      409,
      `Can not delete node "${node.uuid}" while it is in provision state "${node.provision_state}". Valid provision states to perform deletion are: "${JSON.stringify(DELETABLE)}"`,
    );
  }
}
