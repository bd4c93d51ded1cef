import { projectOfServer, userId } from './directory.ts';
import { FLAVOR_CUSTOMER, IMAGE_ID } from './furnish.ts';
import type { Site } from './site.ts';

const MINUTE = 60_000;
/** Part of the fleet that customers want to have in use. */
const WANTED = 0.7;
/** One boot or deletion per this time for each rack of 18 trays. */
const PERIOD_PER_RACK = 20 * MINUTE;

/** Customers who boot and delete servers, so that a quiet site is not the only thing anybody ever looks at. */
export class Customers {
  readonly #world: Site;

  constructor(world: Site) {
    this.#world = world;
  }

  start(): void {
    this.#plan();
  }

  handle(): void {
    const world = this.#world;
    const running = [...world.servers.values()].filter(
      (server) => server.status === 'ACTIVE' && server.taskState === null && server.metadata.customer === 'true',
    );
    const wish = running.length / Math.max(1, world.nodes.size) < WANTED ? 0.7 : 0.3;
    if (world.random.chance(wish)) this.#boot();
    else {
      const server = world.random.pick(running);
      if (server !== undefined) world.compute.delete(server);
    }
    this.#plan();
  }

  #boot(): void {
    const world = this.#world;
    const number = world.counter++;
    world.compute.create({
      name: `train-${number}`,
      projectId: projectOfServer(world.directory, number),
      userId: userId(world.directory, 'fleet-manager'),
      flavorId: FLAVOR_CUSTOMER,
      imageId: IMAGE_ID,
      metadata: { customer: 'true' },
    });
  }

  #plan(): void {
    const racks = Math.max(1, this.#world.nodes.size / 18);
    this.#world.later(this.#world.random.between(0.5, 1.5) * (PERIOD_PER_RACK / racks), 'customers:move');
  }
}
