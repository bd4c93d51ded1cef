import { answer, collect, connect } from '../../hub.ts';
import { age, printRows } from '../../output/print.ts';
import type { GlobalOptions } from '../options.ts';
import { deviceQuery, type FilterOptions } from './filters.ts';

export interface ListOptions extends FilterOptions, GlobalOptions {
  readonly sort?: string;
  readonly wide?: boolean;
}

export async function listDevices(options: ListOptions): Promise<void> {
  const query = deviceQuery(options, options.sort);
  const { client } = await connect(options);
  const devices = await collect((cursor) =>
    answer(
      client.GET('/api/v1/devices', {
        params: { query: { ...query, limit: 500, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    ),
  );
  type Device = (typeof devices)[number];
  const columns = [
    { title: 'NAME', value: (d: Device) => d.name },
    { title: 'STATUS', value: (d: Device) => d.operational_status },
    { title: 'SINCE', value: (d: Device) => age(d.statusSince), align: 'right' as const },
    { title: 'SITE', value: (d: Device) => d.siteSlug },
    { title: 'RACK', value: (d: Device) => d.rack },
    { title: 'U', value: (d: Device) => d.position, align: 'right' as const },
    { title: 'ROLE', value: (d: Device) => d.role },
    ...(options.wide === true
      ? [
          { title: 'CLASS', value: (d: Device) => d.deviceClass },
          { title: 'SERIAL', value: (d: Device) => d.serial },
          { title: 'OOB IP', value: (d: Device) => d.oobIp },
          { title: 'GATES', value: (d: Device) => `${d.gatesMet}/${d.gatesTotal}`, align: 'right' as const },
          { title: 'WHY', value: (d: Device) => d.statusSummary },
        ]
      : []),
  ];
  printRows(
    options.output,
    devices,
    columns,
    'No device matches. Loosen the filters, or see `fleetctl status` for what there is.',
  );
}
