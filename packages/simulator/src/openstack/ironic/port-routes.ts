import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SimPort } from '../../world/model.ts';
import { Refusal } from '../../world/refusal.ts';
import { links } from './node-view.ts';
import { requireRight, seesNode } from './policy.ts';
import { parseLimit, pathParam, queryOf } from './query.ts';
import type { IronicService } from './service.ts';

const MAC = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/;
const newPortSchema = z.looseObject({
  node_uuid: z.string(),
  address: z.string(),
  uuid: z.string().nullish(),
  pxe_enabled: z.boolean().nullish(),
  physical_network: z.string().nullish(),
  local_link_connection: z.record(z.string(), z.unknown()).nullish(),
  extra: z.record(z.string(), z.unknown()).nullish(),
});

export interface PortView {
  readonly full: boolean;
  readonly minor: number;
}

/** A port as the API writes it: shortened in a listing, in full with `detail` and alone. */
export function portView(service: IronicService, port: SimPort, view: PortView): Record<string, unknown> {
  const short = { uuid: port.uuid, address: port.address, links: links(service.url(), `ports/${port.uuid}`) };
  if (!view.full) return short;
  return {
    ...short,
    node_uuid: port.node_uuid,
    pxe_enabled: port.pxe_enabled,
    physical_network: port.physical_network,
    local_link_connection: port.local_link_connection,
    is_smartnic: false,
    ...(view.minor >= 88 ? { name: null } : {}),
    portgroup_uuid: null,
    internal_info: {},
    extra: port.extra,
    created_at: port.created_at,
    updated_at: port.updated_at,
  };
}

/** Ports: the network cards of nodes, by MAC address. */
export function portRoutes(
  app: FastifyInstance,
  service: IronicService,
  minorOf: (request: FastifyRequest) => number,
): void {
  const { world, guard, settings } = service;
  const seen = (request: FastifyRequest) => {
    const caller = guard.of(request);
    return [...world.ports.values()].filter((port) => {
      const node = world.nodes.get(port.node_uuid);
      return node !== undefined && seesNode(caller, node, settings);
    });
  };
  const list = (always: boolean) => async (request: FastifyRequest) => {
    const query = queryOf(request);
    const full = always || query.detail?.toLowerCase() === 'true' || query.fields !== undefined;
    const node = query.node ?? query.node_uuid;
    // An empty address is no filter at all, and lists every port.
    const found = seen(request).filter(
      (port) =>
        (!query.address || port.address === query.address.toLowerCase()) &&
        (node === undefined || port.node_uuid === world.findNode(node)?.uuid),
    );
    const start = query.marker === undefined ? 0 : found.findIndex((port) => port.uuid === query.marker) + 1;
    const limit = parseLimit(query.limit, settings.maxLimit);
    const page = found.slice(start, start + limit);
    const answer: Record<string, unknown> = {
      ports: page.map((port) => portView(service, port, { full, minor: minorOf(request) })),
    };
    if (page.length === limit) answer.next = `${service.url()}/v1/ports?limit=${limit}&marker=${page.at(-1)?.uuid}`;
    return answer;
  };
  const one = (request: FastifyRequest): SimPort => {
    const uuid = pathParam(request, 'port');
    const found = seen(request).find((port) => port.uuid === uuid);
    if (found === undefined) throw new Refusal(404, `Port ${uuid} could not be found.`);
    return found;
  };
  app.get('/v1/ports', list(false));
  app.get('/v1/ports/detail', list(true));
  app.get('/v1/ports/:port', async (request) =>
    portView(service, one(request), { full: true, minor: minorOf(request) }),
  );
  app.post('/v1/ports', (request, reply) => {
    const parsed = newPortSchema.safeParse(request.body);
    if (!parsed.success) throw new Refusal(400, `Schema error for port: ${z.prettifyError(parsed.error)}`);
    const input = parsed.data;
    const node = world.findNode(input.node_uuid);
    if (node === undefined || !seesNode(guard.of(request), node, settings)) {
      throw new Refusal(400, `Node ${input.node_uuid} could not be found.`);
    }
    requireRight(guard.of(request), node, 'baremetal:port:create', settings);
    const address = input.address.toLowerCase().replaceAll('-', ':');
    requireFreeMac(service, address);
    const port: SimPort = {
      uuid: input.uuid ?? world.newUuid(),
      address,
      node_uuid: node.uuid,
      pxe_enabled: input.pxe_enabled ?? true,
      physical_network: input.physical_network ?? null,
      local_link_connection: input.local_link_connection ?? {},
      extra: input.extra ?? {},
      created_at: world.time(),
      updated_at: null,
    };
    world.ports.set(port.uuid, port);
    return reply
      .code(201)
      .header('location', `${service.url()}/v1/ports/${port.uuid}`)
      .send(portView(service, port, { full: true, minor: minorOf(request) }));
  });
  app.patch('/v1/ports/:port', async (request) => {
    const port = one(request);
    const node = world.nodes.get(port.node_uuid) ?? null;
    requireRight(guard.of(request), node, 'baremetal:port:update', settings);
    if (node !== null) world.conductor.requireUnlocked(node);
    for (const { path, value } of z
      .array(z.looseObject({ path: z.string(), value: z.unknown() }))
      .parse(request.body)) {
      if (path === '/address') {
        const address = String(value).toLowerCase();
        requireFreeMac(service, address);
        port.address = address;
      } else if (path === '/pxe_enabled') port.pxe_enabled = value === true;
      else if (path === '/physical_network') port.physical_network = typeof value === 'string' ? value : null;
      else throw new Refusal(400, `Cannot patch ${path}.`);
    }
    port.updated_at = world.time();
    return portView(service, port, { full: true, minor: minorOf(request) });
  });
  app.delete('/v1/ports/:port', (request, reply) => {
    const port = one(request);
    requireRight(guard.of(request), world.nodes.get(port.node_uuid) ?? null, 'baremetal:port:delete', settings);
    world.ports.delete(port.uuid);
    return reply.code(204).send();
  });
}

function requireFreeMac(service: IronicService, address: string): void {
  if (!MAC.test(address)) throw new Refusal(400, `Expected valid MAC address for address: ${address}`);
  for (const port of service.world.ports.values()) {
    if (port.address === address) throw new Refusal(409, `A port with MAC address ${address} already exists.`);
  }
}
