import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeRuntime, type Handler, json, localServer, type SeenRequest } from '../../test/local-server.ts';
import { loadCloud } from '../clouds/load.ts';
import { defineCalls } from '../http/calls.ts';
import { OpenStackError } from './errors.ts';
import { openSession } from './session.ts';

const baremetal = defineCalls('baremetal', {
  list: { method: 'GET', path: '/v1/nodes' },
  get: { method: 'GET', path: '/v1/nodes/{id}' },
});
const compute = defineCalls('compute', { list: { method: 'GET', path: '/v2.1/servers' } });

interface World {
  /** Life of a token in seconds. */
  life: number;
  issued: number;
  /** Answers to log-ins in place of a token. */
  login?: (request: SeenRequest, count: number) => { status: number; body: unknown } | undefined;
  /** Decides about a service's call. */
  admit: (token: string, request: SeenRequest) => boolean;
  catalog?: unknown;
}

async function cloudWith(world: Partial<World>, lines = '', auth = '') {
  const state: World = { life: 3600, issued: 0, admit: () => true, ...world };
  const runtime = fakeRuntime();
  let url = '';
  const handler: Handler = (request, response) => {
    if (request.path === '/identity/' || request.path === '/identity') {
      const values = [{ id: 'v3.14', links: [{ rel: 'self', href: 'http://inner.example/identity/v3/' }] }];
      return json(response, 300, { versions: { values } });
    }
    if (request.path === '/identity/v3/auth/tokens') {
      state.issued += 1;
      const other = state.login?.(request, state.issued);
      if (other) return json(response, other.status, other.body);
      const at = runtime.at + 7 * 3600_000; // Keystone's clock is seven hours off
      const endpoints = [
        { interface: 'public', region: 'One', region_id: 'One', url: `${url}/ironic/v1/` },
        { interface: 'internal', region: 'One', region_id: 'One', url: `${url}/inner-ironic` },
      ];
      const catalog = state.catalog ?? [
        { type: 'bare-metal', name: 'ironic', endpoints },
        {
          type: 'compute',
          name: 'nova',
          endpoints: [{ interface: 'public', region: 'One', region_id: 'One', url: `${url}/nova/v2.1/0123` }],
        },
      ];
      const token = {
        issued_at: new Date(at).toISOString(),
        expires_at: new Date(at + state.life * 1000).toISOString(),
        catalog,
        roles: [{ name: 'reader' }],
        project: { id: 'p1', name: 'fleet' },
      };
      return json(response, 201, { token }, { 'x-subject-token': `token-number-${state.issued}` });
    }
    const token = String(request.headers['x-auth-token']);
    if (!state.admit(token, request))
      return json(response, 401, {
        error: { code: 401, message: 'The request you have made requires authentication.' },
      });
    json(response, 200, { seen: request.path, token });
  };
  const server = await localServer(handler);
  url = server.url;
  const text = `clouds:
  a:
${auth || `    auth_type: v3applicationcredential\n    auth: {auth_url: "${url}/identity", application_credential_id: app, application_credential_secret: very-secret}`}
    region_name: One
${lines}`.replaceAll('URL', url);
  const session = openSession(loadCloud({ text }), { runtime });
  onTestFinished(async () => {
    await session.close();
    await server[Symbol.asyncDispose]();
  });
  return { session, state, runtime, seen: server.seen, url };
}

async function refusal(promise: Promise<unknown>): Promise<OpenStackError> {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof OpenStackError)) throw new Error(`expected an OpenStackError, got ${String(error)}`);
  return error;
}

