import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SimServer } from '../../world/model.ts';
import { Refusal } from '../../world/refusal.ts';
import { booleanParam, pathParam, type Query, queryOf } from '../ironic/query.ts';
import { inDownCell, serversOfDownCell, showsDownCells, stubOfList, stubOfShow } from './down-cell.ts';
import { serverBrief, serverLinks, serverView } from './server-view.ts';
import type { NovaService } from './service.ts';

const newServerSchema = z.object({
  server: z.looseObject({
    name: z.string().min(1).max(255),
    flavorRef: z.string(),
    imageRef: z.string().optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    networks: z.unknown().optional(),
    hypervisor_hostname: z.string().optional(),
    host: z.string().optional(),
    availability_zone: z.string().optional(),
  }),
});

/** Servers: listing with filters and pages, reading, making, deleting. */
export function serverRoutes(app: FastifyInstance, service: NovaService): void {
  const { world, guard, settings, minorOf } = service;
  const isAdmin = (request: FastifyRequest) => guard.of(request).roles.includes('admin');

  const list = (full: boolean) => async (request: FastifyRequest) => {
    const query = queryOf(request);
    requireKnown(query, minorOf(request));
    const caller = guard.of(request);
    const all = isAdmin(request) && query.all_tenants !== undefined && booleanParam('all_tenants', query.all_tenants);
    if (query.all_tenants !== undefined && !isAdmin(request)) {
      throw new Refusal(403, "Policy doesn't allow os_compute_api:servers:detail:get_all_tenants to be performed.");
    }
    const visible = [...world.servers.values()].filter((server) => all || server.projectId === caller.projectId);
    const found = visible
      .filter((server) => !inDownCell(settings, server))
      .filter((server) => meets(server, query, isAdmin(request)));
    // Nova lists the youngest first.
    found.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? 1 : -1));
    const limit = limitOf(query.limit, settings.maxLimit);
    if (visible.some((server) => server.id === query.marker && inDownCell(settings, server))) {
      throw new Refusal(500, 'Unexpected API Error. Please report this at http://bugs.launchpad.net/nova/ .');
    }
    const start = afterMarker(found, query.marker);
    const page = found.slice(start, start + limit);
    const down = showsDownCells(query, minorOf(request))
      ? serversOfDownCell(settings, visible).slice(0, limit - page.length)
      : [];
    const options = { url: service.url(), minor: minorOf(request), admin: isAdmin(request) };
    const answer: Record<string, unknown> = {
      servers: [
        ...down.map((server) => stubOfList(server, service.url(), full)),
        ...page.map((server) => (full ? serverView(world, server, options) : serverBrief(server, service.url()))),
      ],
    };
    // Nova only compares the length with the limit: an exact fit announces a page that is empty.
    const rows = down.length + page.length;
    if (rows === limit && rows > 0) {
      const next = new URLSearchParams();
      for (const [key, value] of Object.entries(query)) if (value !== undefined) next.set(key, value);
      next.set('marker', (page.at(-1) ?? down.at(-1))?.id ?? '');
      answer.servers_links = [{ rel: 'next', href: `${service.url()}/v2.1/servers${full ? '/detail' : ''}?${next}` }];
    }
    return answer;
  };
  const one = (request: FastifyRequest): SimServer => {
    const id = pathParam(request, 'server');
    const server = world.servers.get(id);
    const visible = server !== undefined && server.deletedAt === null;
    if (!visible || !(isAdmin(request) || server.projectId === guard.of(request).projectId)) {
      throw new Refusal(404, `Instance ${id} could not be found.`);
    }
    return server;
  };

  app.get('/v2.1/servers', list(false));
  app.get('/v2.1/servers/detail', list(true));
  app.get('/v2.1/servers/:server', async (request) => {
    const server = one(request);
    const options = { url: service.url(), minor: minorOf(request), admin: isAdmin(request) };
    return {
      server: inDownCell(settings, server) ? stubOfShow(world, server, options) : serverView(world, server, options),
    };
  });
  app.post('/v2.1/servers', (request, reply) => {
    const input = newServerSchema.parse(request.body).server;
    if (minorOf(request) >= 37 && input.networks === undefined) {
      throw new Refusal(400, "Invalid input for field/attribute server. Value: {}. 'networks' is a required property");
    }
    const wanted = requestedNode(input, minorOf(request));
    if (wanted !== null && !isAdmin(request)) {
      throw new Refusal(403, "Policy doesn't allow compute:servers:create:requested_destination to be performed.");
    }
    const caller = guard.of(request);
    const server = world.compute.create({
      name: input.name,
      projectId: caller.projectId ?? '',
      userId: caller.userId,
      flavorId: input.flavorRef,
      imageId: input.imageRef ?? '',
      metadata: input.metadata ?? {},
      node: wanted,
    });
    return reply
      .code(202)
      .header('location', `${service.url()}/v2.1/servers/${server.id}`)
      .send({
        server: {
          id: server.id,
          links: serverLinks(server.id, service.url()),
          'OS-DCF:diskConfig': 'MANUAL',
          security_groups: [{ name: 'default' }],
          adminPass: 'not-used-by-bare-metal',
        },
      });
  });
  app.delete('/v2.1/servers/:server', (request, reply) => {
    world.compute.delete(one(request));
    return reply.code(204).send();
  });
  app.get('/v2.1/servers/:server/os-interface', async (request) => one(request) && { interfaceAttachments: [] });
  app.get('/v2.1/servers/:server/os-instance-actions', async (request) => {
    const server = one(request);
    const common = { instance_uuid: server.id, project_id: server.projectId, user_id: server.userId, message: null };
    return {
      instanceActions: [
        { action: 'create', request_id: `req-${server.id}`, start_time: server.createdAt.slice(0, 26), ...common },
      ],
    };
  });
}

