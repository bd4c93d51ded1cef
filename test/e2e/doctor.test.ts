import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type NetBoxDouble, startNetBoxDouble } from '@fleet-manager/simulator/netbox/double';
import { type OpenStackDouble, startOpenStackDouble } from '@fleet-manager/simulator/openstack/double';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { World } from '@fleet-manager/simulator/world/world';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { freePort } from '../../apps/fleet/src/free-port.ts';
import { fleetctl, type Outcome } from './fleet-process.ts';

const plan = planSite({ racks: 1 });
let dir: string;
let netbox: NetBoxDouble;
let openstack: OpenStackDouble;
const file = (name: string) => path.join(dir, name);

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'fm-doctor-'));
  netbox = await startNetBoxDouble({ plan });
  openstack = await startOpenStackDouble({ world: new World({ plan }) });
  await writeFile(file('token'), netbox.tokens.mirror.v2, { mode: 0o600 });
  await writeFile(file('clouds.yaml'), openstack.cloudsYaml, { mode: 0o600 });
});
afterEach(async () => {
  await Promise.all([netbox.close(), openstack.close()]);
  await rm(dir, { recursive: true, force: true });
});

interface Site {
  readonly url?: string;
  readonly cloud?: string;
  readonly roles?: Record<string, string>;
  readonly clusters?: string[];
}

async function doctor(site: Site = {}, args: string[] = []): Promise<Outcome> {
  await writeFile(
    file('site.yaml'),
    stringify({
      hub: {
        netbox: {
          url: site.url ?? netbox.url,
          token: { file: 'token' },
          deviceFilters: { clusters: site.clusters ?? [plan.deployment] },
          deviceRoleClassMapping: site.roles ?? { 'compute-tray': 'GPU_COMPUTE' },
        },
      },
      satellite: {
        name: plan.deployment,
        siteSlugs: [plan.siteSlug],
        openstack: { overcloud: { cloudsFile: 'clouds.yaml', cloud: site.cloud ?? 'fleet' } },
      },
    }),
  );
  const outcome = await fleetctl(['doctor', '--site', file('site.yaml'), ...args], {
    FM_CONTEXT_FILE: file('contexts.json'),
  });
  // Whatever is wrong, no secret is shown.
  const secrets = [netbox.tokens.mirror.v2, netbox.tokens.limited.v2, 'simulated-secret'];
  for (const secret of secrets) expect(outcome.stdout + outcome.stderr).not.toContain(secret);
  return outcome;
}

test('a good site is good, down to the pairing, with the progress on stderr', async () => {
  const { code, stdout, stderr } = await doctor();
  expect(stdout).toContain('0 failed, 0 skipped');
  expect(code).toBe(0);
  expect(stdout).toMatch(/pairing: 17 of 18 nodes pair with one of 20 devices/);
  expect(stdout).toMatch(/✓ overcloud\.access: each of the \d+ calls that are made is allowed/);
  expect(stderr).toContain('checking the access rules and roles at the overcloud');
});

test('the machine form holds every check, in order', async () => {
  const { stdout } = await doctor({ cloud: 'nobody' }, ['-o', 'json']);
  const results: { id: string; state: string; skips: string[] }[] = JSON.parse(stdout);
  expect(results.map(({ id }) => id).slice(0, 4)).toEqual(['site-file', 'secrets', 'hub', 'netbox.reach']);
  expect(results.find(({ id }) => id === 'overcloud.clouds-file')).toMatchObject({
    state: 'failed',
    skips: expect.arrayContaining(['overcloud.log-in', 'pairing']),
  });
  expect(results.find(({ id }) => id === 'netbox.devices')?.state).toBe('ok');
});

