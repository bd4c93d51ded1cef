import { z } from 'zod';
import { type NetBoxWriter, netboxWriter } from '../support/netbox-writer.ts';

const Rows = z.object({ results: z.array(z.looseObject({ id: z.number() })) });
const Ref = z.object({ id: z.number() });
const Place = z.object({ id: z.number(), location: Ref.nullable() });

/** A unit that the seed leaves empty in each rack, counted from the floor. */
const FREE_UNIT = 45;

/** A person at work in a real NetBox, who clears away what they made, the latest first and one after the other. */
export function netboxOperator(url: string, token: string) {
  const writer = netboxWriter(url, token);
  const made: { path: string; id: number }[] = [];
  const create: NetBoxWriter['create'] = async (path, body) => {
    const id = await writer.create(path, body);
    made.push({ path, id });
    return id;
  };
  const only = async (path: string, query: Record<string, string>) => {
    const [row] = Rows.parse(await writer.read(`${path}/?${new URLSearchParams(query)}`)).results;
    if (row === undefined) throw new Error(`NetBox has no ${path} ${JSON.stringify(query)}; seed it`);
    return row;
  };
  const rack = async (name: string) => {
    const { id, location } = Place.parse(await only('dcim/racks', { name }));
    return { rack: id, location: location?.id ?? null, face: 'front', position: FREE_UNIT };
  };
  const cluster = async (name: string) => ({ cluster: (await only('virtualization/clusters', { name })).id });

  return {
    ...writer,
    create,
    rack,
    cluster,

    /** A compute tray like the seed's, in rack A01. */
    async tray(name: string): Promise<number> {
      const model = await only('dcim/devices', { name: 'sys1-ice2-p-phy-gpu0001' });
      const like = z.object({ site: Ref, role: Ref, device_type: Ref }).parse(model);
      return create('dcim/devices', {
        name,
        serial: `SN-${name}`,
        status: 'active',
        site: like.site.id,
        role: like.role.id,
        device_type: like.device_type.id,
        ...(await rack('A01')),
        ...(await cluster('sys1-ice2')),
      });
    },

    /** A cluster that nobody mirrors. */
    async foreignCluster(name: string): Promise<{ cluster: number }> {
      const { id } = await only('virtualization/cluster-types', {});
      return { cluster: await create('virtualization/clusters', { name, type: id, status: 'active' }) };
    },

    async mac(device: number, address: string): Promise<number> {
      const port = await create('dcim/interfaces', { device, name: 'walk0', type: 'other' });
      const assigned = { assigned_object_type: 'dcim.interface', assigned_object_id: port };
      const id = await create('dcim/mac-addresses', { mac_address: address, ...assigned });
      await writer.change('dcim/interfaces', port, { primary_mac_address: id });
      return id;
    },

    /** NetBox deadlocks when several deletions run at once. */
    async clearAway(): Promise<void> {
      for (const { path, id } of made.toReversed()) await writer.remove(path, id);
    },
  };
}
