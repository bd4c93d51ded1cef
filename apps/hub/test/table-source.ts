import type { Collected } from '@fleet-manager/clients/netbox/collect';
import type { NetBoxFailure } from '@fleet-manager/clients/netbox/failure';
import type { Reply } from '@fleet-manager/clients/netbox/session';
import type { WalkStep } from '@fleet-manager/clients/netbox/walk';
import type { MirrorSource, MirrorSources, SourceFilter, SourceLook, SourceWalk } from '../src/agents/netbox/source.ts';
import type { MirroredType } from '../src/inventory/object-types.ts';
import type { SourceRow } from '../src/inventory/placement.ts';

const PAGE = 3;

/** What a question to the table meets instead of its answer. */
export type Fault = NetBoxFailure | Error;

/**
 * A NetBox as a few tables in memory, for tests that need to steer every answer. Time is a counter: each edit stamps its row
 * with the next second, and only its own row, as NetBox does.
 */
export class TableSource implements MirrorSource, MirrorSources {
  readonly #tables = new Map<MirroredType, Map<number, { row: SourceRow; stamp: number }>>();
  #clock = 1;
  /** Called before each answer, with the type and the page (0 for other questions); what it returns or throws is the answer. */
  meddle: (objectType: MirroredType, page: number) => Fault | undefined = () => undefined;
  questions = 0;

  put(objectType: MirroredType, row: SourceRow): void {
    this.#table(objectType).set(row.netboxId, { row, stamp: this.#clock++ });
  }

  remove(objectType: MirroredType, id: number): void {
    this.#clock++;
    this.#table(objectType).delete(id);
  }

