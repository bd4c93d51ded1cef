import type { SimFlavor, SimNode, SimServer } from './model.ts';
import { Refusal } from './refusal.ts';
import type { ServerRequest, Site } from './site.ts';

const SCHEDULING = 2_000;
const NO_VALID_HOST = 'No valid host was found. There are not enough hosts available.';

/** Nova: turns servers into instances on nodes and follows what becomes of them. */
export class Compute {
  readonly #world: Site;

  constructor(world: Site) {
    this.#world = world;
  }

  /** Takes a server in; scheduling happens later, so the answer is a server in BUILD. */
  create(request: ServerRequest): SimServer {
    const world = this.#world;
    if (!world.flavors.has(request.flavorId)) throw new Refusal(400, `Flavor ${request.flavorId} could not be found.`);
    const now = world.time();
    const server: SimServer = {
      id: world.newUuid(),
      name: request.name,
      projectId: request.projectId,
      userId: request.userId,
      status: 'BUILD',
      taskState: 'scheduling',
      vmState: 'building',
      node: null,
      requestedNode: request.node ?? null,
      flavorId: request.flavorId,
      imageId: request.imageId,
      metadata: { ...request.metadata },
      fault: null,
      address: null,
      createdAt: now,
      updatedAt: now,
      launchedAt: null,
      deletedAt: null,
    };
    world.servers.set(server.id, server);
    world.later(SCHEDULING, 'compute:schedule', server.id);
    return server;
  }

  /** Begins to delete a server: at once where it never reached a node, else when its node has been torn down. */
  delete(server: SimServer): void {
    const node = this.#nodeOf(server);
    if (node === undefined) {
      this.#gone(server);
      return;
    }
    server.taskState = 'deleting';
    server.updatedAt = this.#world.time();
    this.#world.later(500, 'compute:tear-down', server.id);
  }

  /** Told by the conductor of each state that a node enters. */
  onNodeState(node: SimNode): void {
    for (const server of this.#serversOn(node)) {
      if (node.provision_state === 'active' && server.status === 'BUILD') this.#up(server);
      if (node.provision_state === 'deploy failed' && server.status === 'BUILD') {
        this.#fail(server, `Failed to provision instance ${server.id}: ${node.hidden.pendingError ?? 'deploy failed'}`);
      }
      if (server.taskState === 'deleting' && node.instance_uuid !== server.id) this.#gone(server);
      if (server.taskState === 'deleting' && node.provision_state === 'error') {
        server.taskState = null;
        this.#fail(server, `Error destroying the instance on node ${node.uuid}.`);
      }
    }
  }

  handle(kind: string, id: string): void {
    const server = this.#world.servers.get(id);
    if (server === undefined) return;
    switch (kind) {
      case 'compute:schedule':
        this.#schedule(server);
        return;
      case 'compute:tear-down':
        this.#tearDown(server);
        return;
      case 'compute:forget':
        this.#world.servers.delete(id);
        return;
      default:
        throw new Error(`Nova knows no event ${kind}`);
    }
  }

