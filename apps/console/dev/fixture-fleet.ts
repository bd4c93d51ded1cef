import { type Finding, FindingPage } from '@fleet-manager/contract/api/agents';
import {
  type Device,
  DeviceFacets,
  type DeviceFilter,
  DevicePage,
  type DeviceQuery,
} from '@fleet-manager/contract/api/devices';
import { Overview } from '@fleet-manager/contract/api/inventory';
import type { z } from 'zod';
import { fixtureAgents, fixtureFindings, fixtureSatellites, fixtureSites } from './fixture-agents.ts';
import type { Scenario } from './fixture-conditions.ts';
import { fixtureDevice, summaryOf } from './fixture-devices.ts';

type Filter = z.infer<typeof DeviceFilter>;
type FindingRow = z.infer<typeof Finding>;
const UNHEALTHY = new Set(['failed', 'unknown', 'maintenance', 'quarantined', 'unenrolled']);

/** The state behind the fixture hub, filtered, sorted and counted as the hub does it. */
export class FixtureFleet {
  readonly devices: Device[];
  readonly findings: FindingRow[];
  readonly #now = new Date();

  constructor(count: number) {
    this.devices = Array.from({ length: count }, (_, index) => fixtureDevice(index, this.#now));
    this.findings = fixtureFindings(this.#now, this.devices);
  }

  /** Puts a device into another scenario, from now on. */
  change(index: number, scenario: Scenario): Device {
    const before = this.devices[index];
    if (before === undefined) throw new Error(`there is no device ${index}`);
    const now = new Date();
    const after: Device = {
      ...fixtureDevice(index, now, scenario),
      statusSince: now.toISOString(),
      version: before.version + 1,
    };
    this.devices[index] = after;
    return after;
  }

  /** The device as a hub gives it whose agents run: what is not stale was seen seconds ago. */
  seenNow(device: Device): Device {
    const seenAt = new Date(Date.now() - 20_000).toISOString();
    return {
      ...device,
      mirroredAt: seenAt,
      conditions: device.conditions.map((c) => (c.stale ? c : { ...c, observedAt: seenAt })),
    };
  }

  acknowledge(at: number, state: 'open' | 'acknowledged', note: string | null, by: string): FindingRow {
    const finding = this.findings[at];
    if (finding === undefined) throw new Error(`there is no finding ${at}`);
    const changed: FindingRow = {
      ...finding,
      state,
      note,
      acknowledgedBy: state === 'acknowledged' ? by : null,
      version: finding.version + 1,
    };
    this.findings[at] = changed;
    return changed;
  }

  page(query: DeviceQuery): z.infer<typeof DevicePage> {
    const down = query.sort.startsWith('-');
    const key = down ? query.sort.slice(1) : query.sort;
    const matching = this.devices.filter((device) => matches(device, query));
    matching.sort((a, b) => (down ? -1 : 1) * (compare(a, b, key) || a.id.localeCompare(b.id)));
    const start = query.cursor === undefined ? 0 : Number(query.cursor);
    const end = start + query.limit;
    return DevicePage.parse({
      items: matching.slice(start, end).map(summaryOf),
      nextCursor: end < matching.length ? String(end) : null,
    });
  }

  facets(filter: Filter): z.infer<typeof DeviceFacets> {
    const matching = this.devices.filter((device) => matches(device, filter));
    return DeviceFacets.parse({
      total: matching.length,
      status: tally(matching.map((device) => device.operational_status)),
      site: tally(matching.map((device) => device.siteSlug)),
      rack: tally(matching.flatMap((device) => device.rack ?? [])),
      role: tally(matching.map((device) => device.role)),
      class: tally(matching.flatMap((device) => device.deviceClass ?? [])),
      tag: tally(matching.flatMap((device) => device.tags)),
    });
  }

  overview(): Overview {
    const agents = this.agents();
    const stale = agents.filter((agent) => agent.state === 'stale');
    const open = this.findings.filter((finding) => finding.state === 'open');
    return Overview.parse({
      at: new Date().toISOString(),
      totals: tally(this.devices.map((device) => device.operational_status)),
      sites: this.sites().items.map((site) => {
        const here = this.devices.filter((device) => device.siteSlug === site.slug);
        return {
          siteSlug: site.slug,
          name: site.name,
          total: here.length,
          byStatus: tally(here.map((d) => d.operational_status)),
        };
      }),
      oldestUnhealthy: this.devices
        .filter((device) => UNHEALTHY.has(device.operational_status))
        .sort((a, b) => a.statusSince.localeCompare(b.statusSince))
        .slice(0, 10),
      agents: {
        total: agents.length,
        healthy: agents.filter((agent) => agent.state === 'healthy').length,
        degraded: agents.filter((agent) => agent.state === 'degraded').length,
        stale: stale.length,
      },
      staleAgents: stale.map((agent) => ({
        clientId: agent.clientId,
        lastHeartbeatAt: agent.lastHeartbeatAt,
        detail: agent.stateDetail,
      })),
      findings: {
        open: open.length,
        acknowledged: this.findings.filter((finding) => finding.state === 'acknowledged').length,
        byKind: tally(open.map((finding) => finding.kind)),
      },
    });
  }

  findingPage(query: URLSearchParams): z.infer<typeof FindingPage> {
    const has = (key: string, value: string | null) =>
      !query.has(key) || (value !== null && query.getAll(key).includes(value));
    const device = query.get('device');
    const items = this.findings.filter(
      (finding) =>
        has('kind', finding.kind) &&
        has('state', finding.state) &&
        has('site', finding.siteSlug) &&
        (device === null || finding.deviceIds.includes(device)),
    );
    return FindingPage.parse({ items, nextCursor: null });
  }

  agents() {
    return this.devices.length === 0 ? [] : fixtureAgents(new Date());
  }

  satellites() {
    return this.devices.length === 0 ? { items: [], nextCursor: null } : fixtureSatellites(new Date());
  }

  sites() {
    return this.devices.length === 0 ? { items: [], nextCursor: null } : fixtureSites(this.devices);
  }
}

function matches(device: Device, filter: Filter): boolean {
  const within = (values: readonly string[], ...held: readonly (string | null)[]) =>
    values.length === 0 || held.some((value) => value !== null && values.includes(value));
  const q = filter.q?.toLowerCase() ?? '';
  return (
    within(filter.site, device.siteSlug) &&
    within(filter.rack, device.rack) &&
    within(filter.role, device.role) &&
    within(filter.class, device.deviceClass) &&
    within(filter.status, device.operational_status) &&
    within(filter.tag, ...device.tags) &&
    within(filter.cluster, device.cluster) &&
    within(filter.netboxStatus, device.netboxStatus) &&
    filter.condition.every((wanted) => {
      const [type, status] = wanted.split('=');
      return device.conditions.some((c) => c.type === type && (status === undefined || c.status === status));
    }) &&
    [device.name, device.serial, device.assetTag, device.primaryIp, device.oobIp].some((text) =>
      text?.toLowerCase().includes(q),
    )
  );
}

function compare(a: Device, b: Device, key: string): number {
  switch (key) {
    case 'status':
      return a.operational_status.localeCompare(b.operational_status);
    case 'statusSince':
      return a.statusSince.localeCompare(b.statusSince);
    case 'rack':
      return (a.rack ?? '').localeCompare(b.rack ?? '');
    case 'site':
      return a.siteSlug.localeCompare(b.siteSlug);
    case 'role':
      return a.role.localeCompare(b.role);
    default:
      return a.name.localeCompare(b.name);
  }
}

function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
