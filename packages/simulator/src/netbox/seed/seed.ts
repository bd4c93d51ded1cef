import type { SitePlan } from '../../world/plan.ts';
import type { Store } from '../store.ts';
import type { NetBoxVersion } from '../version.ts';
import { seedCables } from './cables.ts';
import { seedDevices, seedRacks } from './hardware.ts';
import { seedOrganisation } from './organisation.ts';
import { Seeder } from './seeder.ts';
import { seedContexts, seedCustomFields } from './settings.ts';
import { OTHER_DEPLOYMENT, type SurroundingsOptions, seedSurroundings } from './surroundings.ts';

export type SeedOptions = Partial<SurroundingsOptions>;

/** Fills an empty store from the plan, all with one timestamp. */
export function seedStore(
  store: Store,
  plan: SitePlan,
  version: NetBoxVersion,
  stamp: string,
  options: SeedOptions = {},
): void {
  const seed = new Seeder(store, version, stamp);
  seedCustomFields(seed);
  const org = seedOrganisation(seed, plan, OTHER_DEPLOYMENT);
  seedContexts(seed, org, plan.deployment);
  const racks = seedRacks(seed, plan, org);
  const ports = seedDevices(seed, plan, org, racks);
  seedCables(seed, plan, org, racks, ports);
  seedSurroundings(seed, plan, org, racks, { pdusPerRack: 2, spares: 2, otherDevices: 3, ...options });
}
