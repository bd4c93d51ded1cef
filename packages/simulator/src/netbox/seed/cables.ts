import type { SitePlan } from '../../world/plan.ts';
import type { Row } from '../store.ts';
import type { Ports } from './hardware.ts';
import type { Organisation } from './organisation.ts';
import type { Seeder } from './seeder.ts';

interface Port {
  readonly type: string;
  readonly row: Row;
}

/** Cables of the plan, and the console lines of its switches to console servers of 48 ports. */
export function seedCables(
  seed: Seeder,
  plan: SitePlan,
  org: Organisation,
  racks: ReadonlyMap<string, Row>,
  ports: Ports,
): void {
  for (const { a, b, status } of plan.cables) {
    const from = ports.get(`${a.device} ${a.port}`);
    const to = ports.get(`${b.device} ${b.port}`);
    if (from === undefined || to === undefined) continue;
    const backEnd = a.port.startsWith('ib');
    const management = a.port === 'bmc';
    link(seed, org, from, to, {
      status,
      type: management ? 'cat6' : backEnd ? 'smf-os2' : 'aoc',
      length: management ? 2 : backEnd ? 20 : 15,
      length_unit: 'm',
      label: backEnd ? `${a.device}-r${Number(a.port.slice(2)) + 1}` : '',
      color: backEnd ? '2196f3' : '',
    });
  }
  seedConsoles(seed, plan, org, racks, ports);
}

function link(seed: Seeder, org: Organisation, a: Port, b: Port, columns: Readonly<Record<string, unknown>>): void {
  const cable = seed.add('dcim.cable', { tenant: org.tenant.id, ...columns });
  for (const [side, port] of [
    ['A', a],
    ['B', b],
  ] as const) {
    seed.add('dcim.cabletermination', {
      cable: cable.id,
      cable_end: side,
      termination_type: port.type,
      termination_id: port.row.id,
    });
    seed.store.table(port.type).update(port.row.id, { cable: cable.id, cable_end: side });
  }
}

function seedConsoles(
  seed: Seeder,
  plan: SitePlan,
  org: Organisation,
  racks: ReadonlyMap<string, Row>,
  ports: Ports,
): void {
  const home = [...plan.racks.filter((rack) => rack.kind === 'network')];
  let server: Row | null = null;
  let used = 48;
  let servers = 0;
  for (const device of plan.devices) {
    const console_ = ports.get(`${device.name} console`);
    if (console_ === undefined) continue;
    if (used === 48 || server === null) {
      const rack = racks.get(home[servers % Math.max(1, home.length)]?.name ?? '');
      servers++;
      used = 0;
      server = seed.add('dcim.device', {
        name: `${plan.deployment}-p-con-${String(servers).padStart(2, '0')}`,
        device_type: org.deviceTypes.get('cm8148')?.id ?? null,
        role: org.roles.get('console-server')?.id ?? null,
        site: org.site.id,
        location: rack?.location ?? null,
        rack: rack?.id ?? null,
        position: 44,
        face: 'front',
        cluster: org.clusters.get(`${plan.deployment}-net`)?.id ?? null,
        custom_fields: {},
      });
      for (let port = 1; port <= 48; port++) {
        const name = `port${String(port).padStart(2, '0')}`;
        const row = seed.add('dcim.consoleserverport', { device: server.id, name, type: 'rj-45' });
        ports.set(`${server.id} ${name}`, { type: 'dcim.consoleserverport', row });
      }
    }
    used++;
    const line = ports.get(`${server.id} port${String(used).padStart(2, '0')}`);
    if (line !== undefined) link(seed, org, console_, line, { type: 'cat6', length: 20, length_unit: 'm' });
  }
}
