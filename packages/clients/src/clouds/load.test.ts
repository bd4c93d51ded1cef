import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CloudConfigError } from './errors.ts';
import { type CloudRequest, loadCloud } from './load.ts';
import type { CloudSurroundings } from './sources.ts';

const credential = `
    auth_type: v3applicationcredential
    auth:
      auth_url: https://k.example/v3
      application_credential_id: app1
      application_credential_secret: hush-hush`;

/** Loads from a text; `one` puts the lines into the only cloud, "a". */
const load = (text: string, request: CloudRequest = {}) => loadCloud({ text, ...request });
const one = (lines: string, request: CloudRequest = {}) =>
  load(`clouds:\n  a:${credential}\n${lines.replaceAll(/^(?=.)/gm, '    ')}\n`, request);

function refusal(run: () => unknown): CloudConfigError {
  try {
    run();
  } catch (error) {
    if (error instanceof CloudConfigError) return error;
    throw error;
  }
  throw new Error('expected a CloudConfigError');
}

function surroundings(
  files: Record<string, string>,
  env: Record<string, string> = {},
): CloudSurroundings & { root: string } {
  const root = mkdtempSync(join(tmpdir(), 'clouds-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return { root, env, cwd: join(root, 'cwd'), home: join(root, 'home') };
}
const minimal = (name: string) =>
  `clouds:\n  ${name}:\n    auth_type: none\n    auth: { endpoint: http://${name}.example }\n`;

describe('which file and which cloud', () => {
  test('the working folder wins over the home folder, and .yaml over .json', () => {
    const around = surroundings({
      'cwd/clouds.yaml': minimal('here'),
      'cwd/clouds.json': '{"clouds": {"json": {}}}',
      'home/.config/openstack/clouds.yaml': minimal('home'),
    });
    expect(loadCloud({}, around)).toMatchObject({ name: 'here', file: join(around.root, 'cwd/clouds.yaml') });
  });

  test('OS_CLIENT_CONFIG_FILE comes first; when it is not there, nothing else is taken in its place', () => {
    const around = surroundings({ 'cwd/clouds.yaml': minimal('here'), 'else/mine.yaml': minimal('mine') });
    expect(loadCloud({}, { ...around, env: { OS_CLIENT_CONFIG_FILE: join(around.root, 'else/mine.yaml') } }).name).toBe(
      'mine',
    );
    expect(
      refusal(() => loadCloud({}, { ...around, env: { OS_CLIENT_CONFIG_FILE: '/no/such.yaml' } })).message,
    ).toContain('/no/such.yaml');
  });

  test('a broken file stops the search, with file, line and example', () => {
    const around = surroundings({
      'cwd/clouds.yaml': 'clouds:\n  a:\n    auth: {auth_url: x\n',
      'home/.config/openstack/clouds.yaml': minimal('home'),
    });
    const error = refusal(() => loadCloud({}, around));
    expect(error.message).toMatch(/cwd\/clouds\.yaml:\d+: not valid YAML/);
    expect(error.message).toContain('For example:\n  clouds:\n    site-a:');
  });

  test('several clouds and none chosen: the names are listed; OS_CLOUD or a name chooses', () => {
    const text = `${minimal('a')}  b:\n    auth_type: none\n`;
    expect(refusal(() => load(text)).message).toContain('none was chosen (a, b)');
    expect(load(text, { cloud: 'b' }).name).toBe('b');
    expect(refusal(() => load(text, { cloud: 'c' })).message).toContain('has no cloud "c"; it has a, b');
    const around = surroundings({ 'cwd/clouds.yaml': text }, { OS_CLOUD: 'b' });
    expect(loadCloud({}, around).name).toBe('b');
  });

  test('no file at all: the error lists where it looked', () => {
    expect(refusal(() => loadCloud({}, surroundings({}))).message).toMatch(
      /no clouds file found; looked for .*cwd\/clouds\.yaml.*\/etc\/openstack\/clouds\.json/,
    );
  });

  test('OS_* variables make a cloud of their own; selectors alone do not', () => {
    const env = {
      OS_AUTH_URL: 'https://e.example/v3',
      OS_USERNAME: 'u',
      OS_PASSWORD: 'pw-from-env',
      OS_PROJECT_NAME: 'p',
      OS_USER_DOMAIN_NAME: 'Default',
      OS_PROJECT_DOMAIN_ID: 'default',
      OS_REGION_NAME: 'R',
    };
    const around = surroundings({ 'cwd/clouds.yaml': minimal('file') }, env);
    const cloud = loadCloud({}, around);
    expect(cloud).toMatchObject({
      name: 'envvars',
      regionName: 'R',
      file: undefined,
      auth: {
        type: 'password',
        authUrl: 'https://e.example/v3',
        user: { name: 'u', domain: { name: 'Default' } },
        scope: { kind: 'project', project: { name: 'p', domain: { id: 'default' } } },
      },
    });
    expect(loadCloud({ cloud: 'file' }, around).name).toBe('file');
    expect(loadCloud({}, { ...around, env: { OS_REGION_NAME: 'R' } }).name).toBe('file');
    expect(
      refusal(() => loadCloud({}, { ...surroundings({ 'cwd/clouds.yaml': minimal('envvars') }), env })).message,
    ).toContain('rename it');
  });

  test('secure.yaml is laid over the file', () => {
    const around = surroundings({
      'cwd/clouds.yaml': 'clouds:\n  a:\n    auth: {auth_url: u, username: n, user_domain_id: d, password: wrong}\n',
      'home/.config/openstack/secure.yaml': 'clouds:\n  a:\n    auth: {password: right-one}\n',
    });
    const { auth } = loadCloud({}, around);
    expect(auth.type === 'password' && auth.password.reveal()).toBe('right-one');
  });

  test('a profile comes from clouds-public.yaml; a URL or an unknown one is refused', () => {
    const around = surroundings({
      'cwd/clouds.yaml': 'clouds:\n  a:\n    profile: corp\n    auth_type: none\n',
      'cwd/clouds-public.yaml':
        'public-clouds:\n  corp:\n    region_name: North\n    auth: {endpoint: http://corp.example}\n',
    });
    expect(loadCloud({}, around)).toMatchObject({
      regionName: 'North',
      auth: { type: 'none', endpoint: 'http://corp.example' },
    });
    expect(refusal(() => one('profile: https://corp.example/profile')).message).toContain('fetched from a URL');
    expect(refusal(() => one('profile: ovh')).message).toMatch(/:\d+: the profile "ovh"/);
  });
});

describe('the log-in', () => {
  test('an application credential by id, by name, and with its keys outside "auth"', () => {
    expect(one('').auth).toMatchObject({
      type: 'application_credential',
      authUrl: 'https://k.example/v3',
      credential: { id: 'app1' },
    });
    const named = load(
      'clouds:\n  a:\n    auth_type: v3applicationcredential\n    auth_url: https://k\n    username: u\n    application_credential_name: n\n    auth: {user_domain_name: D, application_credential_secret: s}\n',
    );
    expect(named.auth).toMatchObject({
      authUrl: 'https://k',
      credential: { name: 'n', user: { name: 'u', domain: { name: 'D' } } },
    });
  });

  test('the inside of "auth" wins over the outside; hyphens and old names are understood', () => {
    const { auth } = load(
      'clouds:\n  a:\n    auth_url: outer\n    auth: {auth-url: inner, user-name: u, password: pp, domain_name: D, tenant-name: t}\n',
    );
    expect(auth).toMatchObject({
      authUrl: 'inner',
      user: { name: 'u', domain: { name: 'D' } },
      scope: { project: { name: 't', domain: { name: 'D' } } },
    });
  });

  test('system scope, no scope and domain scope', () => {
    const scope = (extra: string) => {
      const { auth } = load(
        `clouds:\n  a:\n    auth: {auth_url: u, username: n, user_domain_id: d, password: p${extra}}\n`,
      );
      return auth.type === 'password' ? auth.scope : undefined;
    };
    expect(scope(', system_scope: all')).toEqual({ kind: 'system' });
    expect(scope('')).toEqual({ kind: 'unscoped' });
    expect(scope(', domain_id: x')).toEqual({ kind: 'domain', domain: { id: 'x' } });
  });

  test('a standalone Ironic: http_basic and none', () => {
    const basic = load(
      'clouds:\n  a:\n    auth_type: http_basic\n    auth: {endpoint: "http://i:6385", username: u, password: "p:{}"}\n',
    );
    expect(basic.auth.type === 'http_basic' && basic.auth.password.reveal()).toBe('p:{}');
    expect(basic.service('baremetal').endpointOverride).toBe('http://i:6385');
    expect(
      load('clouds:\n  a:\n    auth_type: none\n    baremetal_endpoint_override: http://i:6385/\n').service('baremetal')
        .endpointOverride,
    ).toBe('http://i:6385/');
  });

  test('a secret with braces, colons or only digits is taken as it is', () => {
    for (const secret of ['a{}b', 'a:b', '{region_name}', '123456']) {
      const { auth } = one(`auth_extra: 1`, {});
      expect(auth.type).toBe('application_credential');
      const cloud = load(
        `clouds:\n  a:${credential.replace('hush-hush', secret === '123456' ? secret : `"${secret}"`)}\n`,
      );
      expect(cloud.auth.type === 'application_credential' && cloud.auth.secret.reveal()).toBe(secret);
    }
  });

  test('a number that YAML reads differently from how it is written is refused', () => {
    const error = refusal(() => load(`clouds:\n  a:${credential.replace('hush-hush', '0123')}\n`));
    expect(error.line).toBe(7);
    expect(error.message).toContain('quotes');
  });

  test.each([
    ['a missing secret', credential.replace(/\n.*secret: .*/, ''), 'needs application_credential_secret'],
    ['a credential without its auth_type', credential.replace(/\n.*auth_type.*/, ''), 'needs'],
    ['a project beside a credential', `${credential}\n      project_name: p`, 'remove project_name'],
    [
      'an unknown auth_type',
      credential.replace('v3applicationcredential', 'v3oidcpassword'),
      'auth_type v3oidcpassword is not supported',
    ],
    [
      'a secret that YAML takes for a truth value',
      credential.replace('hush-hush', 'yes'),
      'application_credential_secret must be a text',
    ],
    ['a key given twice', `${credential}\n      auth_url: https://other`, 'not valid YAML'],
    ['a brace that stands for nothing', credential.replace('k.example', '{nothing}.example'), '{nothing}'],
  ])('%s is named with its line', (_, entry, message) => {
    const error = refusal(() => load(`clouds:\n  a:${entry}\n`));
    expect(error.message).toContain(message);
    expect(error.line).toBeGreaterThan(1);
    expect(error.message).not.toContain('hush-hush');
  });

  test('nothing printable holds the secret', () => {
    expect(JSON.stringify(one(''))).not.toContain('hush');
  });
});

describe('region, interface, endpoint, TLS, time', () => {
  test('regions: names or mappings, first is default, values are laid over, unknown is refused', () => {
    const lines =
      'regions:\n- name: One\n  values:\n    auth: {auth_url: "https://one"}\n    baremetal_interface: internal\n- Two';
    expect(one(lines)).toMatchObject({ regionName: 'One', auth: { authUrl: 'https://one' } });
    expect(one(lines).service('baremetal').interfaces).toEqual(['internal']);
    expect(one(lines, { region: 'Two' })).toMatchObject({
      regionName: 'Two',
      auth: { authUrl: 'https://k.example/v3' },
    });
    expect(refusal(() => one(lines, { region: 'two' })).message).toContain(
      'it has One, Two (names are case sensitive)',
    );
    expect(refusal(() => one('regions:\n- {name: One, value: {}}')).message).toContain('"name" and "values" only');
    expect(one('region_name: A,B').regionName).toBe('A');
  });

  test('templates in values are filled from other settings', () => {
    const cloud = load(
      `clouds:\n  a:${credential.replace('https://k.example/v3', '"https://{region_name}.k.example/v3"')}\n    region_name: North\n    baremetal_endpoint_override: "https://{region_name}.ironic/{{x}}"\n`,
    );
    expect(cloud.auth).toMatchObject({ authUrl: 'https://North.k.example/v3' });
    expect(cloud.service('baremetal').endpointOverride).toBe('https://North.ironic/{x}');
  });

  test('interfaces: default, per service, old endpoint_type, preference list', () => {
    expect(one('').service('compute').interfaces).toEqual(['public']);
    expect(one('interface: [internal, public]').service('compute').interfaces).toEqual(['internal', 'public']);
    expect(one('endpoint_type: internalURL\ncompute_endpoint_type: admin').service('placement').interfaces).toEqual([
      'internal',
    ]);
    expect(one('endpoint_type: internalURL\ncompute_endpoint_type: admin').service('compute').interfaces).toEqual([
      'admin',
    ]);
  });

  test('endpoint override, its short form, and the alias of a type', () => {
    expect(
      one('placement_endpoint_override: https://p/x/\nplacement_endpoint: https://q').service('placement')
        .endpointOverride,
    ).toBe('https://p/x/');
    expect(one('baremetal-endpoint: https://q/v1').service('baremetal').endpointOverride).toBe('https://q/v1');
    expect(one('bare_metal_endpoint_override: https://r').service('baremetal').endpointOverride).toBe('https://r');
  });

  test.each([
    ['', { insecure: false, cacert: undefined }],
    ['cacert: ~/ca.pem', { insecure: false, cacert: '~/ca.pem' }],
    ['verify: false\ncacert: ca.pem', { insecure: true }],
    ['insecure: "True"\ncacert: ca.pem\nverify: true', { insecure: true }],
    ['verify: no', { insecure: true }],
    ['verify: /etc/ca.pem', { insecure: false, cacert: '/etc/ca.pem' }],
    ['cert: c.pem\nkey: k.pem', { insecure: false, cert: 'c.pem', key: 'k.pem' }],
  ])('TLS of %j', (lines, tls) => {
    expect(one(lines).tls).toMatchObject(tls);
  });

  test('a word that is neither true nor false is refused', () => {
    expect(refusal(() => one('insecure: "perhaps"')).message).toContain('"insecure" must be true or false');
  });

  test('any *timeout overwrites api_timeout', () => {
    expect(one('api_timeout: 30').timeoutMs).toBe(30_000);
    expect(one('api_timeout: 30\nbaremetal_timeout: 7').timeoutMs).toBe(7_000);
  });

  test('anchors and merge keys work, tabs are pointed out', () => {
    const text = `common: &c\n  auth_type: none\nclouds:\n  a:\n    <<: *c\n    auth: {endpoint: "http://x"}\n`;
    expect(load(text).auth).toEqual({ type: 'none', endpoint: 'http://x' });
    expect(refusal(() => load('clouds:\n\ta: 1\n')).message).toContain('indents with spaces');
  });
});
