import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FixtureHub } from '../../apps/console/dev/fixture-hub.ts';
import { buildConsole, CONSOLE_DIST } from './console-build.ts';
import { eventually, launchBrowser, logIn, openSession } from './support.ts';

let browser: Browser;
let hub: FixtureHub;

beforeAll(async () => {
  await buildConsole();
  hub = await FixtureHub.start({ dist: CONSOLE_DIST, devices: 60 });
  browser = await launchBrowser();
});
afterEach(() => hub.failing.clear());
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

test('a log-in link logs in, and its code never reaches the server in an address or stays in the history', async () => {
  const session = await openSession(browser, { baseUrl: hub.url });
  const { page } = session;
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await logIn(page, hub.loginCode);
  expect(addresses.filter((address) => new URL(address).search.includes(hub.loginCode))).toEqual([]);
  expect(hub.requests.join(' ')).not.toContain(hub.loginCode);
  expect(page.url()).not.toContain(hub.loginCode);
  await session.close();
});

test('a wrong code says what to do, and the right one typed by hand logs in', async () => {
  const session = await openSession(browser, { baseUrl: hub.url });
  const { page } = session;
  await page.goto('/login#code=used-up');
  const alert = page.getByRole('alert');
  await alert.getByText('The one-time code is used up, expired or wrong').waitFor();
  await alert.getByText(/fleetctl login-link/).waitFor();
  await page.getByLabel('One-time code').fill(hub.loginCode);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await session.close();
});

test('someone who is not logged in comes back to the page they asked for', async () => {
  const session = await openSession(browser, { baseUrl: hub.url });
  const { page } = session;
  await page.goto('/devices?status=failed');
  await page.getByLabel('One-time code').fill(hub.loginCode);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  expect(new URL(page.url()).search).toBe('?status=failed');
  await session.close();
});

test('a session that ends leads to the log-in page', async () => {
  const session = await openSession(browser, { baseUrl: hub.url });
  const { page } = session;
  await logIn(page, hub.loginCode);
  await session.context.clearCookies();
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByLabel('One-time code').waitFor();
  await session.close();
});

test('logging out ends at the log-in page', async () => {
  const session = await openSession(browser, { baseUrl: hub.url });
  const { page } = session;
  await logIn(page, hub.loginCode);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByLabel('One-time code').waitFor();
  await page.goto('/devices');
  await page.getByLabel('One-time code').waitFor();
  await session.close();
});

test('the chosen theme is kept against the preference of the system', async () => {
  const session = await openSession(browser, { baseUrl: hub.url, theme: 'light' });
  const { page } = session;
  await logIn(page, hub.loginCode);
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const light = await ground();
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await eventually(ground, (colour) => colour !== light, 'the ground turns dark');
  const dark = await ground();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(await ground()).toBe(dark);
  await session.close();
});

test('a page that cannot be read says why and what to do, and recovers', async () => {
  const session = await openSession(browser, { baseUrl: hub.url });
  const { page } = session;
  await logIn(page, hub.loginCode);
  hub.failing.set('/api/v1/sites', 'FM_FORBIDDEN');
  await page.getByRole('link', { name: 'Sites' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Not permitted').waitFor();
  await alert.getByText(/Ask an administrator/).waitFor();
  hub.failing.clear();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Keflavík', { exact: true }).waitFor();
  await session.close();
});

test('an empty fleet says how it fills', async () => {
  const empty = await FixtureHub.start({ dist: CONSOLE_DIST, devices: 0 });
  const session = await openSession(browser, { baseUrl: empty.url });
  const { page } = session;
  await logIn(page, empty.loginCode);
  await page.getByText('No sites yet').waitFor();
  await page.goto('/devices');
  await page.getByText('No devices yet').waitFor();
  await page.goto('/agents');
  await page.getByText('No agent has reported yet').waitFor();
  expect(session.faults).toEqual([]);
  await session.close();
  await empty.stop();
});

test('a new link opened in the tab of the log-in page logs in', async () => {
  const session = await openSession(browser, { baseUrl: hub.url });
  const { page } = session;
  await page.goto('/login#code=used-up');
  await page.getByRole('alert').waitFor();
  await page.goto(`/login#code=${hub.loginCode}`);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await session.close();
});