describe('logging in', () => {
  test('version 3 is discovered without leaving our host; the credential is sent without a scope', async () => {
    const { session, seen } = await cloudWith({});
    expect((await session.client(baremetal).call('list')).body).toEqual({
      seen: '/ironic/v1/nodes',
      token: 'token-number-1',
    });
    const login = seen.find((one) => one.path.endsWith('/auth/tokens'));
    expect(JSON.parse(login?.body ?? '')).toEqual({
      auth: {
        identity: { methods: ['application_credential'], application_credential: { id: 'app', secret: 'very-secret' } },
      },
    });
    expect(await session.identity()).toEqual({ userId: undefined, projectId: 'p1', roles: ['reader'] });
  });

  test('a password log-in asks for its project, or for the system', async () => {
    const bodies: unknown[] = [];
    const login = (request: SeenRequest) => void bodies.push(JSON.parse(request.body));
    const user = '    auth: {auth_url: "URL/identity/v3", username: u, password: pw-value, user_domain_id: default, ';
    const project = await cloudWith({ login }, '', `${user}project_name: p, project_domain_name: D}`);
    await project.session.client(baremetal).call('list');
    const system = await cloudWith({ login }, '', `${user}system_scope: all}`);
    await system.session.client(baremetal).call('list');
    const identity = {
      methods: ['password'],
      password: { user: { name: 'u', domain: { id: 'default' }, password: 'pw-value' } },
    };
    expect(bodies).toEqual([
      { auth: { identity, scope: { project: { name: 'p', domain: { name: 'D' } } } } },
      { auth: { identity, scope: { system: { all: true } } } },
    ]);
  });

  test('one token serves many calls and clients, and is asked for once', async () => {
    const { session, state } = await cloudWith({});
    const [ironic, nova] = [session.client(baremetal), session.client(compute)];
    await Promise.all([...Array.from({ length: 10 }, () => ironic.call('list')), nova.call('list')]);
    expect(state.issued).toBe(1);
  });

  test('a token is renewed at 75 % of its life or five minutes before its end, by one request', async () => {
    const { session, state, runtime } = await cloudWith({ life: 3600 });
    const client = session.client(baremetal);
    await client.call('list');
    runtime.at += 2699_000;
    await client.call('list');
    expect(state.issued).toBe(1);
    runtime.at += 2_000;
    await Promise.all(Array.from({ length: 5 }, () => client.call('list')));
    expect(state.issued).toBe(2);
    state.life = 600;
    runtime.at += 3600_000;
    await client.call('list');
    runtime.at += 299_000;
    await client.call('list');
    expect(state.issued).toBe(3);
    runtime.at += 2_000;
    await client.call('list');
    expect(state.issued).toBe(4);
  });

  test('while Keystone is away the old token is used to its end, and never past it', async () => {
    const { session, state, runtime } = await cloudWith({
      login: (_, count) => (count === 1 ? undefined : { status: 503, body: {} }),
    });
    const client = session.client(baremetal);
    await client.call('list');
    runtime.at += 3000_000;
    expect((await client.call('list')).body).toMatchObject({ token: 'token-number-1' });
    const asked = state.issued;
    await client.call('list');
    expect(state.issued).toBe(asked);
    runtime.at += 601_000;
    await expect(client.call('list')).rejects.toMatchObject({
      code: 'FM_OUTSIDE_HTTP',
      status: 503,
      service: 'identity',
    });
  });

  test('a refused credential is said to be that, and is not tried again at once', async () => {
    const { session, state, runtime } = await cloudWith({
      login: () => ({ status: 401, body: { error: { message: 'Unauthorized very-secret' } } }),
    });
    const client = session.client(baremetal);
    const error = await refusal(client.call('list'));
    expect(error.code).toBe('FM_OPENSTACK_CREDENTIAL_REFUSED');
    expect(error.message).toContain('wrong, expired or deleted');
    expect(error.message).not.toContain('very-secret');
    await refusal(client.call('list'));
    expect(state.issued).toBe(1);
    runtime.at += 31_000;
    await refusal(client.call('list'));
    expect(state.issued).toBe(2);
  });

  test('an address that is no Keystone is said to be that', async () => {
    const { session } = await cloudWith(
      {},
      '',
      '    auth: {auth_url: "URL/elsewhere", username: u, password: pw-value, user_domain_id: d}',
    );
    expect((await refusal(session.client(baremetal).call('list'))).code).toBe('FM_CLOUDS_INVALID');
  });
});

