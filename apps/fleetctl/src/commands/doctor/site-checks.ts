import { loadSiteFile, resolveSecret } from '@fleet-manager/platform/settings/site-file';
import { type Check, failed, ok, warning } from './check.ts';
import { type Found, must } from './found.ts';

/** What needs nothing but this machine. */
export const siteChecks: readonly Check<Found>[] = [
  {
    id: 'site-file',
    title: 'the site file',
    needs: [],
    async run(found) {
      found.settings = await loadSiteFile(found.siteFile);
      return ok(`${found.siteFile} reads well`);
    },
  },
  {
    id: 'secrets',
    title: 'the secrets that it names',
    needs: ['site-file'],
    async run(found) {
      const { hub, satellite } = must(found.settings, 'the site file');
      found.netboxToken = await resolveSecret(hub.netbox.token, 'hub.netbox.token');
      if (hub.database !== undefined) await resolveSecret(hub.database.url, 'hub.database.url');
      if (satellite.token !== undefined) await resolveSecret(satellite.token, 'satellite.token');
      return ok('each can be read, and not by everybody');
    },
  },
];

/** The hub, when it is known where it is. */
export const hubChecks: readonly Check<Found>[] = [
  {
    id: 'hub',
    title: 'the hub',
    needs: ['site-file'],
    async run(found, signal) {
      const url = found.hubUrl ?? must(found.settings, 'the site file').satellite.hubUrl;
      if (url === undefined)
        return warning(
          'no address of a hub is known',
          'Give --hub, or satellite.hubUrl in the site file, once a hub runs.',
        );
      const base = url.replace(/\/$/, '');
      const answer = await fetch(`${base}/readyz`, { signal }).catch(() => undefined);
      if (answer === undefined)
        return failed(`nothing answers at ${base}`, 'Start the hub, or correct the address in satellite.hubUrl.');
      const body: unknown = await answer.json().catch(() => undefined);
      if (answer.status === 200 && isReady(body)) return ok(`${base} is ready, its database migrated`);
      if (answer.status === 503)
        return failed(`${base} runs, and is not ready`, "Look into the hub's log: its database may be away.");
      return failed(
        `${base} answered ${answer.status}, and not as a hub does`,
        'Check the address; a proxy may stand between.',
      );
    },
  },
];

function isReady(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ready';
}
