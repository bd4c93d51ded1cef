import { randomUUID } from 'node:crypto';
import { FaultRules } from '../http/faults.ts';
import { type DoubleServer, startDoubleServer } from '../http/server.ts';
import type { World } from '../world/world.ts';
import { cloudsYaml } from './clouds-yaml.ts';
import { glanceRoutes, isPublicGlancePath } from './glance/routes.ts';
import { ironicRoutes, isPublicIronicPath } from './ironic/routes.ts';
import type { IronicSettings } from './ironic/service.ts';
import { addFleetCredentials } from './keystone/accounts.ts';
import { guardWithTokens, type TokenGuardOptions } from './keystone/caller.ts';
import { Identity } from './keystone/identity.ts';
import { type CatalogEntry, keystoneRoutes } from './keystone/routes.ts';
import { isPublicNovaPath, novaRoutes } from './nova/routes.ts';
import type { NovaSettings } from './nova/service.ts';
import { placementRoutes } from './placement/routes.ts';

const SERVICES = ['keystone', 'ironic', 'nova', 'placement', 'glance'] as const;
export type OpenStackService = (typeof SERVICES)[number];

export interface OpenStackDoubleOptions {
  readonly world: World;
  /** Ports to listen on; one that is left out is a free one. */
  readonly ports?: Partial<Record<OpenStackService, number>>;
  readonly faults?: FaultRules;
  /** `debian` is Ironic 1.82 and Nova 2.93, `latest` Ironic 1.115 and Nova 2.104. Default `debian`. */
  readonly generation?: 'debian' | 'latest';
  /** Whether a project sees only its own nodes. Default true. */
  readonly strict?: boolean;
  /** Rows of a page at most, of Ironic and Nova. Default 1000. */
  readonly maxLimit?: number;
  /** Life of a token in seconds. Default 3600. */
  readonly tokenLife?: number;
  /** Password of the users and stem of the credentials' secrets. A well-known one by default: loopback and tests only. */
  readonly password?: string;
}

export interface OpenStackDouble {
  readonly world: World;
  readonly urls: Readonly<Record<OpenStackService, string>>;
  readonly servers: Readonly<Record<OpenStackService, DoubleServer>>;
  /** Text of a clouds.yaml with the clouds fleet, fleet-norules, fleet-readonly, slurm…, admin and system. Holds secrets. */
  readonly cloudsYaml: string;
  /** Rules for all the services together. */
  readonly faults: FaultRules;
  readonly identity: Identity;
  /** May be changed while the double runs. */
  readonly settings: { readonly ironic: IronicSettings; readonly nova: NovaSettings };
  /** Services that the catalog does not show although they run. */
  readonly hiddenFromCatalog: Set<string>;
  /** Services that were installed without a service type, and so refuse every credential that has access rules. */
  readonly withoutServiceType: Set<string>;
  close(): Promise<void>;
}

/** Starts Keystone, Ironic, Nova, Placement and a little Glance over one world. */
export async function startOpenStackDouble(options: OpenStackDoubleOptions): Promise<OpenStackDouble> {
  const { world } = options;
  const faults = options.faults ?? new FaultRules();
  const latest = options.generation === 'latest';
  const maxLimit = options.maxLimit ?? 1000;
  const password = options.password ?? 'simulated-secret';
  const settings = {
    ironic: { maxMinor: latest ? 115 : 82, maxLimit, strict: options.strict ?? true },
    nova: { maxMinor: latest ? 104 : 93, maxLimit, cellDown: false },
  };
  const identity = new Identity({
    directory: world.directory,
    clock: world.clock,
    password,
    tokenLife: options.tokenLife,
  });
  addFleetCredentials(identity, password);
  const hiddenFromCatalog = new Set<string>();
  const withoutServiceType = new Set<string>();
  // Links are built from addresses that are known only once all the services listen.
  const urls: Record<OpenStackService, string> = { keystone: '', ironic: '', nova: '', placement: '', glance: '' };
  const catalog = (): CatalogEntry[] =>
    [
      { type: 'identity', name: 'keystone', url: `${urls.keystone}/v3` },
      { type: 'baremetal', name: 'ironic', url: urls.ironic },
      { type: 'compute', name: 'nova', url: `${urls.nova}/v2.1` },
      { type: 'placement', name: 'placement', url: urls.placement },
      { type: 'image', name: 'glance', url: urls.glance },
    ].filter((entry) => !hiddenFromCatalog.has(entry.type));
  const guard = (service: string, isPublic: TokenGuardOptions['isPublic']): TokenGuardOptions => ({
    identity,
    service,
    isPublic,
    keystoneUrl: () => urls.keystone,
    serviceTypeUnset: () => withoutServiceType.has(service),
    isInCatalog: () => !hiddenFromCatalog.has(service),
  });
  const started: DoubleServer[] = [];
  const start = async (service: OpenStackService, routes: Parameters<typeof startDoubleServer>[0]['routes']) => {
    const withRequestId: typeof routes = (app) => {
      // Ironic writes its request ids itself, under another name.
      if (service !== 'ironic') {
        app.addHook('onRequest', async (_request, reply) => {
          reply.header('x-openstack-request-id', `req-${randomUUID()}`);
        });
      }
      return routes(app);
    };
    const server = await startDoubleServer({ service, port: options.ports?.[service], faults, routes: withRequestId });
    started.push(server);
    urls[service] = server.url;
    return server;
  };
  const closeAll = async () => {
    await Promise.all(started.map((server) => server.close()));
  };
  try {
    const servers = {
      keystone: await start('keystone', (app) =>
        keystoneRoutes(app, { identity, url: () => urls.keystone, catalog, region: 'RegionOne' }),
      ),
      ironic: await start('ironic', (app) =>
        ironicRoutes(app, {
          world,
          settings: settings.ironic,
          guard: guardWithTokens(app, guard('baremetal', isPublicIronicPath)),
          url: () => urls.ironic,
          vifs: new WeakMap(),
        }),
      ),
      nova: await start('nova', (app) =>
        novaRoutes(app, {
          world,
          settings: settings.nova,
          guard: guardWithTokens(app, guard('compute', isPublicNovaPath)),
          url: () => urls.nova,
        }),
      ),
      placement: await start('placement', (app) =>
        placementRoutes(app, {
          world,
          guard: guardWithTokens(
            app,
            guard('placement', (path) => path === '/'),
          ),
        }),
      ),
      glance: await start('glance', (app) => {
        guardWithTokens(app, guard('image', isPublicGlancePath));
        glanceRoutes(app, () => urls.glance);
      }),
    };
    return {
      world,
      urls,
      servers,
      cloudsYaml: cloudsYaml({ authUrl: `${urls.keystone}/v3`, region: 'RegionOne', password }),
      faults,
      identity,
      settings,
      hiddenFromCatalog,
      withoutServiceType,
      close: closeAll,
    };
  } catch (error) {
    // A taken port must not leave the services that did start behind.
    await closeAll();
    throw error;
  }
}
