import { z } from 'zod';
import { interleave } from '../lib/interleave.ts';
import type { BenchLine, BenchTools } from '../lib/line.ts';
import { durations, type Spread, times } from '../lib/stats.ts';
import { type BenchNetBox, benchNetBox } from './peer.ts';

const ROWS = 1000;
/** From here on it would be worth having a second way to read NetBox. */
const CLEARLY = 1.5;

/** The mirror's own fields of each type, asked for in both ways. */
const TYPES: Readonly<Record<string, { readonly rest: string; readonly graphql: string }>> = {
  devices: {
    rest: 'dcim/devices/?omit=config_context&fields=id,name,device_type,role,tenant,platform,serial,asset_tag,site,location,rack,position,face,parent_device,status,primary_ip4,oob_ip,cluster,description,tags,custom_fields,last_updated',
    graphql:
      'device_list{id name device_type{id} role{id} tenant{name} platform{name} serial asset_tag site{id} location{id} rack{id} position face status primary_ip4{address} oob_ip{address} cluster{id} description tags{slug} custom_fields last_updated}',
  },
  interfaces: {
    rest: 'dcim/interfaces/?fields=id,device,name,label,type,enabled,mgmt_only,mark_connected,parent,custom_fields,last_updated',
    graphql:
      'interface_list{id device{id} name label type enabled mgmt_only mark_connected parent{id} custom_fields last_updated}',
  },
  cables: {
    rest: 'dcim/cables/?fields=id,type,status,profile,label,color,length,length_unit,last_updated',
    graphql: 'cable_list{id type status profile label color length length_unit last_updated}',
  },
  modules: {
    rest: 'dcim/modules/?fields=id,device,module_bay,module_type,status,serial,asset_tag,last_updated',
    graphql:
      'module_list{id device{id} module_bay{name} module_type{model manufacturer{name}} status serial asset_tag last_updated}',
  },
  'MAC addresses': {
    rest: 'dcim/mac-addresses/?fields=id,mac_address,assigned_object_type,assigned_object_id,last_updated',
    graphql: 'mac_address_list{id mac_address assigned_object{... on InterfaceType{id}} last_updated}',
  },
  'IP addresses': {
    rest: 'ipam/ip-addresses/?fields=id,address,vrf,status,role,dns_name,assigned_object_type,assigned_object_id,last_updated',
    graphql:
      'ip_address_list{id address vrf{name} status role dns_name assigned_object{... on InterfaceType{id}} last_updated}',
  },
};

const Answer = z.object({
  data: z.record(z.string(), z.array(z.unknown())).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});
const Page = z.object({ results: z.array(z.unknown()) });

export const netboxGraphql: BenchLine = {
  id: 'netbox-graphql',
  work: 'A page of 1,000 rows of each mirrored type by REST, the mirror’s fields alone',
  against: 'the same fields by GraphQL, same server',
  goal: `not slower than GraphQL by ${CLEARLY}× or more for any type (see docs/adr/0007)`,
  async run(tools) {
    const netbox = await benchNetBox(tools);
    try {
      const ratios: [string, Spread][] = [];
      const details: string[] = [];
      for (const [title, asked] of Object.entries(TYPES)) {
        const result = await comparedBy(netbox, asked, {
          ...tools,
          progress: (text) => tools.progress(`${title}: ${text}`),
        });
        ratios.push([title, result.ratio((subject, floor) => subject.ms / floor.ms)]);
        details.push(`${title}: REST ${durations(result.subject.ms)}, GraphQL ${durations(result.floor.ms)}.`);
      }
      const met = ratios.every(([, { median }]) => median < CLEARLY);
      return {
        met,
        repeats: 5,
        measured: ratios.map(([title, ratio]) => `${title} ${times(ratio)}`).join('; '),
        details,
        ...(met ? {} : { whyNot: WHY_NOT }),
      };
    } finally {
      await netbox.stop(tools);
    }
  },
};

const WHY_NOT =
  'A number above one says that GraphQL is faster. It is not taken all the same: it answers an empty list with status 200 where a right is missing, which must never read as "there are none" (docs/adr/0007).';

function comparedBy(
  netbox: BenchNetBox,
  asked: { readonly rest: string; readonly graphql: string },
  tools: BenchTools,
) {
  const timed = async (work: () => Promise<number>) => {
    const began = performance.now();
    const rows = await work();
    const ms = performance.now() - began;
    if (rows < ROWS) throw new Error(`${rows} rows came instead of ${ROWS}`);
    return { ms };
  };
  return interleave({
    ...tools,
    repeats: 5,
    subject: () =>
      timed(async () => Page.parse(await netbox.api('GET', `${asked.rest}&limit=${ROWS}&start=1`)).results.length),
    floor: () =>
      timed(async () => {
        const query = `{${asked.graphql.replace('{', `(pagination:{start:1,limit:${ROWS}}){`)}}`;
        const { data, errors } = Answer.parse(await netbox.graphql(query));
        if (errors !== undefined || !data)
          throw new Error(errors?.map((error) => error.message).join('; ') ?? 'no data');
        return Object.values(data)[0]?.length ?? 0;
      }),
  });
}
