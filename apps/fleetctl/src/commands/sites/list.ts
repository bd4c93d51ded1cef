import { answer, collect, connect } from '../../hub.ts';
import { printRows } from '../../output/print.ts';
import type { GlobalOptions } from '../options.ts';

export async function listSites(options: GlobalOptions): Promise<void> {
  const { client } = await connect(options);
  const sites = await collect((cursor) =>
    answer(
      client.GET('/api/v1/sites', { params: { query: { limit: 500, ...(cursor === undefined ? {} : { cursor }) } } }),
    ),
  );
  printRows(
    options.output,
    sites,
    [
      { title: 'SITE', value: (s) => s.slug },
      { title: 'NAME', value: (s) => s.name },
      { title: 'STATUS', value: (s) => s.status },
      { title: 'DEVICES', value: (s) => s.deviceCount, align: 'right' },
      { title: 'SATELLITES', value: (s) => s.satellites.join(' ') },
      { title: 'OPENSTACK', value: (s) => s.openstackVariant },
    ],
    'No site is mirrored yet. See `fleetctl agents list` for how far the netbox-agent is.',
  );
}