describe('401 from a service', () => {
  test('an old token is replaced once and the call repeated', async () => {
    const { session, state, runtime } = await cloudWith({});
    const client = session.client(baremetal);
    await client.call('list');
    runtime.at += 61_000;
    state.admit = (token) => token !== 'token-number-1';
    expect((await Promise.all([client.call('list'), client.call('list')])).map((one) => one.body)).toMatchObject([
      { token: 'token-number-2' },
      { token: 'token-number-2' },
    ]);
    expect(state.issued).toBe(2);
  });

  test('a second 401 is a missing access rule, named by service, method and path; no further log-in for minutes', async () => {
    const { session, state, runtime } = await cloudWith({ admit: (_, request) => request.path.endsWith('/nodes') });
    const client = session.client(baremetal);
    await client.call('list');
    runtime.at += 61_000;
    const error = await refusal(client.call('get', { params: { id: 'n1' } }));
    expect(error).toMatchObject({
      code: 'FM_OPENSTACK_ACCESS_RULE_MISSING',
      service: 'baremetal',
      method: 'GET',
      pathTemplate: '/v1/nodes/{id}',
    });
    expect(error.message).toContain('baremetal GET /v1/nodes/{id}: 401 with a fresh token');
    expect(error.message).not.toContain('n1');
    expect(error.next).toContain('fleetctl access openstack');
    expect(state.issued).toBe(2);
    runtime.at += 61_000;
    await refusal(client.call('get', { params: { id: 'n2' } }));
    expect(state.issued).toBe(2);
    runtime.at += 300_000;
    await refusal(client.call('get', { params: { id: 'n3' } }));
    expect(state.issued).toBe(3);
  });

  test('with a fresh token there is no second log-in at all', async () => {
    const { session, state } = await cloudWith({ admit: () => false });
    const error = await refusal(session.client(baremetal).call('list'));
    expect(error.code).toBe('FM_OPENSTACK_ACCESS_RULE_MISSING');
    expect(error.message).toContain('service_type');
    expect(state.issued).toBe(1);
  });

  test('every call of one service refused, another let in: the service does not know its type', async () => {
    const { session } = await cloudWith({ admit: (_, request) => request.path.startsWith('/nova') });
    const client = session.client(baremetal);
    await session.client(compute).call('list');
    await refusal(client.call('list'));
    const error = await refusal(client.call('get', { params: { id: 'n' } }));
    expect(error.code).toBe('FM_OPENSTACK_SERVICE_TYPE_UNSET');
    expect(error.message).toContain('GET /v1/nodes, GET /v1/nodes/{id}');
  });

  test("a user's token has no access rules: the plain refusal is given", async () => {
    const { session } = await cloudWith(
      { admit: () => false },
      '',
      '    auth: {auth_url: "URL/identity/v3", username: u, password: pw-value, user_domain_id: default}',
    );
    await expect(session.client(baremetal).call('list')).rejects.toMatchObject({
      code: 'FM_OUTSIDE_HTTP',
      status: 401,
    });
  });
});

describe('the address of a service', () => {
  test('interface, override with or without version, project in the path', async () => {
    expect(await (await cloudWith({})).session.endpoint('compute')).toMatch(/\/nova$/);
    expect(await (await cloudWith({}, '    baremetal_interface: internal\n')).session.endpoint('baremetal')).toMatch(
      /\/inner-ironic$/,
    );
    expect(await (await cloudWith({}, '    interface: [admin, internal]\n')).session.endpoint('baremetal')).toMatch(
      /\/inner-ironic$/,
    );
    for (const end of ['', '/', '/v1', '/v1/']) {
      const { session, state } = await cloudWith({}, `    baremetal_endpoint_override: https://api.example/bm${end}\n`);
      expect(await session.endpoint('baremetal')).toBe('https://api.example/bm');
      expect(state.issued).toBe(0);
    }
  });

  test.each([
    [{ catalog: [] }, '', 'no service of type baremetal or bare-metal; the catalog holds nothing (is the token scoped'],
    [
      {},
      '    baremetal_region_name: Two\n',
      'no endpoint of baremetal in region Two; the catalog holds bare-metal (One/public, One/internal), compute (One/public)',
    ],
    [{}, '    interface: admin\n', 'no admin endpoint of baremetal in region One'],
  ])('a catalog without it: the error lists what is there (%#)', async (world, lines, message) => {
    const { session } = await cloudWith(world, lines);
    const error = await refusal(session.client(baremetal).call('list'));
    expect(error.code).toBe('FM_OPENSTACK_SERVICE_ABSENT');
    expect(error.message).toContain(message);
  });
});

describe('an Ironic on its own', () => {
  test('http_basic sends the user and password, none sends nothing', async () => {
    const basic = await cloudWith(
      {},
      '',
      '    auth_type: http_basic\n    auth: {endpoint: "URL/ironic", username: u, password: "p:w"}',
    );
    await basic.session.client(baremetal).call('list');
    expect(basic.seen.map((one) => [one.path, one.headers.authorization])).toEqual([
      ['/ironic/v1/nodes', `Basic ${Buffer.from('u:p:w').toString('base64')}`],
    ]);
    const none = await cloudWith({}, '', '    auth_type: none\n    baremetal_endpoint_override: URL/ironic/');
    await none.session.client(baremetal).call('list');
    expect(none.seen[0]?.headers.authorization).toBeUndefined();
    expect(none.state.issued + basic.state.issued).toBe(0);
  });

  test('its 401 is a wrong credential, not a missing rule', async () => {
    const { session } = await cloudWith(
      { admit: () => false },
      '',
      '    auth_type: none\n    auth: {endpoint: "URL/ironic"}',
    );
    expect(await refusal(session.client(baremetal).call('list'))).toMatchObject({
      code: 'FM_OPENSTACK_CREDENTIAL_REFUSED',
    });
  });
});
