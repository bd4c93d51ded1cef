import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FixtureHub } from '../../apps/console/dev/fixture-hub.ts';
import { buildConsole, CONSOLE_DIST } from './console-build.ts';
import { eventually, launchBrowser, logIn, openSession, type Session } from './support.ts';

let browser: Browser;
let hub: FixtureHub;

beforeAll(async () => {
  await buildConsole();
  hub = await FixtureHub.start({ dist: CONSOLE_DIST, devices: 60 });
  browser = await launchBrowser();
});
afterEach(() => {
  hub.stream.refusing = false;
  hub.failing.clear();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

async function open(path: string): Promise<Session> {
  const session = await openSession(browser, { baseUrl: hub.url });
  await logIn(session.page, hub.loginCode);
  await session.page.goto(path);
  return session;
}

function change(index: number, scenario: 'failed' | 'ready' | 'maintenance'): void {
  const device = hub.fleet.change(index, scenario);
  hub.stream.emit({
    kind: 'status.changed',
    siteSlug: device.siteSlug,
    deviceId: device.id,
    data: { to: device.operational_status },
  });
}

test('a change in the hub appears on the device page and the overview without a reload', async () => {
  const session = await open(`/devices/${hub.fleet.devices[0]!.id}`);
  const { page } = session;
  await page.getByText('Live', { exact: true }).waitFor();
  change(0, 'failed');
  await page.getByRole('heading', { name: 'Why failed' }).waitFor();
  await page.getByText('Cleaning failed: erase_devices timed out on nvme3n1 after 3 600 s.', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  const count = () => page.getByRole('link', { name: /^\d+ Failed at Keflavík$/ }).textContent();
  await page.getByRole('link', { name: /^\d+ Failed at Keflavík$/ }).waitFor();
  const before = Number(await count());
  change(1, 'failed');
  await eventually(count, (text) => Number(text) === before + 1, 'the count follows');
  expect(session.faults).toEqual([]);
  await session.close();
});

test('a broken stream is said, the age of the data is shown, and the stream resumes after the last event seen', async () => {
  const session = await open(`/devices/${hub.fleet.devices[2]!.id}`);
  const { page } = session;
  await page.getByText('Live', { exact: true }).waitFor();
  change(2, 'ready');
  await page.getByRole('heading', { name: 'Why ready' }).waitFor();

  hub.stream.refusing = true;
  hub.stream.drop();
  await page.getByText('Reconnecting').waitFor();
  await page.getByText(/^Data as of/).waitFor();
  await page.getByText(/^Stale for/).waitFor({ timeout: 30_000 });
  const device = hub.fleet.change(2, 'maintenance');
  hub.stream.emit({ kind: 'status.changed', siteSlug: device.siteSlug, deviceId: device.id, data: {} });

  hub.stream.refusing = false;
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 30_000 });
  await page.getByRole('heading', { name: 'Why maintenance' }).waitFor();
  expect(await page.getByText(/^Data as of/).count()).toBe(0);
  expect(hub.stream.resumedAfter.at(-1)).toMatch(/^\d+$/);
  await session.close();
});

test('a hub that stops answering leaves what was read on the screen, and says how old it is', async () => {
  const session = await open('/agents');
  const { page } = session;
  await page.getByRole('heading', { name: 'openstack-agent/north2' }).waitFor();
  hub.failing.set('/api/v1/agents', 'FM_UNAVAILABLE');
  hub.stream.emit({ kind: 'agent.changed', siteSlug: null, deviceId: null, data: {} });
  await page.getByText('Not ready. Wait and repeat.').waitFor();
  expect(await page.getByRole('heading', { name: 'openstack-agent/north2' }).isVisible()).toBe(true);
  await session.close();
});
