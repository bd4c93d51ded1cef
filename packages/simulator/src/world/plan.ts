import { createHash } from 'node:crypto';

/**
 * The hardware of a simulated site, before any system of record has heard of it. Both the NetBox double and the OpenStack
 * doubles are filled from one plan, so that their serials, names and MAC addresses agree exactly where a real site's would.
 * Everything derives from the rack number: two plans of the same size are equal.
 */
export interface SitePlan {
  readonly siteSlug: string;
  /** Deployment slug; also the NetBox cluster of the racks and the prefix of every device name. */
  readonly deployment: string;
  readonly racks: readonly PlannedRack[];
  readonly devices: readonly PlannedDevice[];
  readonly cables: readonly PlannedCable[];
}

export interface PlannedRack {
  readonly name: string;
  readonly kind: 'gpu' | 'network';
  readonly location: string;
  readonly heightUnits: number;
  /** NVLink domain of a GPU rack, null for a network rack. */
  readonly nvlinkDomain: string | null;
}

export type DeviceModel = 'hg635n-v2' | 'nvlink5-switch-tray' | 'sn5610' | 'sn2201';

export interface PlannedDevice {
  readonly name: string;
  readonly model: DeviceModel;
  /** NetBox device role slug. */
  readonly role: 'compute-tray' | 'nvlink-switch' | 'be-leaf-switch' | 'fe-leaf-switch' | 'oob-switch';
  readonly rack: string;
  /** Lowest rack unit, counted from 1. */
  readonly position: number;
  readonly serial: string;
  readonly assetTag: string;
  /** NetBox device status. */
  readonly status: 'active' | 'staged' | 'failed' | 'offline';
  readonly tags: readonly string[];
  readonly cluster: string;
  readonly ports: readonly PlannedPort[];
  readonly modules: readonly PlannedModule[];
  readonly hasConsole: boolean;
}

export interface PlannedPort {
  readonly name: string;
  readonly type: string;
  readonly managementOnly: boolean;
  /** Lower-case colon form; null for a port whose address NetBox does not hold. */
  readonly mac: string | null;
  /** CIDR form, or null. */
  readonly address: string | null;
  /** IB port GUID on the back-end ports, else empty. */
  readonly label: string;
}

export interface PlannedModule {
  readonly bay: string;
  readonly model: 'GB300 GPU' | 'ConnectX-8' | 'BlueField-3' | 'NVSwitch 5 ASIC';
  readonly serial: string;
}

export interface PlannedCable {
  readonly a: PortRef;
  readonly b: PortRef;
  readonly status: 'connected' | 'planned';
}

export interface PortRef {
  readonly device: string;
  readonly port: string;
}

export interface PlanOptions {
  readonly racks: number;
  readonly siteSlug?: string;
  readonly deployment?: string;
}

const TRAYS_PER_RACK = 18;
const SWITCH_TRAYS_PER_RACK = 9;
const RACKS_PER_SCALABLE_UNIT = 4;
const BACK_END_LEAVES = 4;
const FRONT_END_LEAVES = 2;

