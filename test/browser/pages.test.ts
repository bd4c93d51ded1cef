import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviceId } from '../../apps/console/dev/fixture-devices.ts';
import { FixtureHub } from '../../apps/console/dev/fixture-hub.ts';
import { buildConsole, CONSOLE_DIST } from './console-build.ts';
import { expectAccessible, launchBrowser, logIn, openSession, type Session, screenshot, THEMES } from './support.ts';

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

/** A failed device has the most to say. */
const failed = () => {
  const found = hub.fleet.devices.find((device) => device.operational_status === 'failed');
  if (found === undefined) throw new Error('the fixtures have no failed device');
  return found;
};

/** Each page: where it is, and what must stand on it before it counts as shown. */
const PAGES: readonly { name: string; path: () => string; shows: string | RegExp }[] = [
  { name: 'overview', path: () => '/', shows: 'Unhealthy for longest' },
  { name: 'devices', path: () => '/devices', shows: 'kef-r001-tray01' },
  { name: 'device', path: () => `/devices/${failed().id}`, shows: 'Why failed' },
  { name: 'device-hardware', path: () => `/devices/${deviceId(4)}?tab=hardware`, shows: 'Interfaces and cables' },
  { name: 'device-history', path: () => `/devices/${failed().id}?tab=history`, shows: 'Load older changes' },
  { name: 'device-raw', path: () => `/devices/${failed().id}?tab=raw`, shows: '"operational_status": "failed"' },
  { name: 'findings', path: () => '/findings', shows: /^Device without a node: / },
  { name: 'agents', path: () => '/agents', shows: 'openstack-agent/north2' },
  { name: 'sites', path: () => '/sites', shows: 'Keflavík' },
  { name: 'audit', path: () => '/audit', shows: 'Changed a finding' },
  { name: 'not-found', path: () => '/nowhere', shows: 'There is no page at this address' },
];

describe.each(THEMES)('in %s', (theme) => {
  let session: Session;
  beforeAll(async () => {
    session = await openSession(browser, { baseUrl: hub.url, theme });
  });
  afterAll(async () => {
    await session?.close();
  });

  test('the log-in page can be used by everyone', async () => {
    await session.page.goto('/login');
    await session.page.getByLabel('One-time code').waitFor();
    await expectAccessible(session.page);
    await screenshot(session.page, 'login', theme);
    await logIn(session.page, hub.loginCode);
  });

  test.each(PAGES)('$name shows its content and breaks no rule of accessibility', async ({ name, path, shows }) => {
    const { page } = session;
    await page.goto(path());
    await page.getByText(shows).first().waitFor();
    if (name !== 'not-found') await page.getByText('Live', { exact: true }).waitFor();
    await expectAccessible(page);
    await screenshot(page, name, theme);
  });

  test('no script failed and no security policy was broken', () => {
    expect(session.faults).toEqual([]);
  });
});
