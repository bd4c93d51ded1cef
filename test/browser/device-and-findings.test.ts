import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FixtureHub } from '../../apps/console/dev/fixture-hub.ts';
import { buildConsole, CONSOLE_DIST } from './console-build.ts';
import { expectAccessible, launchBrowser, logIn, openSession, type Session } from './support.ts';

let browser: Browser;
let hub: FixtureHub;

beforeAll(async () => {
  await buildConsole();
  hub = await FixtureHub.start({ dist: CONSOLE_DIST, devices: 400 });
  browser = await launchBrowser();
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

function deviceWith(status: string) {
  const device = hub.fleet.devices.find((each) => each.operational_status === status);
  if (device === undefined) throw new Error(`no fixture device is ${status}`);
  return device;
}

test('a failed device says why, what it rests on, and what would meet each gate', async () => {
  const device = deviceWith('failed');
  const session = await open(`/devices/${device.id}`);
  const { page } = session;
  const why = page.getByRole('region', { name: 'Why failed' });
  await why.getByText('Cleaning failed: erase_devices timed out on nvme3n1 after 3 600 s.').waitFor();
  await why.getByText('ProvisioningHealthy is False').waitFor();
  const gates = page.getByRole('region', { name: 'Readiness' });
  await gates.getByText(`${device.gatesMet} of ${device.gatesTotal} gates met`).waitFor();
  await gates.getByText(/Read the last error of the Ironic node/).waitFor();
  await session.close();
});

test('a condition that is too old reads as unknown, says what it was, and opens to its raw evidence', async () => {
  const session = await open(`/devices/${deviceWith('unknown').id}`);
  const { page } = session;
  const conditions = page.getByRole('region', { name: 'Conditions' });
  const row = conditions.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Enrolled', exact: true }) });
  await row.getByText('Stale: was True').waitFor();
  await row.getByText('Unknown', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Evidence of Enrolled' }).click();
  await conditions.getByText('"provision_state": "available"').waitFor();
  await expectAccessible(page);
  await session.close();
});

test('what else is true is shown beside the status that outranks it', async () => {
  const session = await open(`/devices/${deviceWith('quarantined').id}`);
  const why = session.page.getByRole('region', { name: 'Why quarantined' });
  await why.getByText('Also true, but outranked').waitFor();
  await why.getByText('Available', { exact: true }).waitFor();
  await session.close();
});

test('a cable leads to the device at its far end, and a refused object type is not shown as none', async () => {
  const session = await open(`/devices/${hub.fleet.devices[4]!.id}?tab=hardware`);
  const { page } = session;
  await page.getByText('NetBox does not give all of ip-addresses').waitFor();
  await page
    .getByRole('region', { name: 'Interfaces and cables' })
    .getByRole('link', { name: 'kef-r001-sw1' })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'kef-r001-sw1' }).waitFor();
  await session.close();
});

test('the history can be searched and goes on to older changes', async () => {
  const session = await open(`/devices/${deviceWith('failed').id}?tab=history`);
  const { page } = session;
  const rows = page.getByRole('table', { name: 'History' }).getByRole('row');
  await rows.nth(100).waitFor();
  await page.getByRole('button', { name: 'Load older changes' }).click();
  await rows.nth(130).waitFor();
  await page.getByLabel('Search in the history').fill('netbox-agent');
  await page.getByText('ProvisioningHealthy').first().waitFor({ state: 'detached' });
  expect(await rows.count()).toBeLessThan(60);
  await session.close();
});

test('a device that does not exist says where to look', async () => {
  const session = await open('/devices/00000000-0000-4000-8000-ffffffffffff');
  await session.page.getByRole('link', { name: 'Search with deleted devices' }).click();
  await session.page.getByText('with deleted devices').waitFor();
  await session.close();
});

test('a finding is acknowledged with a note, and nobody else’s note is written over unseen', async () => {
  const session = await open('/findings?kind=device-without-node');
  const { page } = session;
  const card = page.getByRole('article');
  await card.getByText('Enrol the device, or correct its serial in NetBox.').waitFor();
  await card.getByRole('button', { name: 'Acknowledge' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note for the others').fill('On it.');
  await expectAccessible(page);
  // A colleague is quicker: the version that the dialog read is no longer the present one.
  hub.fleet.acknowledge(0, 'acknowledged', 'Mine already.', 'Colleague');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  const alert = dialog.getByRole('alert');
  await alert.getByText('Somebody changed it first. Nothing of yours was saved.').waitFor();
  await alert.getByText(/by Colleague, with the note “Mine already\.”/).waitFor();
  expect(hub.fleet.findings[0]!.note).toBe('Mine already.');

  await dialog.getByRole('button', { name: 'Save over it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await card.getByText('On it.').waitFor();
  await card.getByText('Acknowledged', { exact: true }).waitFor();
  expect(session.faults).toEqual([]);
  await session.close();
});

test('every number of the overview opens the devices that it counts', async () => {
  const session = await open('/');
  const { page } = session;
  const cell = page.getByRole('link', { name: /^\d+ Customer at Luleå$/ });
  const count = Number(await cell.textContent());
  await cell.click();
  await page.getByText(`${count} devices match`).waitFor();
  expect(new URL(page.url()).search).toBe('?status=customer&site=lulea');
  await session.close();
});

test('pages hold together from 900 pixels on', async () => {
  const session = await openSession(browser, { baseUrl: hub.url, width: 900, height: 700 });
  const { page } = session;
  await logIn(page, hub.loginCode);
  for (const path of ['/', '/devices', `/devices/${deviceWith('failed').id}`, '/findings', '/agents', '/sites']) {
    await page.goto(path);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect({ path, overflow }).toEqual({ path, overflow: 0 });
  }
  await session.close();
});
