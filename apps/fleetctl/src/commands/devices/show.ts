import { answer, connect } from '../../hub.ts';
import { age, printValue } from '../../output/print.ts';
import { renderTable } from '../../output/table.ts';
import type { GlobalOptions } from '../options.ts';
import { getDevice } from './find.ts';

/** What stands for a far end that is not told. */
const WITHOUT_PEER = { cabled: 'cabled, far end not known', 'not-cabled': null, unknown: 'not known' } as const;

export async function showDevice(wanted: string, options: GlobalOptions): Promise<void> {
  const { client } = await connect(options);
  const device = await getDevice(client, wanted);
  const components = await answer(
    client.GET('/api/v1/devices/{id}/components', { params: { path: { id: device.id } } }),
  );
  if (options.output !== 'table') return printValue(options.output, { ...device, components });

  const also = device.alsoTrue.length > 0 ? ` (also ${device.alsoTrue.join(', ')})` : '';
  const facts: readonly (readonly [string, string | number | null])[] = [
    ['id', device.id],
    ['status', `${device.operational_status}${also}, since ${age(device.statusSince)}`],
    ['why', device.statusSummary],
    ['site', device.siteSlug],
    [
      'place',
      [device.location, device.rack, device.position === null ? null : `U${device.position}`]
        .filter(Boolean)
        .join(' / '),
    ],
    ['role', `${device.role}${device.deviceClass === null ? '' : ` (${device.deviceClass})`}`],
    ['type', device.deviceType],
    ['serial', device.serial],
    ['asset tag', device.assetTag],
    ['NetBox', `${device.netboxStatus}, id ${device.netboxId}, mirrored ${age(device.mirroredAt)} ago`],
    ...(device.missingSince === null
      ? []
      : ([
          ['missing', `NetBox no longer has it, since ${age(device.missingSince)}; deleted once a second look agrees`],
        ] as const)),
    ['cluster', device.cluster],
    ['tags', device.tags.join(', ')],
    ['primary IP', device.primaryIp],
    ['OOB IP', device.oobIp],
    ['Ironic node', device.ironicNodeId],
    ['gates', `${device.gatesMet} of ${device.gatesTotal} met (see \`fleetctl devices why\`)`],
  ];
  const out = [
    device.name,
    ...facts.map(([name, value]) => `  ${name.padEnd(12)} ${value === null || value === '' ? '-' : value}`),
    '',
    renderTable(
      [
        { title: 'CONDITION', value: (c) => c.type },
        { title: 'STATUS', value: (c) => (c.stale ? `${c.status} (was ${c.reportedStatus})` : c.status) },
        { title: 'AGE', value: (c) => age(c.observedAt), align: 'right' },
        { title: 'SOURCE', value: (c) => c.source },
        { title: 'MESSAGE', value: (c) => c.message },
      ],
      device.conditions,
    ),
    '',
    renderTable(
      [
        { title: 'INTERFACE', value: (i) => i.name },
        { title: 'MAC', value: (i) => i.macs.map((mac) => mac.address).join(' ') },
        { title: 'ADDRESS', value: (i) => i.addresses.join(' ') },
        {
          title: 'PEER',
          value: (i) => (i.peer === null ? WITHOUT_PEER[i.cabling] : `${i.peer.device} ${i.peer.port}`),
        },
      ],
      components.interfaces,
    ),
  ];
  if (components.frus.length > 0) {
    out.push(
      '',
      renderTable(
        [
          { title: 'FRU', value: (f) => f.slot },
          { title: 'MODEL', value: (f) => f.model },
          { title: 'SERIAL', value: (f) => f.serial },
        ],
        components.frus,
      ),
    );
  }
  for (const gap of components.degraded)
    out.push('', `Not known: ${gap.objectType}, since ${age(gap.since)}: ${gap.detail}`);
  process.stdout.write(`${out.join('\n')}\n`);
}
