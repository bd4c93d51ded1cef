import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FixtureHub } from '../../apps/console/dev/fixture-hub.ts';
import { buildConsole, CONSOLE_DIST } from './console-build.ts';
import { eventually, launchBrowser, logIn, openSession, type Session } from './support.ts';

let browser: Browser;
let hub: FixtureHub;

beforeAll(async () => {
  await buildConsole();
  hub = await FixtureHub.start({ dist: CONSOLE_DIST, devices: 10_000 });
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

test('10,000 devices scroll to the last one while few rows are in the document', async () => {
  const session = await open('/devices');
  const { page } = session;
  await page.getByText('10,000 devices').waitFor();
  const last = [...hub.fleet.devices].sort((a, b) => a.name.localeCompare(b.name)).at(-1)!.name;
  const scroller = page.getByTestId('device-scroller');
  await eventually(
    async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return page.getByRole('link', { name: last, exact: true }).isVisible();
    },
    (seen) => seen,
    'the last device comes into sight',
    75_000,
  );
  expect(await page.getByRole('row').count()).toBeLessThan(120);
  expect(session.faults).toEqual([]);
  await session.close();
});

test('filters stand in the address, are done by the hub, and say how many match', async () => {
  const session = await open('/devices');
  const { page } = session;
  const failed = hub.fleet.devices.filter((device) => device.operational_status === 'failed').length;
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Failed/ }).click();
  await page.keyboard.press('Escape');
  await page.getByText(`${failed.toLocaleString('en')} devices match`).waitFor();
  expect(new URL(page.url()).search).toBe('?status=failed');
  expect(hub.requests.some((request) => request.startsWith('GET /api/v1/devices?status=failed'))).toBe(true);

  await page.reload();
  await page.getByText(`${failed.toLocaleString('en')} devices match`).waitFor();
  await page.getByRole('button', { name: 'Remove Status: Failed' }).click();
  await page.getByText('10,000 devices').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await session.close();
});

test('sorting is asked of the hub and shown on the header', async () => {
  const session = await open('/devices?status=failed');
  const { page } = session;
  await page.getByRole('button', { name: 'For', exact: true }).click();
  await eventually(
    () => page.getByRole('columnheader', { name: 'For' }).getAttribute('aria-sort'),
    (sort) => sort === 'ascending',
    'sorted by age',
  );
  const oldest = hub.fleet.devices
    .filter((device) => device.operational_status === 'failed')
    .sort((a, b) => a.statusSince.localeCompare(b.statusSince) || a.id.localeCompare(b.id))[0]!.name;
  await eventually(
    async () => (await page.getByRole('row').nth(1).getByRole('link').textContent()) ?? '',
    (name) => name === oldest,
    'the oldest first',
  );
  expect(new URL(page.url()).searchParams.get('sort')).toBe('statusSince');
  await session.close();
});

test('the keyboard alone finds and opens a device', async () => {
  const session = await open('/devices');
  const { page } = session;
  await page.getByText('10,000 devices').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('SN704003');
  await page.getByText('1 device matches').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  const name = hub.fleet.devices[3]!.name;
  await eventually(
    () => page.evaluate<string>("document.activeElement?.textContent ?? ''"),
    (text) => text === name,
    'the first row has the focus',
  );
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page or device' }).fill('kef-r001-tray02');
  await page.getByRole('option', { name: /kef-r001-tray02/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'kef-r001-tray02' }).waitFor();
  expect(session.faults).toEqual([]);
  await session.close();
});

test('an export holds every device that matches, not only those that are loaded', async () => {
  const session = await open('/devices?site=narvik&status=customer');
  const { page } = session;
  const matching = hub.fleet.devices.filter((d) => d.siteSlug === 'narvik' && d.operational_status === 'customer');
  expect(matching.length).toBeGreaterThan(500);
  await page.getByText(`${matching.length.toLocaleString('en')} devices match`).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Copy names, one a line' }).click();
  await page.getByText(`Copied ${matching.length.toLocaleString('en')} devices`).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied.split('\n').sort()).toEqual(matching.map((device) => device.name).sort());

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Download as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^devices-.*\.csv$/);
  await session.close();
});

test('chosen columns are remembered', async () => {
  const session = await open('/devices');
  const { page } = session;
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Serial' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Serial' }).waitFor();
  await page.reload();
  await page.getByRole('columnheader', { name: 'Serial' }).waitFor();
  await session.close();
});

test('a filter that nobody knows is named, not dropped', async () => {
  const session = await open('/devices?status=exploded');
  const { page } = session;
  await page.getByText('The address holds a filter that the console does not know').waitFor();
  await page.getByRole('link', { name: 'Open without filters' }).click();
  await page.getByText('10,000 devices').waitFor();
  await session.close();
});

test('a filter that nothing matches says what to do', async () => {
  const session = await open('/devices?q=nothing-is-called-this');
  const { page } = session;
  await page.getByText('No device matches').waitFor();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await page.getByText('10,000 devices').waitFor();
  expect(await page.getByLabel('Search devices').inputValue()).toBe('');
  await session.close();
});

test('rows of a long list follow the hub in place', async () => {
  const session = await open('/devices?site=keflavik&site=lulea&site=narvik');
  const { page } = session;
  const scroller = page.getByTestId('device-scroller');
  await page.getByText('10,000 devices match').waitFor();
  await eventually(
    async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return page.getByText('2,000 loaded').isVisible();
    },
    (loaded) => loaded,
    'four pages are loaded',
  );
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'kef-r001-tray02', exact: true }) });
  await row.getByText('Customer', { exact: true }).waitFor();
  const changed = hub.fleet.change(1, 'failed');
  hub.stream.emit({ kind: 'status.changed', siteSlug: changed.siteSlug, deviceId: changed.id, data: {} });
  await row.getByText('Failed', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'List has changed: read again' }).waitFor();
  hub.fleet.change(1, 'customer');
  await session.close();
});
