import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ManualClock } from '../world/clock.ts';
import type { SimNode } from '../world/model.ts';
import { ODD_TRAYS } from '../world/oddities.ts';
import { planSite } from '../world/plan.ts';
import { World } from '../world/world.ts';
import { type OpenStackDouble, type OpenStackService, startOpenStackDouble } from './double.ts';
import { type StandaloneIronic, startStandaloneIronic } from './standalone.ts';

let clock: ManualClock;
let world: World;
let double: OpenStackDouble;
let token: string;

beforeEach(async () => {
  clock = new ManualClock();
  world = new World({ plan: planSite({ racks: 2 }), clock });
  double = await startOpenStackDouble({ world });
  token = await signIn('fm-fleet');
});
afterEach(() => double.close());

const tokenSchema = z.object({
  token: z.looseObject({
    expires_at: z.string(),
    catalog: z.array(z.object({ type: z.string() }).loose()).optional(),
  }),
});

async function auth(identity: unknown, scope?: unknown) {
  return fetch(`${double.urls.keystone}/v3/auth/tokens`, {
    method: 'POST',
    body: JSON.stringify({ auth: { identity, ...(scope === undefined ? {} : { scope }) } }),
  });
}
const credential = (name: string, secret = `simulated-secret-${name}`) => ({
  methods: ['application_credential'],
  application_credential: { name, secret, user: { name: 'fleet-manager', domain: { id: 'default' } } },
});
async function signIn(name: string): Promise<string> {
  const answer = await auth(credential(name));
  expect(answer.status).toBe(201);
  return answer.headers.get('x-subject-token') ?? '';
}
async function signInSystem(): Promise<string> {
  const user = { name: 'admin', domain: { id: 'default' }, password: 'simulated-secret' };
  const answer = await auth({ methods: ['password'], password: { user } }, { system: { all: true } });
  return answer.headers.get('x-subject-token') ?? '';
}