/** Builds the plan of `racks` GPU racks (18 compute trays, 9 NVLink switch trays, 1 out-of-band switch) and their leaves. */
export function planSite(options: PlanOptions): SitePlan {
  const deployment = options.deployment ?? 'sys1-ice2';
  const siteSlug = options.siteSlug ?? 'keflavik';
  const racks: PlannedRack[] = [];
  const devices: PlannedDevice[] = [];
  const cables: PlannedCable[] = [];
  const nextFreePort = new Map<string, number>();

  const uplink = (leaf: string): PortRef => {
    const used = nextFreePort.get(leaf) ?? 0;
    nextFreePort.set(leaf, used + 1);
    return { device: leaf, port: `swp${Math.floor(used / 2) + 1}s${used % 2}` };
  };

  const units = Math.ceil(options.racks / RACKS_PER_SCALABLE_UNIT);
  for (let unit = 0; unit < units; unit++) {
    const rackName = `N${pad(unit + 1, 2)}`;
    racks.push({ name: rackName, kind: 'network', location: 'dh1-net', heightUnits: 48, nvlinkDomain: null });
    for (let i = 0; i < BACK_END_LEAVES; i++) {
      devices.push(
        leafSwitch(deployment, 'bel', BACK_END_LEAVES * unit + i + 1, 'be-leaf-switch', rackName, 4 + 4 * i),
      );
    }
    for (let i = 0; i < FRONT_END_LEAVES; i++) {
      devices.push(
        leafSwitch(deployment, 'fel', FRONT_END_LEAVES * unit + i + 1, 'fe-leaf-switch', rackName, 24 + 4 * i),
      );
    }
  }

  for (let n = 1; n <= options.racks; n++) {
    const rackName = `A${pad(n, 2)}`;
    const unit = Math.floor((n - 1) / RACKS_PER_SCALABLE_UNIT);
    racks.push({
      name: rackName,
      kind: 'gpu',
      location: `dh1-r${Math.floor((n - 1) / 16) + 1}`,
      heightUnits: 48,
      nvlinkDomain: `${deployment}-nvl-${pad(n, 3)}`,
    });
    const oob = outOfBandSwitch(deployment, n, rackName);
    devices.push(oob);
    let oobPort = 1;
    const toOob = (device: string, port: string) =>
      cables.push({ a: { device, port }, b: { device: oob.name, port: `swp${oobPort++}` }, status: 'connected' });

    for (let i = 0; i < SWITCH_TRAYS_PER_RACK; i++) {
      const tray = nvlinkSwitchTray(deployment, n, i, rackName);
      devices.push(tray);
      toOob(tray.name, 'bmc');
    }
    for (let i = 0; i < TRAYS_PER_RACK; i++) {
      const tray = computeTray(deployment, n, i, rackName);
      devices.push(tray);
      toOob(tray.name, 'bmc');
      const status = tray.status === 'staged' ? 'planned' : 'connected';
      for (let p = 0; p < FRONT_END_LEAVES; p++) {
        const leaf = `${deployment}-p-swi-fel${pad(FRONT_END_LEAVES * unit + p + 1, 3)}`;
        cables.push({ a: { device: tray.name, port: `p${p}` }, b: uplink(leaf), status });
      }
      for (let p = 0; p < BACK_END_LEAVES; p++) {
        const leaf = `${deployment}-p-swi-bel${pad(BACK_END_LEAVES * unit + p + 1, 3)}`;
        cables.push({ a: { device: tray.name, port: `ib${p}` }, b: uplink(leaf), status });
      }
    }
  }
  return { siteSlug, deployment, racks, devices, cables };
}

function computeTray(deployment: string, rack: number, index: number, rackName: string): PlannedDevice {
  const number = TRAYS_PER_RACK * (rack - 1) + index + 1;
  const name = `${deployment}-p-phy-gpu${pad(number, 4)}`;
  // A few trays of each pair of racks are not in service, as in a real hall: the console must have something to say.
  const status = rack % 10 === 4 ? 'staged' : (({ 7: 'failed', 31: 'offline' } as const)[number % 72] ?? 'active');
  const tags = ['gb300'];
  if (status === 'staged') tags.push('ingest');
  if (status === 'active') tags.push('burn-in-passed');
  if (status === 'failed') tags.push('maintenance');
  const ports: PlannedPort[] = [
    port(name, 'bmc', '1000base-t', { address: `${rackNetwork(65, rack)}.${10 + index}/24` }),
    port(name, 'mgmt0', '1000base-t', { address: `${rackNetwork(65, rack)}.${30 + index}/24` }),
    port(name, 'p0', '400gbase-x-qsfp112', { address: `${rackNetwork(81, rack)}.${10 + index}/24` }),
    port(name, 'p1', '400gbase-x-qsfp112', {}),
  ];
  for (let k = 0; k < 4; k++) {
    ports.push(
      port(name, `ib${k}`, '800gbase-x-osfp', {
        address: `${rackNetwork(97, rack)}.${10 + 4 * index + k}/24`,
        label: `0x${digest(16, 'guid', name, k).toLowerCase()}`,
      }),
    );
  }
  const modules: PlannedModule[] = [];
  for (let k = 1; k <= 4; k++)
    modules.push({ bay: `GPU${k}`, model: 'GB300 GPU', serial: `GPU${digest(10, 'gpu', name, k)}` });
  for (let k = 1; k <= 4; k++)
    modules.push({ bay: `CX8-${k}`, model: 'ConnectX-8', serial: `CX8${digest(10, 'cx8', name, k)}` });
  modules.push({ bay: 'BF3', model: 'BlueField-3', serial: `BF3${digest(10, 'bf3', name)}` });
  return {
    name,
    model: 'hg635n-v2',
    role: 'compute-tray',
    rack: rackName,
    position: index < 10 ? 5 + index : 14 + index,
    serial: `TRAY-${digest(10, name)}`,
    assetTag: `AT${digest(8, 'at', name)}`,
    status,
    tags,
    cluster: deployment,
    ports,
    modules,
    hasConsole: false,
  };
}

