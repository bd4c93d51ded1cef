import { readFile } from 'node:fs/promises';
import { clustersNamed } from '@fleet-manager/clients/netbox/cluster-names';
import { collect } from '@fleet-manager/clients/netbox/collect';
import { NetBoxError } from '@fleet-manager/clients/netbox/failure';
import { readRights } from '@fleet-manager/clients/netbox/read-rights';
import { deviceRoles } from '@fleet-manager/clients/netbox/resources/device-roles';
import { devices } from '@fleet-manager/clients/netbox/resources/devices';
import { sites } from '@fleet-manager/clients/netbox/resources/sites';
import { createNetBoxClient } from '@fleet-manager/clients/netbox/session';
import { walk } from '@fleet-manager/clients/netbox/walk';
import { type Check, failed, type Outcome, ok } from './check.ts';
import { compareClocks } from './clock.ts';
import { type Found, must } from './found.ts';
import { reach } from './reach.ts';

const settingsOf = (found: Found) => must(found.settings, 'the site file').hub.netbox;
const sessionOf = (found: Found) => must(found.netbox, 'a session of NetBox');

/** NetBox, from the wire up to what the settings name in it. */
export const netboxChecks: readonly Check<Found>[] = [
  {
    id: 'netbox.reach',
    title: 'the way to NetBox',
    needs: ['site-file'],
    async run(found, signal) {
      const { url, verifyTls } = settingsOf(found);
      return reach(url, { ca: await caOf(found), insecure: !verifyTls, setting: 'hub.netbox.caFile' }, signal);
    },
  },
  {
    id: 'netbox.token',
    title: "NetBox's release, and the token",
    needs: ['netbox.reach', 'secrets'],
    async run(found, signal) {
      const { url, verifyTls } = settingsOf(found);
      const token = must(found.netboxToken, 'the token');
      found.netboxClient = createNetBoxClient({ url, token, tls: { ca: await caOf(found), insecure: !verifyTls } });
      const opened = await found.netboxClient.open(signal);
      if (!opened.ok) return failed(opened.failure.message, sentence(opened.failure.advice));
      found.netbox = opened.value;
      return ok(`NetBox ${opened.value.version.text} takes the token`);
    },
  },
  {
    id: 'netbox.clock',
    title: 'the clock of NetBox',
    needs: ['netbox.token'],
    async run(found, signal) {
      const answer = await sessionOf(found).list('listSites', 'dcim.site', { fields: 'id', limit: 1 }, signal);
      return compareClocks('NetBox', answer.ok ? answer.value.headers.date : undefined);
    },
  },
  {
    id: 'netbox.permissions',
    title: 'the object permissions of the token',
    needs: ['netbox.token'],
    async run(found, signal) {
      const rights = await readRights(sessionOf(found), signal);
      const missing = rights.filter((right) => right.failure?.kind === 'forbidden');
      const other = rights.find((right) => right.failure !== undefined && right.failure.kind !== 'forbidden');
      if (missing.length > 0) {
        const types = missing.map((right) => right.objectType).join(', ');
        return failed(
          `the token may not read ${types}`,
          `Give the token's user an object permission with the action "view" on ${types}.`,
        );
      }
      if (other?.failure !== undefined) return failed(other.failure.message, sentence(other.failure.advice));
      return ok(`the token may read all ${rights.length} object types`);
    },
  },
  {
    id: 'netbox.roles',
    title: 'the sites and device roles that the settings name',
    needs: ['netbox.token'],
    async run(found, signal) {
      const wanted = must(found.settings, 'the site file');
      const roles = await collect(walk(sessionOf(found), deviceRoles, { signal }));
      const there = await collect(walk(sessionOf(found), sites, { signal }));
      if (roles.kind === 'incomplete') throw new NetBoxError(roles.failure);
      if (there.kind === 'incomplete') throw new NetBoxError(there.failure);
      return (
        absent(
          'device role',
          Object.keys(wanted.hub.netbox.deviceRoleClassMapping),
          roles.rows,
          'hub.netbox.deviceRoleClassMapping',
        ) ??
        absent('site', wanted.satellite.siteSlugs, there.rows, 'satellite.siteSlugs') ??
        ok('NetBox has all of them')
      );
    },
  },
  {
    id: 'netbox.devices',
    title: 'the clusters that the settings name, and their devices',
    needs: ['netbox.token'],
    async run(found, signal) {
      const { deviceFilters, deviceRoleClassMapping } = settingsOf(found);
      const session = sessionOf(found);
      const named = deviceFilters.allClusters
        ? undefined
        : await clustersNamed(session, deviceFilters.clusters, signal);
      if (named?.ok === false) return failed(named.failure.message, sentence(named.failure.advice));
      const filter = named === undefined ? {} : { filter: { cluster_id: named.value.map((cluster) => cluster.id) } };
      const rows = await collect(walk(session, devices, { ...filter, signal }));
      const roles = await collect(walk(session, deviceRoles, { signal }));
      if (rows.kind === 'incomplete') return failed(rows.failure.message, sentence(rows.failure.advice));
      if (roles.kind === 'incomplete') return failed(roles.failure.message, sentence(roles.failure.advice));
      const mapped = new Set(roles.rows.flatMap((role) => (role.slug in deviceRoleClassMapping ? [role.id] : [])));
      found.devices = rows.rows.filter((device) => mapped.has(device.roleId));
      if (found.devices.length === 0)
        return failed(
          `none of the ${rows.rows.length} devices of these clusters has a role that is mapped to a class`,
          'Check hub.netbox.deviceFilters and hub.netbox.deviceRoleClassMapping, and that devices have their cluster in NetBox.',
        );
      return ok(`${rows.rows.length} devices, ${found.devices.length} of them of a class`);
    },
  },
];

function absent(
  what: string,
  wanted: readonly string[],
  rows: readonly { readonly slug: string }[],
  setting: string,
): Outcome | undefined {
  const there = new Set(rows.map((row) => row.slug));
  const missing = wanted.filter((slug) => !there.has(slug));
  if (missing.length === 0) return undefined;
  return failed(
    `NetBox has no ${what} ${missing.join(', ')}; it has ${[...there].sort().slice(0, 20).join(', ') || 'none'}`,
    `Correct ${setting}, or add the ${what} to NetBox.`,
  );
}

async function caOf(found: Found): Promise<string | undefined> {
  const { caFile } = settingsOf(found);
  return caFile === undefined ? undefined : readFile(caFile, 'utf8');
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