  rows(objectType: MirroredType): SourceRow[] {
    return [...this.#table(objectType).values()].map(({ row }) => row).sort((a, b) => a.netboxId - b.netboxId);
  }

  async cableEndsRefused(): Promise<null> {
    return null;
  }

  async open(): Promise<Reply<MirrorSource>> {
    return { ok: true, value: this };
  }

  async *walk(objectType: MirroredType, { filter, since }: SourceWalk): AsyncGenerator<WalkStep<SourceRow>, void> {
    const asOf = new Date(this.#clock * 1000);
    const rows = [...this.#table(objectType).values()]
      .filter(
        ({ row, stamp }) => this.#matches(row, filter) && (since === undefined || stamp * 1000 >= since.getTime()),
      )
      .map(({ row }) => row)
      .sort((a, b) => a.netboxId - b.netboxId);
    for (let page = 0; page === 0 || page * PAGE < rows.length; page += 1) {
      const failure = this.#answer(objectType, page);
      if (failure) return yield { kind: 'incomplete', failure };
      const some = rows.slice(page * PAGE, (page + 1) * PAGE);
      yield { kind: 'page', rows: some, rejected: [], ids: some.map((row) => row.netboxId) };
    }
    yield { kind: 'complete', rows: rows.length, rejected: 0, asOf, gone: [] };
  }

  async ids(
    objectType: MirroredType,
    { filter }: Omit<SourceWalk, 'since'>,
  ): Promise<Collected<{ readonly id: number }>> {
    const failure = this.#answer(objectType, 0);
    if (failure) return { kind: 'incomplete', failure, partial: [] };
    const rows = this.rows(objectType)
      .filter((row) => this.#matches(row, filter))
      .map((row) => ({ id: row.netboxId }));
    const ids = new Set(rows.map((row) => row.id));
    return { kind: 'complete', rows, rejected: [], ids, asOf: new Date(this.#clock * 1000) };
  }

  async device(id: number): Promise<SourceLook> {
    const failure = this.#answer('dcim.device', 0);
    if (failure) return { kind: 'failed', failure };
    const held = this.#table('dcim.device').get(id);
    return held === undefined ? { kind: 'absent' } : { kind: 'found', row: held.row };
  }

  async *contexts(): AsyncGenerator<WalkStep<never>, void> {
    yield { kind: 'complete', rows: 0, rejected: 0, asOf: new Date(this.#clock * 1000), gone: [] };
  }

  async clustersNamed(names: readonly string[]): Promise<Reply<readonly { readonly id: number }[]>> {
    const found = this.rows('virtualization.cluster').filter((row) => names.includes(String(row.content.name)));
    return { ok: true, value: found.map((row) => ({ id: row.netboxId })) };
  }

  #answer(objectType: MirroredType, page: number): NetBoxFailure | undefined {
    this.questions += 1;
    const fault = this.meddle(objectType, page);
    if (fault instanceof Error) throw fault;
    return fault;
  }

  #matches(row: SourceRow, filter: SourceFilter): boolean {
    if (filter.by === 'nothing') return true;
    if (filter.by === 'id') return filter.ids.includes(row.netboxId);
    if (filter.by === 'cluster') return typeof row.clusterId === 'number' && filter.ids.includes(row.clusterId);
    const deviceId = row.deviceId ?? this.#ownerOf(row.assignedTo);
    if (filter.by === 'device') return deviceId !== undefined && filter.ids.includes(deviceId);
    // Racks and cables carry their site themselves; a component's is its device's.
    const device = deviceId === undefined ? undefined : this.#table('dcim.device').get(deviceId)?.row;
    const siteId = row.siteId ?? device?.siteId;
    return row.ends !== undefined || (typeof siteId === 'number' && filter.ids.includes(siteId));
  }

  #ownerOf(port: string | null | undefined): number | undefined {
    const id = Number(port?.split(':')[1]);
    return this.#table('dcim.interface').get(id)?.row.deviceId;
  }

  #table(objectType: MirroredType) {
    let table = this.#tables.get(objectType);
    if (table === undefined) {
      table = new Map();
      this.#tables.set(objectType, table);
    }
    return table;
  }
}

/** A small site: cluster 1 is mirrored, cluster 2 is not; devices with two interfaces each and a MAC address on both. */
export function smallSite(source: TableSource, devices: number): void {
  source.put('virtualization.cluster', { netboxId: 1, siteId: null, content: { name: 'mirrored', status: 'active' } });
  source.put('virtualization.cluster', { netboxId: 2, siteId: null, content: { name: 'other', status: 'active' } });
  source.put('dcim.site', {
    netboxId: 1,
    siteId: null,
    content: { slug: 'keflavik', name: 'Keflavik', status: 'active', region: null, facility: null, timeZone: null },
  });
  source.put('dcim.devicerole', { netboxId: 1, siteId: null, content: { slug: 'compute', name: 'C', parentId: null } });
  source.put('dcim.devicerole', { netboxId: 2, siteId: null, content: { slug: 'gb300ct', name: 'G', parentId: 1 } });
  source.put('dcim.devicetype', { netboxId: 1, siteId: null, content: { slug: 'hg', model: 'HG', uHeight: 1 } });
  for (let id = 1; id <= devices; id += 1) {
    putDevice(source, id, {});
    for (const port of [0, 1]) {
      putInterface(source, id * 10 + port, id);
      putMac(source, id * 10 + port, id * 10 + port, `02:00:00:00:00:${String(id * 10 + port).padStart(2, '0')}`);
    }
  }
}

export function putDevice(source: TableSource, id: number, changes: Record<string, unknown>): void {
  const content = {
    name: `tray-${id}`,
    serial: `S${id}`,
    assetTag: null,
    status: 'active',
    position: id,
    siteId: 1,
    locationId: null,
    rackId: null,
    roleId: 2,
    deviceTypeId: 1,
    clusterId: 1,
    tags: [],
    customFields: {},
    primaryIp4: null,
    primaryIp6: null,
    oobIp: null,
    ...changes,
  };
  source.put('dcim.device', { netboxId: id, siteId: 1, clusterId: Number(content.clusterId), content });
}

export function putInterface(source: TableSource, id: number, device: number): void {
  const content = { name: `eth${id % 10}`, type: '1000base-t', label: '', enabled: true, managementOnly: false };
  source.put('dcim.interface', { netboxId: id, siteId: null, deviceId: device, content });
}

export function putMac(source: TableSource, id: number, port: number, mac: string): void {
  const content = { mac, assignedType: 'dcim.interface', assignedId: port };
  source.put('dcim.macaddress', { netboxId: id, siteId: null, assignedTo: `dcim.interface:${port}`, content });
}
