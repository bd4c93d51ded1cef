import { isUsable } from './compute.ts';
import type { SimNode, SimProvider } from './model.ts';
import type { Site } from './site.ts';

const PERIOD = 60_000;
const CACHE_LIFE = 300_000;
const CAPABILITY_TRAITS = ['COMPUTE_NODE', 'OWNER_NOVA', 'COMPUTE_MANAGED_PCI_DEVICE'];

/**
 * The nova-compute service with the Ironic driver: every minute it makes one resource provider per node. It *replaces* the
 * provider's traits by the node's, but compares with its own copy, so a trait written to Placement alone lives until that
 * copy is renewed.
 */
export class NovaAgent {
  readonly #world: Site;

  constructor(world: Site) {
    this.#world = world;
  }

  start(): void {
    this.pass();
    this.#world.later(PERIOD, 'nova-agent:pass');
  }

  handle(): void {
    this.pass();
    this.#world.later(PERIOD, 'nova-agent:pass');
  }

  /** One pass over all nodes. */
  pass(): void {
    const world = this.#world;
    const busy = new Set([...world.consumers.values()].flatMap((consumer) => Object.keys(consumer.allocations)));
    for (const node of world.nodes.values()) if (isServed(node)) this.#update(node, busy.has(node.uuid));
    for (const provider of world.providers.values()) {
      if (!provider.abandoned && !world.nodes.has(provider.uuid) && !busy.has(provider.uuid)) {
        world.providers.delete(provider.uuid);
      }
    }
  }

  #update(node: SimNode, allocated: boolean): void {
    const now = this.#world.now();
    const provider = this.#world.providers.get(node.uuid) ?? this.#create(node, now);
    const reserved = isUsable(node) && !allocated ? 0 : 1;
    const resource = customResource(node.resource_class ?? 'baremetal');
    const inventory = provider.inventories[resource];
    if (inventory?.reserved !== reserved) {
      provider.inventories = {
        [resource]: { total: 1, reserved, min_unit: 1, max_unit: 1, step_size: 1, allocation_ratio: 1 },
      };
      provider.generation++;
    }
    if (now - provider.cachedAt >= CACHE_LIFE / this.#world.pace) {
      provider.cachedTraits = [...provider.traits];
      provider.cachedAt = now;
    }
    const wanted = [...CAPABILITY_TRAITS, ...node.traits].sort();
    if (sameSet(provider.cachedTraits, wanted)) return;
    provider.traits = wanted;
    provider.cachedTraits = [...wanted];
    provider.cachedAt = now;
    provider.generation++;
    for (const trait of node.traits) this.#world.customTraits.add(trait);
  }

  #create(node: SimNode, now: number): SimProvider {
    const provider: SimProvider = {
      uuid: node.uuid,
      name: node.uuid,
      generation: 0,
      traits: [],
      inventories: {},
      cachedTraits: [],
      cachedAt: now,
      abandoned: false,
    };
    this.#world.providers.set(provider.uuid, provider);
    return provider;
  }
}

/** Placement's name for an Ironic resource class. */
export function customResource(resourceClass: string): string {
  return `CUSTOM_${resourceClass.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

function isServed(node: SimNode): boolean {
  return !node.hidden.unserved && !['enroll', 'verifying', 'manageable'].includes(node.provision_state);
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && b.every((item) => a.includes(item));
}
