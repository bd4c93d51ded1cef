import { loadCloud } from '@fleet-manager/clients/clouds/load';
import type { CallObservation } from '@fleet-manager/clients/http/hooks';
import { createIronicClient, type IronicClient } from '@fleet-manager/clients/ironic/client';
import { findProjects } from '@fleet-manager/clients/keystone/projects';
import { type OpenStackSession, openSession } from '@fleet-manager/clients/keystone/session';
import { createNovaClient, type NovaClient } from '@fleet-manager/clients/nova/client';
import { createPlacementClient, type PlacementClient } from '@fleet-manager/clients/placement/client';
import { FleetError } from '@fleet-manager/contract/errors';
import type { SiteProjects } from '@fleet-manager/domain/ironic/observation';

export interface CloudSettings {
  readonly cloudsFile: string;
  readonly cloud?: string | undefined;
}

/** The services of one Ironic instance and its surroundings. */
export interface SiteClients {
  readonly ironic: Pick<IronicClient, 'listNodes' | 'getNode' | 'getAllocation'>;
  /** Null at a standalone site. */
  readonly nova: Pick<NovaClient, 'listServers' | 'getServer'> | null;
  /** Null where there is none, or the settings switch it off. */
  readonly placement: Pick<PlacementClient, 'listProviders' | 'getInventories' | 'getProviderAllocations'> | null;
  /** Resolved once; asked again at each call while the id of the validation project could not be found out. */
  projects(signal: AbortSignal): Promise<ResolvedProjects>;
  close(): Promise<void>;
}

export interface ResolvedProjects {
  readonly projects: SiteProjects;
  /** Why the id of the validation project could not be found out; undefined when it was. */
  readonly problem: unknown;
}

export interface SiteClientsOptions {
  readonly cloud: CloudSettings;
  readonly placementEnabled: boolean;
  /** Name or id. */
  readonly validationProject?: string | undefined;
  readonly observe?: (seen: CallObservation) => void;
}

/** Reads the credential, logs in and finds out which services the site has. Rejects with a FleetError; nothing is left open then. */
export async function openSiteClients(options: SiteClientsOptions): Promise<SiteClients> {
  const cloud = loadCloud({ file: options.cloud.cloudsFile, cloud: options.cloud.cloud });
  const session = openSession(cloud, options.observe === undefined ? {} : { observe: options.observe });
  try {
    const identity = await session.identity();
    const hasNova = identity !== undefined && ((await hasCompute(session)) || options.placementEnabled);
    const own = new Set(identity?.projectId === undefined ? [] : [identity.projectId]);
    let resolved: ResolvedProjects | undefined;
    return {
      ironic: createIronicClient(session),
      // Placement without Nova is a contradiction: then Nova is taken to be there, and out of reach.
      nova: hasNova ? createNovaClient(session) : null,
      placement: hasNova && options.placementEnabled ? createPlacementClient(session) : null,
      async projects(signal) {
        if (resolved === undefined || resolved.problem !== undefined) {
          resolved = await resolveProjects(session, own, options.validationProject, signal);
        }
        return resolved;
      },
      close: () => session.close(),
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function hasCompute(session: OpenStackSession): Promise<boolean> {
  try {
    await session.endpoint('compute');
    return true;
  } catch (error) {
    if (error instanceof FleetError && error.code === 'FM_OPENSTACK_SERVICE_ABSENT') return false;
    throw error;
  }
}

async function resolveProjects(
  session: OpenStackSession,
  own: ReadonlySet<string>,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<ResolvedProjects> {
  if (wanted === undefined) return { projects: { validation: null, own }, problem: undefined };
  // Keystone ids are 32 hexadecimal digits. Without Keystone there are no names to resolve either.
  if (/^[0-9a-f]{32}$/.test(wanted) || !('authUrl' in session.cloud.auth)) {
    return { projects: { validation: wanted, own }, problem: undefined };
  }
  try {
    const [id, ...more] = await findProjects(session, wanted, signal);
    if (id !== undefined && more.length === 0) return { projects: { validation: id, own }, problem: undefined };
    const found = id === undefined ? 'no project' : 'several projects';
    throw new FleetError(
      'FM_OUTSIDE_HTTP',
      `validationProject: Keystone shows ${found} of the name "${wanted}"; give its id in place of the name`,
    );
  } catch (problem) {
    signal.throwIfAborted();
    return { projects: { validation: null, unresolved: wanted, own }, problem };
  }
}