interface Call {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  as?: string;
}
async function call(service: OpenStackService, path: string, options: Call = {}) {
  const answer = await fetch(double.urls[service] + path, {
    method: options.method ?? 'GET',
    headers: { 'x-auth-token': options.as ?? token, ...options.headers },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await answer.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  return { status: answer.status, headers: answer.headers, body };
}
const ironic = (path: string, options: Call & { version?: string } = {}) =>
  call('ironic', path, {
    ...options,
    headers: { 'x-openstack-ironic-api-version': options.version ?? '1.82', ...options.headers },
  });
const nova = (path: string, options: Call = {}) =>
  call('nova', path, { ...options, headers: { 'openstack-api-version': 'compute 2.90' } });
const placement = (path: string, options: Call & { version?: string } = {}) =>
  call('placement', path, {
    ...options,
    headers: { 'openstack-api-version': `placement ${options.version ?? '1.39'}` },
  });

const listSchema = z.object({
  nodes: z.array(z.looseObject({ uuid: z.string(), provision_state: z.string().nullish() })),
  next: z.string().optional(),
});
const faultOf = (body: unknown) =>
  z
    .object({ faultstring: z.string() })
    .parse(JSON.parse(z.object({ error_message: z.string() }).parse(body).error_message)).faultstring;
const someNode = (fits: (node: SimNode) => boolean): SimNode => {
  const found = [...world.nodes.values()].find(fits);
  if (found === undefined) throw new Error('no such node');
  return found;
};

describe('Keystone', () => {
  it('shows its version, and gives a credential a token with the catalog', async () => {
    expect((await call('keystone', '/v3')).body).toMatchObject({ version: { id: 'v3.14' } });
    const body = tokenSchema.parse(await (await auth(credential('fm-fleet'))).json());
    expect(body.token.catalog?.map((entry) => entry.type)).toEqual([
      'identity',
      'baremetal',
      'compute',
      'placement',
      'image',
    ]);
    expect(body.token).toMatchObject({ project: { name: 'fleet' }, application_credential: { restricted: true } });
  });

  it('refuses a wrong secret, and a credential that asks for a scope', async () => {
    expect((await auth(credential('fm-fleet', 'wrong'))).status).toBe(401);
    const scoped = await auth(credential('fm-fleet'), { project: { name: 'fleet' } });
    expect(scoped.status).toBe(401);
    expect(await scoped.json()).toMatchObject({
      error: { message: expect.stringContaining('cannot request a scope') },
    });
  });

  it('ends a token after its life, and with its credential', async () => {
    expect((await ironic('/v1/nodes')).status).toBe(200);
    clock.advance(3_599_000);
    expect((await ironic('/v1/nodes')).status).toBe(200);
    clock.advance(2_000);
    expect((await ironic('/v1/nodes')).status).toBe(401);
    token = await signIn('fm-fleet');
    double.identity.removeCredential('fm-fleet');
    expect((await ironic('/v1/nodes')).status).toBe(401);
  });

  it('answers a missing access rule with the 401 of an expired token', async () => {
    const as = await signIn('fm-fleet-readonly');
    const uuid = someNode(() => true).uuid;
    expect((await ironic(`/v1/nodes/${uuid}`, { as })).status).toBe(200);
    const refused = await ironic(`/v1/nodes/${uuid}/maintenance`, { as, method: 'PUT' });
    const expired = await ironic('/v1/nodes', { as: 'never-issued' });
    expect(refused).toMatchObject({ status: 401, body: expired.body });
    expect(refused.headers.get('www-authenticate')).toBe(`Keystone uri="${double.urls.keystone}"`);
  });

  it('refuses every credential with rules at a service that was set up without its type', async () => {
    double.withoutServiceType.add('baremetal');
    expect((await ironic('/v1/nodes')).status).toBe(401);
    expect((await ironic('/v1/nodes', { as: await signIn('fm-fleet-norules') })).status).toBe(200);
    double.hiddenFromCatalog.add('placement');
    expect((await placement('/resource_providers')).status).toBe(401);
  });
});

describe('Ironic', () => {
  it('answers at 1.1 without its own header, where available is null and names are hidden', async () => {
    const answer = await call('ironic', '/v1/nodes', { headers: { 'openstack-api-version': 'baremetal 1.72' } });
    expect(answer.headers.get('x-openstack-ironic-api-version')).toBe('1.1');
    const states = listSchema.parse(answer.body).nodes.map((node) => node.provision_state);
    expect(states).toContain(null);
    expect(states).not.toContain('available');
    expect(JSON.stringify(answer.body)).not.toContain('"name"');
  });

  it.each([
    ['a version beyond its own', '/v1/nodes', '1.999', 406],
    ['a field newer than the version', '/v1/nodes?fields=uuid,shard', '1.50', 406],
    ['an unknown field of a listing', '/v1/nodes?fields=uuid,nope', '1.82', 500],
    ['a field of a listing that is not a column', '/v1/nodes?fields=uuid,allocation_uuid', '1.82', 500],
    ['a time stamp as a field', '/v1/nodes?fields=uuid,updated_at', '1.82', 400],
    ['an unknown filter', '/v1/nodes?changes-since=1', '1.82', 400],
    ['a limit below one', '/v1/nodes?limit=-1', '1.82', 400],
    ['a marker that is gone', '/v1/nodes?marker=11111111-1111-4111-8111-111111111111', '1.82', 404],
    ['conductors, of a project', '/v1/conductors', '1.82', 500],
  ])('refuses %s', async (_title, path, version, status) => {
    expect((await ironic(path, { version })).status).toBe(status);
  });

  it('pages by marker, and loses the filters in the link to the next page', async () => {
    double.settings.ironic.maxLimit = 3;
    const seen = new Set<string>();
    let marker = '';
    for (;;) {
      const page = listSchema.parse((await ironic(`/v1/nodes?fields=uuid,owner&limit=500${marker}`)).body);
      for (const node of page.nodes) seen.add(node.uuid);
      if (page.nodes.length < 3) break;
      marker = `&marker=${page.nodes.at(-1)?.uuid}`;
    }
    expect(seen.size).toBe(world.nodes.size - 1);
    const filtered = listSchema.parse(
      (await ironic('/v1/nodes?provision_state=active&maintenance=false&limit=2')).body,
    );
    const next = new URL(filtered.next ?? '');
    expect([...next.searchParams.keys()].sort()).toEqual(['fields', 'limit', 'marker', 'sort_dir', 'sort_key']);
  });

  it("hides another project's nodes from a listing and by name, but not from the system", async () => {
    const names = async (as: string) => JSON.stringify((await ironic('/v1/nodes', { as })).body);
    expect(await names(token)).not.toContain('slurm-login-01');
    expect((await ironic('/v1/nodes/slurm-login-01')).status).toBe(404);
    const system = await signInSystem();
    expect(await names(system)).toContain('slurm-login-01');
    double.settings.ironic.strict = false;
    expect(await names(token)).toContain('slurm-login-01');
  });

  it('redacts errors and locks for one who only leases, and for all who forget to ask for the owner', async () => {
    const node = someNode((one) => one.provision_state === 'clean failed');
    const read = async (fields: string) => (await ironic(`/v1/nodes/${node.uuid}?fields=${fields}`)).body;
    expect(await read('last_error,owner')).toMatchObject({ last_error: node.last_error });
    expect(await read('last_error,reservation')).toMatchObject({
      last_error: expect.stringContaining('** Value Redacted'),
      reservation: expect.stringContaining('** Redacted'),
    });
    node.lessee = node.owner;
    node.owner = 'somebody';
    expect(await read('last_error,owner')).toMatchObject({ last_error: expect.stringContaining('** Value Redacted') });
  });

  it('writes its errors as JSON inside a JSON string', async () => {
    const answer = await ironic('/v1/nodes/none');
    expect(answer.status).toBe(404);
    expect(faultOf(answer.body)).toBe('Node none could not be found.');
  });

  it('makes, walks, changes and deletes a node', async () => {
    const made = await ironic('/v1/nodes', { method: 'POST', body: { name: 'new', driver: 'fake-hardware' } });
    expect(made).toMatchObject({ status: 201, body: { provision_state: 'enroll', owner: expect.any(String) } });
    const provision = (target: string) => ironic('/v1/nodes/new/states/provision', { method: 'PUT', body: { target } });
    expect((await provision('provide')).status).toBe(400);
    expect((await provision('manage')).status).toBe(202);
    const locked = await provision('manage');
    expect(locked.status).toBe(409);
    expect(faultOf(locked.body)).toContain('is locked by host');
    const patch = [{ op: 'add', path: '/extra/rack', value: 'A01' }];
    expect((await ironic('/v1/nodes/new', { method: 'PATCH', body: patch })).status).toBe(409);
    clock.advance(10_000);
    expect((await ironic('/v1/nodes/new', { method: 'PATCH', body: patch })).body).toMatchObject({
      provision_state: 'manageable',
      extra: { rack: 'A01' },
    });
    expect((await ironic('/v1/nodes/new/traits/CUSTOM_X', { method: 'PUT' })).status).toBe(204);
    expect((await ironic('/v1/nodes/new/traits/CUSTOM_Y', { method: 'DELETE' })).status).toBe(404);
    expect((await ironic('/v1/nodes/new', { method: 'DELETE' })).status).toBe(204);
    expect((await ironic('/v1/nodes/new')).status).toBe(404);
  });

  it('takes an instance once: the second claim is a conflict', async () => {
    const node = someNode((one) => one.provision_state === 'manageable');
    const claim = (value: string) =>
      ironic(`/v1/nodes/${node.uuid}`, { method: 'PATCH', body: [{ op: 'add', path: '/instance_uuid', value }] });
    expect((await claim('11111111-1111-4111-8111-111111111111')).status).toBe(200);
    const second = await claim('11111111-1111-4111-8111-222222222222');
    expect(second.status).toBe(409);
    expect(faultOf(second.body)).toContain('is associated with instance');
  });
});

describe('Nova and Placement', () => {
  it('shows all servers to an administrator who asks for them, with the node of each', async () => {
    const own = await nova('/v2.1/servers/detail');
    expect(own.body).toEqual({ servers: [] });
    const all = await nova('/v2.1/servers/detail?all_tenants=1&limit=2');
    expect(all.body).toMatchObject({
      servers: [{ 'OS-EXT-SRV-ATTR:hypervisor_hostname': expect.any(String) }, { status: 'ACTIVE' }],
      servers_links: [{ href: expect.stringContaining('all_tenants=1&limit=2&marker=') }],
    });
    expect((await nova('/v2.1/servers/none')).body).toMatchObject({ itemNotFound: { code: 404 } });
  });

  it('boots a server and deletes it', async () => {
    const body = { server: { name: 'job', flavorRef: [...world.flavors.keys()][1], imageRef: 'x', networks: 'none' } };
    const made = await nova('/v2.1/servers', { method: 'POST', body });
    expect(made.status).toBe(202);
    const { id } = z.object({ server: z.looseObject({ id: z.string() }) }).parse(made.body).server;
    clock.advance(600_000);
    expect((await nova(`/v2.1/servers/${id}`)).body).toMatchObject({ server: { status: 'ACTIVE' } });
    expect((await nova(`/v2.1/servers/${id}`, { method: 'DELETE' })).status).toBe(204);
    clock.advance(60_000);
    expect((await nova(`/v2.1/servers/${id}`)).status).toBe(404);
  });

  it('guards the traits of a provider by its generation', async () => {
    const uuid = someNode((node) => world.providers.has(node.uuid)).uuid;
    const read = z.object({ traits: z.array(z.string()), resource_provider_generation: z.number() });
    const { traits, resource_provider_generation: generation } = read.parse(
      (await placement(`/resource_providers/${uuid}/traits`)).body,
    );
    const put = (more: string[], at: number) =>
      placement(`/resource_providers/${uuid}/traits`, {
        method: 'PUT',
        body: { traits: [...traits, ...more], resource_provider_generation: at },
      });
    expect((await put(['CUSTOM_NEW'], generation)).status).toBe(400);
    expect((await placement('/traits/CUSTOM_NEW', { method: 'PUT' })).status).toBe(201);
    expect((await placement('/traits/CUSTOM_NEW', { method: 'PUT' })).status).toBe(204);
    expect((await put(['CUSTOM_NEW'], generation)).status).toBe(200);
    expect((await put([], generation)).body).toMatchObject({
      errors: [{ status: 409, code: 'placement.concurrent_update' }],
    });
  });

  it('knows no allocations of a consumer that it never heard of, and clears those of one that is gone', async () => {
    expect(await placement('/allocations/11111111-1111-4111-8111-111111111111')).toMatchObject({
      status: 200,
      body: { allocations: {} },
    });
    const left = [...world.consumers.values()].find((consumer) => !world.servers.has(consumer.id));
    const clear = (generation: number) =>
      placement(`/allocations/${left?.id}`, {
        method: 'PUT',
        body: {
          allocations: {},
          project_id: 'p',
          user_id: 'u',
          consumer_generation: generation,
          consumer_type: 'INSTANCE',
        },
      });
    expect((await clear(7)).status).toBe(409);
    expect((await clear(1)).status).toBe(204);
    expect(world.consumers.has(left?.id ?? '')).toBe(false);
  });

  it('has the older shapes for one who sends no version', async () => {
    const answer = await call('placement', '/resource_providers');
    expect(answer.headers.get('openstack-api-version')).toBe('placement 1.0');
    expect(JSON.stringify(answer.body)).not.toContain('root_provider_uuid');
  });
});

describe('faults', () => {
  it('can be asked for by service and path, over all the services of the site', async () => {
    double.faults.add({ service: 'ironic', path: '/v1/nodes', count: 1, effect: { kind: 'empty-list' } });
    double.faults.add({ service: 'nova', path: '/**', effect: { kind: 'status', status: 503, body: 'down' } });
    expect((await ironic('/v1/nodes')).body).toEqual({ nodes: [] });
    expect(listSchema.parse((await ironic('/v1/nodes')).body).nodes.length).toBeGreaterThan(30);
    await expect(nova('/v2.1/servers')).rejects.toThrow(SyntaxError);
    double.faults.add({ service: 'ironic', path: '/v1/nodes', effect: { kind: 'vanish-marker' } });
    const first = [...world.nodes.keys()][ODD_TRAYS.withoutNode];
    expect((await ironic(`/v1/nodes?marker=${first}`)).status).toBe(404);
  });

  it('leaves nothing behind when a port is taken', async () => {
    const port = double.servers.placement.port;
    await expect(startOpenStackDouble({ world, ports: { placement: port } })).rejects.toThrow('EADDRINUSE');
  });
});

describe('a standalone Ironic', () => {
  let alone: StandaloneIronic | undefined;
  afterEach(async () => alone?.close());

  it('lets in a name and a password, and nobody else', async () => {
    alone = await startStandaloneIronic({ world, auth: { kind: 'http_basic', user: 'u', password: 'p' } });
    const get = (headers: Record<string, string>) => fetch(`${alone?.url}/v1/nodes`, { headers });
    expect((await get({})).status).toBe(401);
    expect((await get({ authorization: `Basic ${btoa('u:p')}` })).status).toBe(200);
    expect((await get({ authorization: `Basic ${btoa('u:x')}` })).status).toBe(401);
    expect(alone.cloudsYaml).toContain('auth_type: "http_basic"');
  });

  it('of the latest generation has health and service steps', async () => {
    alone = await startStandaloneIronic({ world, auth: { kind: 'none' }, generation: 'latest' });
    const answer = await fetch(`${alone.url}/v1/nodes?limit=1&detail=true`, {
      headers: { 'x-openstack-ironic-api-version': '1.115' },
    });
    expect(await answer.json()).toMatchObject({ nodes: [{ health: null, service_step: {} }] });
  });
});