describe('each fault is named, with how to mend it', () => {
  const expectFault = (outcome: Outcome, ...texts: (string | RegExp)[]) => {
    expect(outcome.code).toBe(1);
    for (const text of texts) expect(outcome.stdout).toMatch(text);
  };

  test('a site file that does not parse', async () => {
    await writeFile(file('broken.yaml'), 'hub: { netbx: {} }\n');
    const outcome = await fleetctl(['doctor', '--site', file('broken.yaml')], { FM_CONTEXT_FILE: file('c.json') });
    expectFault(
      outcome,
      /✗ site-file: .*broken\.yaml:1: hub\.netbx: unknown key/s,
      /skipped because of it: secrets, hub/,
    );
  });

  test('a secret that everybody may read', async () => {
    await chmod(file('token'), 0o644);
    expectFault(await doctor(), /✗ secrets: .*everybody may read .*chmod 600/);
  });

  test('a wrong NetBox token', async () => {
    await writeFile(file('token'), 'nbt_nobody123456.wrong', { mode: 0o600 });
    expectFault(
      await doctor(),
      /✗ netbox\.token: /,
      /mend: Store a valid NetBox token/,
      /skipped because of it: netbox\.clock/,
    );
  });

  test('an object type that the token may not read', async () => {
    await writeFile(file('token'), netbox.tokens.limited.v2, { mode: 0o600 });
    expectFault(
      await doctor(),
      /✗ netbox\.permissions: the token may not read .*dcim\.macaddress/,
      /mend: Give the token's user an object permission with the action "view" on .*dcim\.macaddress/,
    );
  });

  test('a NetBox that is not there, and a name that is not', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expectFault(await doctor({ url }), /✗ netbox\.reach: nothing listens at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/);
    expectFault(await doctor({ url: 'http://nobody.invalid' }), /the name nobody\.invalid does not resolve/);
  });

  test('a certificate that nobody signed', async () => {
    const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
    const out = ['-keyout', file('key.pem'), '-out', file('cert.pem'), '-subj', '/CN=127.0.0.1'];
    execFileSync('openssl', ['req', '-x509', ...options, ...out], { stdio: 'ignore' });
    const pem = { key: await readFile(file('key.pem')), cert: await readFile(file('cert.pem')) };
    const server = createServer(pem, (_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server on a TCP port has an address object.
    const { port } = server.address() as AddressInfo;
    try {
      expectFault(
        await doctor({ url: `https://127.0.0.1:${port}` }),
        /✗ netbox\.reach: .*certificate is not trusted \(.*SELF_SIGNED/,
        /mend: Name the file with the certificate of its authority in hub\.netbox\.caFile/,
      );
    } finally {
      server.close();
    }
  });

  test('a role and a cluster that NetBox has not', async () => {
    expectFault(
      await doctor({ roles: { 'gpu-tray': 'GPU_COMPUTE' }, clusters: ['elsewhere'] }),
      /✗ netbox\.roles: NetBox has no device role gpu-tray; it has .*compute-tray/,
      /✗ netbox\.devices: .*no cluster named elsewhere/,
    );
  });

  test('a clock that is an hour ahead', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const body = { count: 0, next: null, previous: null, results: [] };
    const effect = { kind: 'status', status: 200, body, headers: { date } } as const;
    netbox.faults.add({ path: '/api/dcim/sites/', count: 1, effect });
    expectFault(await doctor(), /✗ netbox\.clock: the clock of NetBox is 3[56]\d\d s ahead/, /keep time by NTP/);
  });

  test('a cloud that the clouds file has not', async () => {
    expectFault(await doctor({ cloud: 'nobody' }), /✗ overcloud\.clouds-file: .*no cloud "nobody"; it has .*fleet/);
  });

  test('an application credential that Keystone refuses', async () => {
    const text = openstack.cloudsYaml.replaceAll('simulated-secret-fm-fleet', 'expired-fm-fleet');
    await writeFile(file('clouds.yaml'), text, { mode: 0o600 });
    expectFault(await doctor(), /✗ overcloud\.log-in: .*application credential is wrong, expired or deleted/);
  });

  test('an access rule that is missing', async () => {
    const error = {
      error: { code: 401, title: 'Unauthorized', message: 'The request you have made requires authentication.' },
    };
    openstack.faults.add({
      service: 'ironic',
      path: '/v1/ports',
      effect: { kind: 'status', status: 401, body: error },
    });
    expectFault(
      await doctor(),
      /✗ overcloud\.access: access rules are missing: baremetal GET \/v1\/ports\n/,
      /fleetctl access openstack -o json/,
    );
  });

  test('an Ironic that is too old', async () => {
    openstack.settings.ironic.maxMinor = 72;
    expectFault(await doctor(), /✗ overcloud\.ironic-version: .*from 1\.82 .*it offers 1\.1 to 1\.72/);
  });

  test('a service that does not answer at all is bounded', async () => {
    openstack.faults.add({ service: 'keystone', path: '/**', effect: { kind: 'drop' } });
    expectFault(await doctor({}, ['--timeout', '3']), /✗ overcloud\.log-in: no answer within 3 s/);
  });
});

test('without a site file it says what to give (64)', async () => {
  const outcome = await fleetctl(['doctor'], { FM_CONTEXT_FILE: file('none.json') });
  expect(outcome.code).toBe(64);
  expect(outcome.stderr).toContain('Give --site FILE');
});
