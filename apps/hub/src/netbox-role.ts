import { readFile } from 'node:fs/promises';
import type { CallObservation } from '@fleet-manager/clients/http/hooks';
import { createNetBoxClient } from '@fleet-manager/clients/netbox/session';
import type { Logger } from '@fleet-manager/platform/logging';
import { resolveSecret, type SiteSettings } from '@fleet-manager/platform/settings/site-file';
import { startNetboxAgent } from './agents/netbox/agent.ts';
import { netboxSources } from './agents/netbox/netbox-source.ts';
import { DEFAULT_NETBOX_AGENT_SETTINGS } from './agents/netbox/settings.ts';
import { recordHeartbeat } from './agents-registry/store.ts';
import type { Database } from './database/database.ts';
import { applyFindings } from './findings/report.ts';

export interface NetboxRoleDeps {
  readonly database: Database;
  readonly settings: SiteSettings['hub']['netbox'];
  readonly log: Logger;
  readonly version: string;
  /** Told of each attempt of a call to NetBox. */
  readonly observe?: ((seen: CallObservation) => void) | undefined;
}

/** Starts the netbox-agent inside the hub: it reports through the same functions as agents do over HTTP. */
export async function startNetboxRole(deps: NetboxRoleDeps): Promise<{ stop(): Promise<void> }> {
  const { database, settings, log, version, observe } = deps;
  const token = await resolveSecret(settings.token, 'hub.netbox.token');
  const ca = settings.caFile === undefined ? undefined : await readFile(settings.caFile, 'utf8');
  const client = createNetBoxClient({ url: settings.url, token, tls: { ca, insecure: !settings.verifyTls }, observe });
  const agent = startNetboxAgent({
    database,
    sources: netboxSources(client),
    settings: {
      ...DEFAULT_NETBOX_AGENT_SETTINGS,
      pollSeconds: settings.pollSeconds,
      resyncSeconds: settings.resyncSeconds,
      allowMassDeletion: settings.allowMassDeletion,
      deviceFilters: settings.deviceFilters,
      deviceRoleClassMapping: settings.deviceRoleClassMapping,
      netboxUrl: settings.url.replace(/\/+$/, ''),
    },
    reporting: {
      heartbeat: (clientId, heartbeat) => recordHeartbeat(database.db, clientId, heartbeat, new Date()),
      findings: async (clientId, scope, report) => {
        await applyFindings(database.db, { source: clientId, scope, sites: 'all' }, report, new Date());
      },
    },
    log,
    version,
  });
  return {
    stop: async () => {
      await agent.stop();
      await client.close();
    },
  };
}
