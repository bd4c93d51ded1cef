import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NetBoxDouble, startNetBoxDouble } from '../double.ts';
import { clientOf, plan } from '../test-client.ts';

const tray = plan.devices.find((device) => device.role === 'compute-tray');

describe('4.7', () => {
  let double: NetBoxDouble;
  let client: ReturnType<typeof clientOf>;
  beforeAll(async () => {
    double = await startNetBoxDouble({ plan, maxPageSize: 100 });
    client = clientOf(double);
  });
  afterAll(() => double.close());

  it('answers a device with what hangs on it', async () => {
    const query = `query($name: String!) { device_list(filters: {name: {exact: $name}}) {
      name status position serial site { slug } role { slug } tags { slug } custom_fields
      primary_ip4 { address } interfaces { name mac_addresses { mac_address } } modules { serial } } }`;
    const { data } = await client.graphql(query, { name: tray?.name });
    const [device] = Object(data).device_list;
    expect(device).toMatchObject({
      name: tray?.name,
      status: tray?.status,
      position: tray?.position.toFixed(1),
      site: { slug: plan.siteSlug },
      role: { slug: 'compute-tray' },
      custom_fields: { platform_class: { value: 'gb300', label: 'GB300' } },
    });
    expect(device.interfaces).toHaveLength(tray?.ports.length ?? 0);
    expect(device.modules).toHaveLength(tray?.modules.length ?? 0);
  });

  it('shows both ends of a cable, whatever they are', async () => {
    const query = `{ cable_list(filters: {type: {exact: TYPE_CAT6}}) { a_terminations { __typename ... on ConsolePortType { device { name } } }
      b_terminations { __typename } terminations { cable_end termination { __typename } } } }`;
    const { data } = await client.graphql(query);
    const cables: { a_terminations: { __typename: string }[]; b_terminations: { __typename: string }[] }[] =
      Object(data).cable_list;
    const kinds = new Set(
      cables.map((cable) => `${cable.a_terminations[0]?.__typename} ${cable.b_terminations[0]?.__typename}`),
    );
    expect(kinds).toEqual(new Set(['InterfaceType InterfaceType', 'ConsolePortType ConsoleServerPortType']));
  });

  it('walks by id, ends each list at the ceiling without a word, and refuses two kinds of paging at once', async () => {
    const ids = async (pagination: string) => {
      const { data } = await client.graphql(`{ interface_list${pagination} { id } }`);
      const rows: { id: string }[] = Object(data).interface_list;
      return rows.map((row) => Number(row.id));
    };
    expect(await ids('')).toHaveLength(100);
    expect(await ids('(pagination: {limit: 5000})')).toHaveLength(100);
    expect(await ids('(pagination: {start: 7, limit: 3})')).toEqual([7, 8, 9]);
    expect(await client.graphql('{ interface_list(pagination: {start: 1, offset: 1}) { id } }')).toMatchObject({
      data: null,
      errors: [{ message: 'Cannot specify both `start` and `offset` in pagination.' }],
    });
  });

  it.each([
    ['status: {exact: STATUS_FAILED}', 1],
    ['status: {in_list: [STATUS_FAILED, STATUS_OFFLINE]}', 2],
    ['site: {slug: {exact: "stavanger"}}', 3],
    ['cluster_id: 3', 3],
    ['tags: {slug: {exact: "spare"}}', 2],
    ['name: {i_starts_with: "GLO1"}, NOT: {name: {ends_with: "1"}}', 2],
    ['name: {is_null: true}', 4],
  ])('filters devices by %s', async (filters, count) => {
    const { data } = await client.graphql(`{ device_list(filters: {${filters}}) { id } }`);
    expect(Object(data).device_list).toHaveLength(count);
  });

  it.each(['status: STATUS_ACTIVE', 'id: 3', 'nope: 1'])(
    'refuses the filter %s with HTTP 200 and no data',
    async (filter) => {
      const response = await client.send('POST', '/graphql/', {
        query: `{ device_list(filters: {${filter}}) { id } }`,
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ data: null, errors: [{}] });
    },
  );

  it('says what is wrong with a query in the answer, and sends a caller without a token to the log-in page', async () => {
    expect(await client.graphql('zzz')).toMatchObject({ data: null, errors: [{}] });
    expect(await client.graphql('{ device(id: 99999) { id } }')).toMatchObject({
      data: null,
      errors: [{ message: 'Device matching query does not exist.', path: ['device'] }],
    });
    const stranger = await fetch(`${double.url}/graphql/`, {
      method: 'POST',
      body: '{"query": "{ site_list { id } }"}',
    });
    expect([stranger.status, stranger.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('loses the whole answer when a device that must be there is out of the caller’s sight', async () => {
    const limited = clientOf(double, 'limited');
    const query =
      '{ device_list(filters: {site_id: 2}) { id } interface_list(pagination: {limit: 1}) { device { id } } }';
    expect(Object(await limited.graphql(query)).data.device_list).toEqual([]);
  });
});

it('takes REST names and words as filters in 4.2', async () => {
  const double = await startNetBoxDouble({ plan, version: '4.2' });
  const { data } = await clientOf(double).graphql(
    '{ device_list(filters: {status: "failed", role: ["gpu-node"]}) { name } }',
  );
  expect(Object(data).device_list).toHaveLength(1);
  await double.close();
});

it('takes bare enums and ids in 4.4, and has no ceiling', async () => {
  const double = await startNetBoxDouble({ plan, version: '4.4', maxPageSize: 10 });
  const client = clientOf(double);
  const failed = await client.graphql('{ device_list(filters: {status: STATUS_FAILED}) { id } }');
  expect(Object(failed.data).device_list).toHaveLength(1);
  const everything = await client.graphql('{ interface_list { id } }');
  expect(Object(everything.data).interface_list).toHaveLength(double.tables.table('dcim.interface').size);
  expect(await client.graphql('{ device_list(filters: {status: {exact: STATUS_ACTIVE}}) { id } }')).toMatchObject({
    data: null,
  });
  await double.close();
});