  #schedule(server: SimServer): void {
    if (server.status !== 'BUILD' || server.taskState !== 'scheduling') return;
    const flavor = this.#world.flavors.get(server.flavorId);
    const candidates = flavor === undefined ? [] : this.#candidates(flavor, server.requestedNode);
    const node = this.#world.random.pick(candidates);
    if (node === undefined || flavor === undefined) {
      this.#fail(server, NO_VALID_HOST);
      return;
    }
    const [resource] = requiredResources(flavor);
    server.node = node.uuid;
    server.taskState = 'spawning';
    server.updatedAt = this.#world.time();
    node.instance_uuid = server.id;
    node.instance_info = {
      display_name: server.name,
      image_source: server.imageId,
      nova_host_id: this.#world.computeHost,
    };
    const consumer = {
      id: server.id,
      generation: 1,
      projectId: server.projectId,
      userId: server.userId,
      allocations: { [node.uuid]: { resources: { [resource ?? 'CUSTOM_BAREMETAL']: 1 } } },
    };
    this.#world.consumers.set(server.id, consumer);
    const provider = this.#world.providers.get(node.uuid);
    if (provider !== undefined) provider.generation++;
    try {
      this.#world.conductor.provision(node, 'active');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#fail(server, error.message);
    }
  }

  /** Nodes that Placement offers and Ironic would take. */
  #candidates(flavor: SimFlavor, wanted: string | null): SimNode[] {
    const resources = requiredResources(flavor);
    const traits = requiredTraits(flavor);
    const taken = new Set([...this.#world.consumers.values()].flatMap((consumer) => Object.keys(consumer.allocations)));
    const found: SimNode[] = [];
    for (const provider of this.#world.providers.values()) {
      const node = this.#world.nodes.get(provider.uuid);
      if (node === undefined || taken.has(provider.uuid)) continue;
      if (wanted !== null && wanted !== node.uuid && wanted !== node.name) continue;
      if (!resources.every((name) => hasRoom(provider.inventories[name]))) continue;
      if (!traits.every((trait) => provider.traits.includes(trait))) continue;
      if (!isUsable(node) || node.instance_uuid !== null || node.reservation !== null) continue;
      found.push(node);
    }
    return found;
  }

  #tearDown(server: SimServer): void {
    const node = this.#nodeOf(server);
    if (node === undefined) {
      this.#gone(server);
      return;
    }
    if (node.provision_state === 'deleting') return;
    try {
      this.#world.conductor.provision(node, 'deleted');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 409) {
        this.#world.later(5_000, 'compute:tear-down', server.id);
        return;
      }
      server.taskState = null;
      this.#fail(server, error.message);
    }
  }

  #up(server: SimServer): void {
    server.status = 'ACTIVE';
    server.vmState = 'active';
    server.taskState = null;
    server.updatedAt = this.#world.time();
    server.launchedAt = server.updatedAt;
    server.address ??= `192.0.2.${2 + (this.#world.counter++ % 250)}`;
  }

  #fail(server: SimServer, message: string): void {
    server.status = 'ERROR';
    server.vmState = 'error';
    server.taskState = null;
    server.updatedAt = this.#world.time();
    server.fault = { code: 500, message, created: server.updatedAt };
  }

  #gone(server: SimServer): void {
    this.#world.consumers.delete(server.id);
    server.status = 'DELETED';
    server.vmState = 'deleted';
    server.taskState = null;
    server.updatedAt = this.#world.time();
    server.deletedAt = server.updatedAt;
    this.#world.later(60 * 60_000, 'compute:forget', server.id);
  }

  #nodeOf(server: SimServer): SimNode | undefined {
    const node = server.node === null ? undefined : this.#world.nodes.get(server.node);
    return node?.instance_uuid === server.id ? node : undefined;
  }

  #serversOn(node: SimNode): SimServer[] {
    const found: SimServer[] = [];
    for (const server of this.#world.servers.values()) {
      if (server.node === node.uuid && server.deletedAt === null) found.push(server);
    }
    return found;
  }
}

/** Whether Nova counts the node as capacity. */
export function isUsable(node: SimNode): boolean {
  return node.provision_state === 'available' && !node.maintenance && node.power_state !== null;
}

function requiredResources(flavor: SimFlavor): string[] {
  return Object.entries(flavor.extraSpecs)
    .filter(([key, value]) => key.startsWith('resources:CUSTOM_') && value !== '0')
    .map(([key]) => key.slice('resources:'.length));
}

function requiredTraits(flavor: SimFlavor): string[] {
  return Object.entries(flavor.extraSpecs)
    .filter(([key, value]) => key.startsWith('trait:') && value === 'required')
    .map(([key]) => key.slice('trait:'.length));
}

function hasRoom(inventory: { total: number; reserved: number } | undefined): boolean {
  return inventory !== undefined && inventory.total > inventory.reserved;
}
