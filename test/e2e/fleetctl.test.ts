import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../apps/fleet/src/free-port.ts';
import { fleetctl } from './fleet-process.ts';

describe('fleetctl, when something is wrong', () => {
  let dir: string;
  let tokenFile: string;
  let server: Server;
  let answer: { status: number; type: string; body: string };
  let hub: string;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'fm-fleetctl-'));
    tokenFile = path.join(dir, 'token');
    await writeFile(tokenFile, 'secret-token-value', { mode: 0o600 });
    server = createServer((_request, response) => {
      response.writeHead(answer.status, { 'content-type': answer.type });
      response.end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server on a TCP port has an address object.
    hub = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    await rm(dir, { recursive: true, force: true });
  });

  const env = () => ({ FM_CONTEXT_FILE: path.join(dir, 'contexts.json') });
  const problem = (status: number, code: string) =>
    JSON.stringify({
      type: 'about:blank',
      title: 'Title',
      status,
      code,
      detail: 'the detail',
      next: 'Do this next.',
      requestId: 'req-1',
    });

  it('says to start the fleet where no hub is known (64)', async () => {
    const { code, stderr } = await fleetctl(['devices', 'list'], env());
    expect(code).toBe(64);
    expect(stderr).toContain('Run `npm start` first, or give --hub and --token-file.');
  });

  it('says which hub does not answer (69)', async () => {
    const { code, stderr } = await fleetctl(
      ['status', '--hub', `http://127.0.0.1:${await freePort()}`, '--token-file', tokenFile],
      env(),
    );
    expect(code).toBe(69);
    expect(stderr).toMatch(/nothing answers at http:\/\/127\.0\.0\.1:\d+/);
  });

  it.each([
    [401, 'FM_UNAUTHENTICATED', 77],
    [403, 'FM_FORBIDDEN', 77],
    [400, 'FM_INVALID_REQUEST', 64],
    [409, 'FM_CONFLICT', 75],
    [503, 'FM_UNAVAILABLE', 69],
    [500, 'FM_INTERNAL', 1],
  ])('turns an answer %i into its own exit code, with what to do next', async (status, problemCode, exitCode) => {
    answer = { status, type: 'application/problem+json', body: problem(status, problemCode) };
    const { code, stdout, stderr } = await fleetctl(['sites', 'list', '--hub', hub, '--token-file', tokenFile], env());
    expect(code).toBe(exitCode);
    expect(stdout).toBe('');
    expect(stderr).toBe('fleetctl: Title: the detail\nDo this next. (request req-1)\n');
  });

  it('knows a proxy from a hub', async () => {
    answer = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' };
    const { code, stderr } = await fleetctl(['sites', 'list', '--hub', hub, '--token-file', tokenFile], env());
    expect(code).toBe(69);
    expect(stderr).toContain('a proxy may stand between');
    expect(stderr).not.toContain('Bad gateway');
  });

  it('names a token file that cannot be read (77), and never shows a token', async () => {
    const { code, stderr } = await fleetctl(
      ['sites', 'list', '--hub', hub, '--token-file', path.join(dir, 'none')],
      env(),
    );
    expect(code).toBe(77);
    expect(stderr).toContain(`${path.join(dir, 'none')} cannot be read`);
    await chmod(tokenFile, 0o600);
    answer = { status: 401, type: 'application/problem+json', body: problem(401, 'FM_UNAUTHENTICATED') };
    const refused = await fleetctl(['sites', 'list', '--hub', hub, '--token-file', tokenFile], {
      ...env(),
      FM_DEBUG: '1',
    });
    expect(refused.stderr).not.toContain('secret-token-value');
  });

  it.each([
    [['devcies'], /Did you mean devices\?/],
    [['devices', 'list', '--status', 'heathy', '--hub', 'http://127.0.0.1:9'], /--status: .*failed/],
    [['devices', 'list', '-o', 'xml'], /Allowed choices are table, json, yaml/],
    [['access', 'openstack', '--prefix', 'x'], /give service=path/],
  ])('refuses %j as wrong usage (64)', async (args, message) => {
    const { code, stderr } = await fleetctl(args, env());
    expect(code).toBe(64);
    expect(stderr).toMatch(message);
  });

  it('prints the access rules and the object permissions without a hub', async () => {
    const rules = await fleetctl(['access', 'openstack', '-o', 'json', '--prefix', 'baremetal=/baremetal'], env());
    expect(JSON.parse(rules.stdout)).toContainEqual({
      service: 'baremetal',
      method: 'GET',
      path: '/baremetal/v1/nodes',
    });
    const rights = await fleetctl(['access', 'netbox', '-o', 'json'], env());
    expect(JSON.parse(rights.stdout)).toContainEqual(
      expect.objectContaining({ objectType: 'dcim.macaddress', actions: ['view'] }),
    );
  });

  it('completes commands and values', async () => {
    expect((await fleetctl(['complete', '--', 'devices', 'l'], env())).stdout).toMatch(/^list\t/);
    expect((await fleetctl(['complete', '--', 'devices', 'list', '--status', 'f'], env())).stdout).toMatch(/^failed/);
  });
});