function nvlinkSwitchTray(deployment: string, rack: number, index: number, rackName: string): PlannedDevice {
  const name = `${deployment}-p-swi-nvl${pad(SWITCH_TRAYS_PER_RACK * (rack - 1) + index + 1, 4)}`;
  return {
    name,
    model: 'nvlink5-switch-tray',
    role: 'nvlink-switch',
    rack: rackName,
    position: 15 + index,
    serial: `NVL-${digest(10, name)}`,
    assetTag: `AT${digest(8, 'at', name)}`,
    status: 'active',
    tags: [],
    cluster: deployment,
    ports: [
      port(name, 'bmc', '1000base-t', { address: `${rackNetwork(65, rack)}.${60 + index}/24` }),
      port(name, 'eth0', '1000base-t', { address: `${rackNetwork(65, rack)}.${70 + index}/24` }),
    ],
    modules: [1, 2].map((k) => ({
      bay: `ASIC${k}`,
      model: 'NVSwitch 5 ASIC',
      serial: `ASIC${digest(10, 'asic', name, k)}`,
    })),
    hasConsole: false,
  };
}

function leafSwitch(
  deployment: string,
  kind: 'bel' | 'fel',
  number: number,
  role: 'be-leaf-switch' | 'fe-leaf-switch',
  rackName: string,
  position: number,
): PlannedDevice {
  const name = `${deployment}-p-swi-${kind}${pad(number, 3)}`;
  const third = kind === 'bel' ? 1 + 4 * Math.floor(number / 250) : 2 + 4 * Math.floor(number / 250);
  const ports = [port(name, 'eth0', '1000base-t', { address: `10.64.${third}.${number % 250}/20` })];
  for (let p = 1; p <= 64; p++) {
    for (const lane of [0, 1]) ports.push(port(name, `swp${p}s${lane}`, '800gbase-x-osfp', { mac: false }));
  }
  return switchDevice(name, 'sn5610', role, rackName, position, ports, `${deployment}-net`);
}

function outOfBandSwitch(deployment: string, rack: number, rackName: string): PlannedDevice {
  const name = `${deployment}-p-swi-obl${pad(rack, 3)}`;
  const ports = [port(name, 'eth0', '1000base-t', { address: `${rackNetwork(65, rack)}.2/24` })];
  for (let p = 1; p <= 52; p++) ports.push(port(name, `swp${p}`, '1000base-t', { mac: false }));
  return switchDevice(name, 'sn2201', 'oob-switch', rackName, 36, ports, deployment);
}

function switchDevice(
  name: string,
  model: DeviceModel,
  role: PlannedDevice['role'],
  rack: string,
  position: number,
  ports: readonly PlannedPort[],
  cluster: string,
): PlannedDevice {
  const serial = `${model.toUpperCase()}-${digest(10, name)}`;
  const assetTag = `AT${digest(8, 'at', name)}`;
  return {
    name,
    model,
    role,
    rack,
    position,
    serial,
    assetTag,
    status: 'active',
    tags: [],
    cluster,
    ports,
    modules: [],
    hasConsole: true,
  };
}

function port(
  device: string,
  name: string,
  type: string,
  options: { address?: string; label?: string; mac?: boolean },
): PlannedPort {
  const octets = digest(10, 'mac', device, name).toLowerCase().match(/../g) ?? [];
  return {
    name,
    type,
    managementOnly: ['bmc', 'mgmt0', 'eth0'].includes(name),
    mac: options.mac === false ? null : ['02', ...octets].join(':'),
    address: options.address ?? null,
    label: options.label ?? '',
  };
}

function rackNetwork(base: number, rack: number): string {
  return `10.${base + Math.floor(rack / 250)}.${rack % 250}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function digest(length: number, ...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join('/')).digest('hex').slice(0, length).toUpperCase();
}
