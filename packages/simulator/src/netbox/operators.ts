import { randomUUID } from 'node:crypto';
import type { Model } from './model.ts';
import { type DoubleState, viewFor } from './rest/state.ts';
import { type Row, text } from './store.ts';
import type { View } from './view.ts';
import { WriteSession } from './writes/session.ts';

/** A port by the names that people use. */
export interface PortName {
  readonly device: string;
  readonly port: string;
}

/**
 * A NetBox user who edits things as people do: through NetBox's own rules, with change log entries and with
 * `last_updated` moved only where NetBox moves it. Every method throws when the thing named is not there, and a
 * ValidationError when NetBox would refuse the edit.
 */
export class NetBoxOperator {
  readonly #state: DoubleState;
  readonly #view: View;

  constructor(state: DoubleState, baseUrl: string) {
    this.#state = state;
    this.#view = viewFor(state, baseUrl);
  }

  /** The device of that name. */
  device(name: string): Row {
    return this.#found('dcim.device', this.#view.store.table('dcim.device').where('name', name)[0], name);
  }

  renameDevice(name: string, newName: string): Row {
    return this.#update('dcim.device', this.device(name), { name: newName });
  }

  setDeviceStatus(name: string, status: string): Row {
    return this.#update('dcim.device', this.device(name), { status });
  }

  setDeviceTags(name: string, slugs: readonly string[]): Row {
    return this.#update('dcim.device', this.device(name), { tags: slugs.map((slug) => ({ slug })) });
  }

  /** Moves a device to a cluster; a cluster of another site takes the device there, out of its rack. */
  moveDeviceToCluster(name: string, clusterName: string): Row {
    const { store } = this.#view;
    const cluster = this.#found(
      'virtualization.cluster',
      store.table('virtualization.cluster').where('name', clusterName)[0],
      clusterName,
    );
    const device = this.device(name);
    const elsewhere = cluster.scope_type === 'dcim.site' && cluster.scope_id !== device.site;
    const place = elsewhere ? { site: cluster.scope_id, location: null, rack: null, position: null, face: null } : {};
    return this.#update('dcim.device', device, { cluster: cluster.id, ...place });
  }

  deleteDevice(name: string): void {
    const device = this.device(name);
    this.session().delete(this.#model('dcim.device'), device);
  }

  interface(device: string, port: string): Row {
    const rows = this.#view.store.table('dcim.interface').where('device', this.device(device).id);
    return this.#found(
      'dcim.interface',
      rows.find((row) => row.name === port),
      `${device} ${port}`,
    );
  }

  /** Corrects the primary MAC address of an interface: neither the interface nor the device is touched by it. */
  editMac(device: string, port: string, mac: string): Row {
    const primary = this.#view.store.get('dcim.macaddress', this.interface(device, port).primary_mac_address);
    return this.#update('dcim.macaddress', this.#found('dcim.macaddress', primary, `${device} ${port}`), {
      mac_address: mac,
    });
  }

  /** Gives an interface one more MAC address, which is not its primary one until somebody says so. */
  addMac(device: string, port: string, mac: string): Row {
    const assigned = { assigned_object_type: 'dcim.interface', assigned_object_id: this.interface(device, port).id };
    return this.session().create(this.#model('dcim.macaddress'), { mac_address: mac, ...assigned });
  }

  /** Says which MAC address of an interface is its primary one; null takes the word back and leaves the address. */
  setPrimaryMac(device: string, port: string, mac: Row | null): Row {
    return this.#update('dcim.interface', this.interface(device, port), { primary_mac_address: mac?.id ?? null });
  }

  /**
   * Moves the cable of a port to another far end, as people do it: the old cable is deleted and a new one made, so that
   * the cable's id changes. Returns the new cable.
   */
  recable(from: PortName, to: PortName): Row {
    const near = this.interface(from.device, from.port);
    const far = this.interface(to.device, to.port);
    const cables = this.#model('dcim.cable');
    return this.#view.store.transaction(() => {
      const session = this.session();
      const old = this.#view.store.get(cables.type, near.cable);
      const kept = { type: old?.type ?? null, status: old?.status ?? 'connected', label: text(old?.label) };
      if (old !== undefined) session.delete(cables, old);
      return session.create(cables, {
        ...kept,
        a_terminations: [{ object_type: 'dcim.interface', object_id: near.id }],
        b_terminations: [{ object_type: 'dcim.interface', object_id: far.id }],
      });
    });
  }

  /** Unplugs a port for good. */
  deleteCable(device: string, port: string): void {
    const cable = this.#view.store.get('dcim.cable', this.interface(device, port).cable);
    this.session().delete(this.#model('dcim.cable'), this.#found('dcim.cable', cable, `${device} ${port}`));
  }

  /** Replaces a component: the module row stays and gets another serial number. */
  replaceModule(device: string, bay: string, serial: string): Row {
    const rows = this.#view.store.table('dcim.module').where('device', this.device(device).id);
    const installed = rows.find((row) => this.#view.store.get('dcim.modulebay', row.module_bay)?.name === bay);
    return this.#update('dcim.module', this.#found('dcim.module', installed, `${device} ${bay}`), { serial });
  }

  /** Edits the data of a config context; the devices that it applies to are not touched by it. */
  editConfigContext(name: string, data: Readonly<Record<string, unknown>>): Row {
    const context = this.#view.store.table('extras.configcontext').where('name', name)[0];
    return this.#update('extras.configcontext', this.#found('extras.configcontext', context, name), { data });
  }

  /** The changes of one request, for an edit that has no method here. */
  session(): WriteSession {
    const author = { id: 1, username: 'admin' };
    return new WriteSession({ view: this.#view, clock: this.#state.clock, author, requestId: randomUUID() });
  }

  #update(type: string, row: Row, columns: Readonly<Record<string, unknown>>): Row {
    return this.session().update(this.#model(type), row, columns);
  }

  #model(type: string): Model {
    return this.#view.model(type);
  }

  #found(type: string, row: Row | undefined, name: string): Row {
    if (row === undefined) throw new Error(`NetBox double has no ${type} ${name}`);
    return row;
  }
}
