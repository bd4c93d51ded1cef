import { Device, type DeviceSummary, DeviceSummary as Summary } from '@fleet-manager/contract/api/devices';
import type { DeviceClass } from '@fleet-manager/domain/device-class';
import { operationalStatus } from '@fleet-manager/domain/operational-status';
import { readinessGates } from '@fleet-manager/domain/readiness';
import { conditionsOf, type Scenario } from './fixture-conditions.ts';

const SITES = ['keflavik', 'lulea', 'narvik'] as const;
/** Weighted so that a large fleet looks like one: most serve, a few ask for a person. */
const MIX: readonly (readonly [Scenario, number])[] = [
  ['ready', 30],
  ['customer', 120],
  ['available', 12],
  ['validating', 9],
  ['preparing', 6],
  ['enrolling', 4],
  ['maintenance', 3],
  ['quarantined', 2],
  ['failed', 3],
  ['silent', 2],
  ['unenrolled', 3],
  ['offline', 1],
];
const SCENARIOS = MIX.flatMap(([scenario, weight]) => Array.from({ length: weight }, () => scenario));

/** The same id each time, so that a test can name it. */
export function deviceId(index: number): string {
  return `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

/** Device `index` of a fleet in racks of 18 compute trays and two switches. */
export function fixtureDevice(index: number, now: Date, given?: Scenario): Device {
  const slot = index % 20;
  const rackNumber = Math.floor(index / 20);
  const site = SITES[rackNumber % SITES.length] ?? 'keflavik';
  const isSwitch = slot >= 18;
  // A multiplier coprime to the list walks all of it before it repeats.
  const scenario: Scenario = isSwitch ? 'unmanaged' : (given ?? SCENARIOS[(index * 67) % SCENARIOS.length] ?? 'ready');
  const rack = `${site.slice(0, 3).toUpperCase()}-R${String(rackNumber + 1).padStart(3, '0')}`;
  const name = isSwitch
    ? `${rack.toLowerCase()}-sw${slot - 17}`
    : `${rack.toLowerCase()}-tray${String(slot + 1).padStart(2, '0')}`;
  const node = `1a2b3c4d-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
  const since = new Date(now.getTime() - (((index * 7_919) % 40_000) + 3) * 60_000);
  const conditions = conditionsOf(scenario, now, since, node);
  const deviceClass: DeviceClass | null = isSwitch ? null : slot === 17 ? 'CPU_BAREMETAL' : 'GPU_COMPUTE';
  const netboxStatus = scenario === 'offline' ? 'offline' : scenario === 'enrolling' ? 'staged' : 'active';
  const input = { deviceClass, netboxStatus, deleted: false, conditions: conditions.effective };
  const verdict = operationalStatus(input);
  const gates = readinessGates(input);
  const enrolled = !isSwitch && scenario !== 'unenrolled' && scenario !== 'offline';
  return Device.parse({
    id: deviceId(index),
    netboxId: index + 1_000,
    name,
    serial: `SN${String(704_000 + index)}`,
    assetTag: index % 3 === 0 ? `AT-${index}` : null,
    siteSlug: site,
    location: `Hall ${(rackNumber % 4) + 1}`,
    rack,
    position: slot + 2,
    role: isSwitch ? 'nvlink-switch' : slot === 17 ? 'cpu-server' : 'compute-tray',
    deviceClass,
    deviceType: isSwitch ? 'NVLink switch tray' : slot === 17 ? 'Dual-socket server' : 'GB300 compute tray',
    cluster: isSwitch ? null : `${site}-gpu`,
    netboxStatus,
    tags: index % 5 === 0 ? ['burn-in', 'gb300'] : ['gb300'],
    platformClass: isSwitch ? null : 'gb300-nvl72',
    primaryIp: isSwitch ? null : `10.${rackNumber % 200}.0.${slot + 10}/24`,
    oobIp: `10.${rackNumber % 200}.128.${slot + 10}/24`,
    operational_status: verdict.status,
    statusSummary: verdict.summary,
    alsoTrue: verdict.alsoTrue,
    statusSince: since.toISOString(),
    gatesMet: gates.filter((gate) => gate.state === 'met').length,
    gatesTotal: gates.length,
    observedAt: conditions.wire[0]?.observedAt ?? null,
    ironicNodeId: enrolled ? node : null,
    deletedAt: null,
    missingSince: null,
    version: 1,
    because: verdict.because,
    gates,
    conditions: conditions.wire,
    customFields: { delivery: '2026-Q3', warranty_until: '2031-09-30' },
    configContext: isSwitch ? null : { ntp: ['10.0.0.1', '10.0.0.2'], firmware: { bmc: '25.08-3', bios: '1.4.2' } },
    links: { netbox: `https://netbox.example/dcim/devices/${index + 1_000}/`, ironic: null },
    mirroredAt: new Date(now.getTime() - 31_000).toISOString(),
  });
}

/** The part of a device that a list shows. */
export function summaryOf(device: Device): DeviceSummary {
  return Summary.parse(device);
}
