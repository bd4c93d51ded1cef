import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DeviceSummary } from '@fleet-manager/contract/api/devices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../../apps/fleet/src/free-port.ts';
import { identify } from '../../apps/fleet/src/process-identity.ts';
import { expectAccessible, launchBrowser, openSession } from '../browser/support.ts';
import { FleetProcess, fleetctl, until } from './fleet-process.ts';

const Children = z.array(z.object({ name: z.string(), process: z.object({ pid: z.number() }) }));
const COMPUTE_TRAYS = 36;

describe('the fleet in a box', () => {
  let dir: string;
  let port: number;
  let env: Record<string, string>;
  let fleet: FleetProcess;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'fm-box-'));
    port = await freePort();
    env = { XDG_CONFIG_HOME: path.join(dir, 'config'), FM_CONTEXT_FILE: '' };
    fleet = new FleetProcess(['--port', String(port), '--data', path.join(dir, 'data')], env);
    await fleet.loginUrl();
  });
  afterAll(async () => {
    await fleet.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const children = async () =>
    Children.parse(JSON.parse(await readFile(path.join(dir, 'data', 'children.json'), 'utf8')));

  async function devices(): Promise<DeviceSummary[]> {
    const { code, stdout, stderr } = await fleetctl(['devices', 'list', '-o', 'json'], env);
    expect(code, stderr).toBe(0);
    return z.array(DeviceSummary).parse(JSON.parse(stdout));
  }

  /** Every device is there, and every compute tray has been judged. */
  const settled = () =>
    until(
      async () => {
        const list = await devices();
        const trays = list.filter((device) => device.deviceClass === 'GPU_COMPUTE');
        const judged = trays.filter((device) => device.statusSummary !== 'no agent has observed this device yet');
        return list.length >= 54 && judged.length >= COMPUTE_TRAYS ? list : undefined;
      },
      90_000,
      1_000,
    );

  it('gives fleetctl every device with a derived status, with no further set-up', async () => {
    const list = await settled();
    const statuses = new Set(list.map((device) => device.operational_status));
    expect(
      list
        .filter((device) => device.role === 'nvlink-switch')
        .every((device) => device.operational_status === 'unmanaged'),
    ).toBe(true);
    // The simulated site has customers, idle nodes and trouble: a screen full of one word would mean that nothing was judged.
    expect([...statuses]).toEqual(
      expect.arrayContaining(['unmanaged', 'customer', 'available', 'failed', 'maintenance']),
    );
  });

  it('explains a status down to what it rests on', async () => {
    const failed = (await settled()).find((device) => device.operational_status !== 'unmanaged');
    const { code, stdout } = await fleetctl(['devices', 'why', failed?.name ?? ''], env);
    expect(code).toBe(0);
    expect(stdout).toContain(`${failed?.name} is ${failed?.operational_status}`);
    expect(stdout).toContain('Between it and ready');
  });

  it('shows sites, agents, findings and the fleet at a glance', async () => {
    await settled();
    const sites = await fleetctl(['sites', 'list'], env);
    expect(sites.stdout).toMatch(/keflavik .*sys1-ice2/);
    const agents = await fleetctl(['agents', 'list'], env);
    expect(agents.stdout).toMatch(/ironic-agent-sys1-ice2 +healthy/);
    expect(agents.stdout).toMatch(/netbox-agent +healthy/);
    expect((await fleetctl(['findings', 'list', '-o', 'yaml'], env)).code).toBe(0);
    expect((await fleetctl(['status'], env)).stdout).toMatch(/agents: 2 healthy/);
  });

  it('shows the same in the console, live, with no fault on any page', async () => {
    const [tray] = (await settled()).filter((device) => device.operational_status === 'failed');
    const made = await fleetctl(['login-link', '-o', 'json'], env);
    const link = z.object({ url: z.url() }).parse(JSON.parse(made.stdout));
    const browser = await launchBrowser();
    const session = await openSession(browser, { baseUrl: new URL(link.url).origin });
    try {
      const { page } = session;
      await page.goto(link.url);
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      await expectAccessible(page);
      for (const [path, heading] of [
        ['/devices', 'Devices'],
        ['/findings', 'Findings'],
        ['/agents', 'Agents'],
        ['/sites', 'Sites'],
      ] as const) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      }
      await page.goto(`/devices/${tray?.id}`);
      await page.getByRole('heading', { level: 1, name: tray?.name ?? '' }).waitFor();
      await page
        .getByText(tray?.statusSummary ?? 'no summary', { exact: false })
        .first()
        .waitFor();
      await expectAccessible(page);
      expect(session.faults).toEqual([]);
    } finally {
      await session.close();
      await browser.close();
    }
  });

  it('tells in one line that the data is in use, or the port', async () => {
    const same = await new FleetProcess(
      ['--port', String(await freePort()), '--data', path.join(dir, 'data')],
      env,
    ).exited();
    expect(same.code).toBe(1);
    expect(same.stderr).toMatch(
      /Another Fleet Manager runs on this data: process \d+ runs on .* at http:\/\/.*\. Stop it, or give another --data\./,
    );
    const other = await new FleetProcess(['--port', String(port), '--data', path.join(dir, 'other')], env).exited();
    expect(other.code).toBe(1);
    expect(other.stderr).toContain(
      `The port is taken: something already listens on port ${port}. Free it, or give another --port.`,
    );
  });

  it('starts again what is killed, and loses nothing', async () => {
    const before = new Map((await settled()).map((device) => [device.name, device.id]));
    for (const { name, process: victim } of await children()) {
      process.kill(victim.pid, 'SIGKILL');
      await until(
        async () =>
          (await children()).some((c) => c.name === name && c.process.pid !== victim.pid) ? true : undefined,
        60_000,
      );
    }
    const after = await until(
      async () => {
        const list = await settled();
        return list.length >= before.size ? list : undefined;
      },
      90_000,
      1_000,
    );
    for (const device of after) expect(device.id).toBe(before.get(device.name));
  });

  it('ends all it started on Ctrl-C, and finds its data again', async () => {
    const before = (await settled()).map((device) => device.id).sort();
    const started = await children();
    expect((await fleet.stop()).code).toBe(0);
    for (const { name, process: child } of started) expect(await identify(child.pid), name).toBeUndefined();

    fleet = new FleetProcess(['--port', String(port), '--data', path.join(dir, 'data')], env);
    await fleet.loginUrl();
    expect((await settled()).map((device) => device.id).sort()).toEqual(before);
  });
});