const PARAMETERS = new Set(
  'all_tenants availability_zone changes-before changes-since created_at deleted deployed flavor host image ip key_name limit locked marker metadata name node not-tags not-tags-any power_state project_id sort_dir sort_key status tags tags-any task_state tenant_id user_id uuid vm_state'.split(
    ' ',
  ),
);

/** From 2.75 on an unknown parameter is refused; before it was taken no notice of. */
function requireKnown(query: Query, minor: number): void {
  const unknown = Object.keys(query).find((key) => !PARAMETERS.has(key) && !key.startsWith('_'));
  if (unknown !== undefined && minor >= 75) {
    throw new Refusal(400, `'${unknown}' does not match any of the regexes: '^_'`);
  }
}

function requestedNode(input: z.infer<typeof newServerSchema>['server'], minor: number): string | null {
  if (input.hypervisor_hostname !== undefined) {
    if (minor < 74)
      throw new Refusal(400, "Additional properties are not allowed ('hypervisor_hostname' was unexpected)");
    return input.hypervisor_hostname;
  }
  const [, , node] = input.availability_zone?.split(':') ?? [];
  return node === undefined || node === '' ? null : node;
}

function meets(server: SimServer, query: Query, admin: boolean): boolean {
  const changedSince = query['changes-since'];
  if (changedSince !== undefined) {
    if (Date.parse(server.updatedAt) < Date.parse(changedSince)) return false;
  } else if (
    server.deletedAt !== null &&
    !(admin && query.deleted !== undefined && booleanParam('deleted', query.deleted))
  ) {
    return false;
  }
  if (query.status !== undefined && server.status !== query.status.toUpperCase()) return false;
  // A server that is deleted softly is shown to those who ask for such servers, or by its id, and in no other list.
  const asksForDeleted = query.status !== undefined || (admin && query.deleted !== undefined);
  if (server.status === 'SOFT_DELETED' && changedSince === undefined && !asksForDeleted) return false;
  if (query.name !== undefined && !matchesName(server.name, query.name)) return false;
  if (query.node !== undefined && admin && server.node !== query.node) return false;
  if (query.host !== undefined && admin && server.node === null) return false;
  if (query.uuid !== undefined && server.id !== query.uuid) return false;
  return !(
    (query.project_id ?? query.tenant_id) !== undefined &&
    admin &&
    server.projectId !== (query.project_id ?? query.tenant_id)
  );
}

/** Nova takes the name as a regular expression. */
function matchesName(name: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(name);
  } catch {
    throw new Refusal(400, `Invalid input for query parameters name. Value: ${pattern}.`);
  }
}

function limitOf(value: string | undefined, greatest: number): number {
  if (value === undefined) return greatest;
  if (!/^\d+$/.test(value))
    throw new Refusal(
      400,
      `Invalid input for query parameters limit. Value: ${value}. '${value}' does not match '^[0-9]*$'`,
    );
  return Math.min(Number(value), greatest);
}

function afterMarker(servers: readonly SimServer[], marker: string | undefined): number {
  if (marker === undefined) return 0;
  const index = servers.findIndex((server) => server.id === marker);
  if (index < 0) throw new Refusal(400, `marker [${marker}] not found`);
  return index + 1;
}
