import { walkCables } from '@fleet-manager/clients/netbox/cables';
import { readChangeLog } from '@fleet-manager/clients/netbox/change-log';
import { changesSince } from '@fleet-manager/clients/netbox/changes';
import { clustersNamed } from '@fleet-manager/clients/netbox/cluster-names';
import type { FilterOf, FilterRules } from '@fleet-manager/clients/netbox/filters';
import { readDevice } from '@fleet-manager/clients/netbox/read-device';
import { readRight } from '@fleet-manager/clients/netbox/read-rights';
import { renderedContexts } from '@fleet-manager/clients/netbox/rendered-contexts';
import type { NetBoxRecord, NetBoxResource } from '@fleet-manager/clients/netbox/resource';
import { bareCables } from '@fleet-manager/clients/netbox/resources/cables';
import { clusters } from '@fleet-manager/clients/netbox/resources/clusters';
import { consolePorts, consoleServerPorts } from '@fleet-manager/clients/netbox/resources/console-ports';
import { deviceRoles } from '@fleet-manager/clients/netbox/resources/device-roles';
import { deviceTypes } from '@fleet-manager/clients/netbox/resources/device-types';
import { devices } from '@fleet-manager/clients/netbox/resources/devices';
import { interfaces } from '@fleet-manager/clients/netbox/resources/interfaces';
import { ipAddresses } from '@fleet-manager/clients/netbox/resources/ip-addresses';
import { locations } from '@fleet-manager/clients/netbox/resources/locations';
import { macAddresses } from '@fleet-manager/clients/netbox/resources/mac-addresses';
import { modules } from '@fleet-manager/clients/netbox/resources/modules';
import { prefixes } from '@fleet-manager/clients/netbox/resources/prefixes';
import { racks } from '@fleet-manager/clients/netbox/resources/racks';
import { sites } from '@fleet-manager/clients/netbox/resources/sites';
import { tags } from '@fleet-manager/clients/netbox/resources/tags';
import type { NetBoxClient, NetBoxSession } from '@fleet-manager/clients/netbox/session';
import { sweepIds } from '@fleet-manager/clients/netbox/sweep';
import { type WalkStep, walk } from '@fleet-manager/clients/netbox/walk';
import type { MirroredType } from '../../inventory/object-types.ts';
import type { SourceRow } from '../../inventory/placement.ts';
import { addressRow, cableRow, componentRow, deviceSourceRow, macRow, plainRow, siteBoundRow } from './netbox-rows.ts';
import type { MirrorSource, MirrorSources, SourceFilter, SourceLook, SourceWalk } from './source.ts';

/** How one type is asked for and read. */
interface Reader {
  walk(session: NetBoxSession, options: SourceWalk): AsyncIterable<WalkStep<SourceRow>>;
  ids(session: NetBoxSession, options: Omit<SourceWalk, 'since' | 'onSecondList'>): ReturnType<MirrorSource['ids']>;
}

/** NetBox stamps a row when its transaction starts and shows it when it ends. */
const OVERLAP_MS = 5 * 60_000;

/** The NetBox client as the source of the mirror. */
export function netboxSources(client: NetBoxClient): MirrorSources {
  const readers: Readonly<Record<MirroredType, Reader>> = {
    'extras.tag': reader(tags, plainRow, byIds),
    'virtualization.cluster': reader(clusters, plainRow, byIds),
    'dcim.site': reader(sites, plainRow, byIds),
    'dcim.devicerole': reader(deviceRoles, plainRow, byIds),
    'dcim.devicetype': reader(deviceTypes, plainRow, byIds),
    'dcim.device': reader(devices, deviceSourceRow, { ...byIds, cluster: (ids) => ({ cluster_id: ids }) }),
    'dcim.location': reader(locations, siteBoundRow, { ...byIds, site: (ids) => ({ site_id: ids }) }),
    'dcim.rack': reader(racks, siteBoundRow, { ...byIds, site: (ids) => ({ site_id: ids }) }),
    'dcim.interface': reader(interfaces, componentRow, ofSiteOrDevice),
    'dcim.module': reader(modules, componentRow, ofSiteOrDevice),
    'dcim.consoleport': reader(consolePorts, componentRow, ofSiteOrDevice),
    'dcim.consoleserverport': reader(consoleServerPorts, componentRow, ofSiteOrDevice),
    'dcim.macaddress': reader(macAddresses, macRow, { ...byIds, device: (ids) => ({ device_id: ids }) }),
    'ipam.ipaddress': reader(ipAddresses, addressRow, { ...byIds, device: (ids) => ({ device_id: ids }) }),
    'dcim.cable': cableReader(),
    'ipam.prefix': reader(prefixes, plainRow, byIds),
  };
  return {
    open: async (signal) => {
      const opened = await client.open(signal);
      return opened.ok ? { ok: true, value: sourceOf(opened.value, readers) } : opened;
    },
  };
}

