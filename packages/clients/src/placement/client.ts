import { z } from 'zod';
import type { HttpClient } from '../http/client.ts';
import { isVersion, microversion, standardVersionHeader } from '../keystone/microversion.ts';
import { describeIssues, type Lookup, lookUp, mustRead } from '../keystone/reading.ts';
import type { OpenStackSession } from '../keystone/session.ts';
import { placementCalls } from './calls.ts';

/** What Nova's scheduler knows a node as. Its uuid is the node's; on old clouds only its name is. */
export interface ResourceProvider {
  readonly uuid: string;
  readonly name: string;
  readonly generation: number;
  readonly parentUuid: string | null;
}

/** Amounts of resource classes, as in `{ CUSTOM_GPU_GB300: 1 }`. */
export type Resources = Readonly<Record<string, number>>;

export interface Inventory {
  readonly total: number;
  readonly reserved: number;
}

export interface PlacementClient {
  version(): Promise<string>;
  /** All providers, or those of one uuid or name. Placement has no pages. */
  listProviders(filter?: { uuid?: string; name?: string }, signal?: AbortSignal): Promise<readonly ResourceProvider[]>;
  getTraits(
    provider: string,
    signal?: AbortSignal,
  ): Promise<Lookup<{ readonly traits: readonly string[]; readonly generation: number }>>;
  getInventories(provider: string, signal?: AbortSignal): Promise<Lookup<Readonly<Record<string, Inventory>>>>;
  /** Who has something of a provider: resources by consumer. */
  getProviderAllocations(provider: string, signal?: AbortSignal): Promise<Lookup<Readonly<Record<string, Resources>>>>;
  /** What a consumer has: resources by provider. A consumer that is not known has nothing; Placement does not say 404. */
  getConsumerAllocations(consumer: string, signal?: AbortSignal): Promise<Readonly<Record<string, Resources>>>;
}

const supported = { min: '1.28', max: '1.39' };
const versions = z.object({
  versions: z.array(z.object({ id: z.string(), max_version: z.string(), min_version: z.string() })),
});
const provider = z.object({
  uuid: z.string().min(1),
  name: z.string(),
  generation: z.number(),
  parent_provider_uuid: z.string().nullish(),
});
const providers = z.object({ resource_providers: z.array(provider) });
const traits = z.object({ traits: z.array(z.string()), resource_provider_generation: z.number() });
const inventories = z.object({
  inventories: z.record(z.string(), z.object({ total: z.number(), reserved: z.number().default(0) })),
});
const allocations = z.object({
  allocations: z.record(z.string(), z.object({ resources: z.record(z.string(), z.number()) })),
});

/** A reader of one Placement. */
export function createPlacementClient(session: OpenStackSession): PlacementClient {
  const version = microversion({
    service: 'placement',
    supported,
    ...standardVersionHeader('placement'),
    async offered(signal) {
      const { body } = await http.call('versions', { signal });
      const found = mustRead(versions, body, 'placement', '/').versions[0];
      return found && isVersion(found.max_version) && isVersion(found.min_version)
        ? { min: found.min_version, max: found.max_version }
        : undefined;
    },
  });
  const http: HttpClient<typeof placementCalls.calls> = session.client(placementCalls, version);
  return {
    version: () => version.version(),
    async listProviders(filter = {}, signal) {
      const answer = await http.call('listProviders', { query: { uuid: filter.uuid, name: filter.name }, signal });
      const found = mustRead(providers, answer.body, 'placement', '/resource_providers').resource_providers;
      return found.map((one) => ({
        uuid: one.uuid,
        name: one.name,
        generation: one.generation,
        parentUuid: one.parent_provider_uuid ?? null,
      }));
    },
    getTraits: (id, signal) =>
      lookUp(
        http.call('getTraits', { params: { id }, signal }),
        reader(id, traits, (body) => ({ traits: body.traits, generation: body.resource_provider_generation })),
      ),
    getInventories: (id, signal) =>
      lookUp(
        http.call('getInventories', { params: { id }, signal }),
        reader(id, inventories, (body) => body.inventories),
      ),
    getProviderAllocations: (id, signal) =>
      lookUp(http.call('getProviderAllocations', { params: { id }, signal }), reader(id, allocations, resourcesOf)),
    async getConsumerAllocations(id, signal) {
      const answer = await http.call('getConsumerAllocations', { params: { id }, signal });
      return resourcesOf(mustRead(allocations, answer.body, 'placement', '/allocations/{id}'));
    },
  };
}

function reader<B, T>(id: string, schema: z.ZodType<B>, convert: (body: B) => T) {
  return (body: unknown): { ok: true; item: T } | { ok: false; rejected: { id: string; reason: string } } => {
    const parsed = schema.safeParse(body);
    if (!parsed.success) return { ok: false, rejected: { id, reason: describeIssues(parsed.error) } };
    return { ok: true, item: convert(parsed.data) };
  };
}

function resourcesOf(body: z.infer<typeof allocations>): Record<string, Resources> {
  return Object.fromEntries(Object.entries(body.allocations).map(([key, value]) => [key, value.resources]));
}
