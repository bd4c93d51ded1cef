import { z } from 'zod';
import type { WorldEvent } from './event-queue.ts';
import type {
  SimConsumer,
  SimHistoryEntry,
  SimIronicAllocation,
  SimNode,
  SimPort,
  SimProvider,
  SimServer,
} from './model.ts';
import { Random } from './random.ts';
import type { World } from './world.ts';

const FORMAT = 1;
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
// The file is written by this module alone; its version and frame are checked, the objects inside are taken as written.
const listOf = <T>() => z.array(z.custom<T>(isObject));
const savedWorldSchema = z.object({
  format: z.literal(FORMAT),
  seed: z.number(),
  deployment: z.string(),
  trays: z.number(),
  savedAt: z.number(),
  counter: z.number(),
  randomState: z.number(),
  conductor: z.object({ host: z.string(), alive: z.boolean() }).optional(),
  nodes: listOf<SimNode>(),
  ports: listOf<SimPort>(),
  history: z.array(z.tuple([z.string(), listOf<SimHistoryEntry>()])),
  ironicAllocations: listOf<SimIronicAllocation>(),
  servers: listOf<SimServer>(),
  providers: listOf<SimProvider>(),
  consumers: listOf<SimConsumer>(),
  customTraits: z.array(z.string()),
  events: listOf<WorldEvent>(),
});
type SavedWorld = z.infer<typeof savedWorldSchema>;

/** The state of the site as plain JSON. */
export function saveWorld(world: World): SavedWorld {
  return {
    format: FORMAT,
    seed: world.seed,
    deployment: world.plan.deployment,
    trays: trayCount(world),
    savedAt: world.now(),
    counter: world.counter,
    randomState: world.random.state,
    conductor: { host: world.conductorHost, alive: world.conductorAlive },
    nodes: [...world.nodes.values()],
    ports: [...world.ports.values()],
    history: [...world.history],
    ironicAllocations: [...world.ironicAllocations.values()],
    servers: [...world.servers.values()],
    providers: [...world.providers.values()],
    consumers: [...world.consumers.values()],
    customTraits: [...world.customTraits],
    events: world.queue.list(),
  };
}

/**
 * Puts a saved state into a world of the same plan and seed. The site stood still while it was not running: what was to
 * happen in five minutes still happens in five minutes. Returns false, and changes nothing, when the state belongs to
 * another site or cannot be read.
 */
export function restoreWorld(world: World, saved: unknown): boolean {
  const parsed = savedWorldSchema.safeParse(saved);
  if (!parsed.success) return false;
  const state = parsed.data;
  if (state.seed !== world.seed || state.deployment !== world.plan.deployment || state.trays !== trayCount(world)) {
    return false;
  }
  refill(world.nodes, state.nodes, (node) => node.uuid);
  refill(world.ports, state.ports, (port) => port.uuid);
  refill(world.ironicAllocations, state.ironicAllocations, (allocation) => allocation.uuid);
  refill(world.servers, state.servers, (server) => server.id);
  refill(world.providers, state.providers, (provider) => provider.uuid);
  refill(world.consumers, state.consumers, (consumer) => consumer.id);
  world.history.clear();
  for (const [node, entries] of state.history) world.history.set(node, entries);
  for (const trait of state.customTraits) world.customTraits.add(trait);
  const asleep = world.clock.now() - state.savedAt;
  for (const provider of world.providers.values()) provider.cachedAt += asleep;
  world.queue.restore(state.events, asleep);
  world.random = new Random(state.randomState);
  world.counter = state.counter;
  world.conductorHost = state.conductor?.host ?? world.conductorHost;
  world.conductorAlive = state.conductor?.alive ?? true;
  return true;
}

function trayCount(world: World): number {
  return world.plan.devices.filter((device) => device.role === 'compute-tray').length;
}

function refill<T>(map: Map<string, T>, items: readonly T[], key: (item: T) => string): void {
  map.clear();
  for (const item of items) map.set(key(item), item);
}
