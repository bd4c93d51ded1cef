import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FixtureHub } from '../../apps/console/dev/fixture-hub.ts';
import { buildConsole, CONSOLE_DIST } from './console-build.ts';
import { expectAccessible, launchBrowser, logIn, openSession, type Session } from './support.ts';

let browser: Browser;
let hub: FixtureHub;
let session: Session;

beforeAll(async () => {
  await buildConsole();
  hub = await FixtureHub.start({ dist: CONSOLE_DIST, devices: 20 });
  browser = await launchBrowser();
  session = await openSession(browser, { baseUrl: hub.url, theme: 'light' });
  await session.page.goto('/login');
  await logIn(session.page, hub.loginCode);
});
afterAll(async () => {
  await session?.close();
  await browser?.close();
  await hub?.stop();
});

test('the audit log is searched by outcome, by who and by request, with the search in the address', async () => {
  const { page } = session;
  await page.goto('/audit');
  await page.getByText('Changed a finding').first().waitFor();
  await page.getByRole('button', { name: 'Load older entries' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(131);

  await page.getByRole('button', { name: /^Outcome/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Failed' }).click();
  await page.keyboard.press('Escape');
  await page.waitForURL(/outcome=failed/);
  await expect.poll(() => page.getByText('Done', { exact: true }).count()).toBe(0);
  await page.getByText('Tried to make a log-in link').first().waitFor();

  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await page.waitForURL(/\/audit$/);
  await page.getByLabel('Request id').fill('fixture-request-3');
  await page.keyboard.press('Enter');
  await page.waitForURL(/request=fixture-request-3/);
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByText('ironic-agent-north2').waitFor();

  await page.getByLabel('Request id').fill('no-such-request');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing that matches').waitFor();
});

test('an entry shows what was there before and after, by keyboard alone', async () => {
  const { page } = session;
  await page.goto('/audit?outcome=done');
  const details = page.getByRole('button', { name: 'Show details' }).first();
  await details.focus();
  await page.keyboard.press('Enter');
  await page.getByText('"state": "acknowledged"').waitFor();
  await page.getByText('"state": "open"').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Fixture operator' }).first().click();
  await page.waitForURL(/actor=operator/);
});
