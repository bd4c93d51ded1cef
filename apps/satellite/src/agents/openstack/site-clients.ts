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
  readonly projects: SiteProjects;
  /** Why the id of the validation project could not be found out. */
  readonly projectsError: unknown;
  close(): Promise<void>;
}

export interface SiteClientsOptions {
  readonly cloud: CloudSettings;
  readonly placementEnabled: boolean;
  /** Name or id. */
  readonly validationProject?: string | undefined;
  readonly observe?: (seen: CallObservation) => void;
  readonly signal: AbortSignal;
}

/** Reads the credential, logs in and finds out which services the site has. Rejects with a FleetError; nothing is left open then. */
export async function openSiteClients(options: SiteClientsOptions): Promise<SiteClients> {
  const cloud = loadCloud({ file: options.cloud.cloudsFile, cloud: options.cloud.cloud });
  const session = openSession(cloud, options.observe === undefined ? {} : { observe: options.observe });
  try {
    const identity = await session.identity();
    const hasNova = identity !== undefined && ((await hasCompute(session)) || options.placementEnabled);
    const own = new Set(identity?.projectId === undefined ? [] : [identity.projectId]);
    const { projects, projectsError } = await resolveProjects(session, own, options);
    return {
      ironic: createIronicClient(session),
      // Placement without Nova is a contradiction: then Nova is taken to be there, and out of reach.
      nova: hasNova ? createNovaClient(session) : null,
      placement: hasNova && options.placementEnabled ? createPlacementClient(session) : null,
      projects,
      projectsError,
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
  options: SiteClientsOptions,
): Promise<{ projects: SiteProjects; projectsError: unknown }> {
  const wanted = options.validationProject;
  if (wanted === undefined) return { projects: { validation: null, own }, projectsError: undefined };
  // Keystone ids are 32 hexadecimal digits. Without Keystone there are no names to resolve either.
  if (/^[0-9a-f]{32}$/.test(wanted) || !('authUrl' in session.cloud.auth)) {
    return { projects: { validation: wanted, own }, projectsError: undefined };
  }
  try {
    const [id, ...more] = await findProjects(session, wanted, options.signal);
    if (id !== undefined && more.length === 0) return { projects: { validation: id, own }, projectsError: undefined };
    const problem = id === undefined ? 'no project' : 'several projects';
    throw new FleetError(
      'FM_OUTSIDE_HTTP',
      `validationProject: Keystone shows ${problem} of the name "${wanted}"; give its id in place of the name`,
    );
  } catch (error) {
    options.signal.throwIfAborted();
    return { projects: { validation: null, unresolved: wanted, own }, projectsError: error };
  }
}