function sourceOf(session: NetBoxSession, readers: Readonly<Record<MirroredType, Reader>>): MirrorSource {
  return {
    walk: (objectType, options) => readers[objectType].walk(session, options),
    ids: (objectType, options) => readers[objectType].ids(session, options),
    device: async (id, signal): Promise<SourceLook> => {
      const answer = await readDevice(session, id, signal);
      return answer.kind === 'found' ? { kind: 'found', row: deviceSourceRow(answer.device) } : answer;
    },
    contexts: (deviceIds, signal) => renderedContexts(session, deviceIds, signal),
    cableEndsRefused: async (signal) => (await readRight(session, 'listCableTerminations', signal))?.failure ?? null,
    changeLog: (since, options) => readChangeLog(session, since, options),
    clustersNamed: (names, signal) => clustersNamed(session, names, signal),
  };
}

type FilterBuilders<F extends FilterRules> = {
  readonly [K in 'id' | 'cluster' | 'site' | 'device']?: (ids: readonly number[]) => FilterOf<F>;
};

/** Any row by its own id. */
const byIds = { id: (ids: readonly number[]) => ({ id: ids }) };

const ofSiteOrDevice = {
  ...byIds,
  site: (ids: readonly number[]) => ({ site_id: ids }),
  device: (ids: readonly number[]) => ({ device_id: ids }),
};

function reader<R extends NetBoxRecord, F extends FilterRules>(
  resource: NetBoxResource<R, F>,
  describe: (record: R) => SourceRow,
  filters: FilterBuilders<F>,
): Reader {
  return {
    walk: (session, { filter, since, signal }) => {
      const options = { ...within(resource, filters, filter), ...(signal ? { signal } : {}) };
      const steps =
        since === undefined
          ? walk(session, resource, options)
          : changesSince(session, resource, { ...options, since, overlapMs: OVERLAP_MS });
      return described(steps, describe);
    },
    ids: (session, { filter, signal }) =>
      sweepIds(session, resource, { ...within(resource, filters, filter), ...(signal ? { signal } : {}) }),
  };
}

/** A cable is told by its ends, which NetBox keeps in a list of their own. */
function cableReader(): Reader {
  const filters: FilterBuilders<(typeof bareCables)['filters']> = { ...byIds, site: (ids) => ({ site_id: ids }) };
  return {
    walk: (session, { filter, since, signal, onSecondList }) => {
      const steps = walkCables(session, {
        ...within(bareCables, filters, filter),
        ...(since ? { updatedSince: new Date(since.getTime() - OVERLAP_MS) } : {}),
        ...(signal ? { signal } : {}),
        ...(onSecondList ? { onEnds: onSecondList } : {}),
      });
      return described(steps, cableRow);
    },
    ids: (session, { filter, signal }) =>
      sweepIds(session, bareCables, { ...within(bareCables, filters, filter), ...(signal ? { signal } : {}) }),
  };
}

function within<F extends FilterRules>(
  resource: { readonly title: string },
  builders: FilterBuilders<F>,
  filter: SourceFilter,
): { readonly filter?: FilterOf<F> } {
  if (filter.by === 'nothing') return {};
  const build = builders[filter.by];
  if (build === undefined) throw new TypeError(`${resource.title} cannot be asked for by ${filter.by}`);
  return { filter: build(filter.ids) };
}

async function* described<R>(
  steps: AsyncIterable<WalkStep<R>>,
  describe: (record: R) => SourceRow,
): AsyncGenerator<WalkStep<SourceRow>, void> {
  for await (const step of steps) yield step.kind === 'page' ? { ...step, rows: step.rows.map(describe) } : step;
}
