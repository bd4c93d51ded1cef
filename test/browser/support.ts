import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

export type Theme = 'light' | 'dark';
export const THEMES: readonly Theme[] = ['light', 'dark'];

const CHROMIUM = process.env.FM_CHROMIUM ?? '/usr/bin/chromium';
const SCREENS = fileURLToPath(new URL('../../docs/screens/', import.meta.url));

/** Starts the system's Chromium. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page of its own, with everything that went wrong in it: errors, refused scripts, failed policies. */
export interface Session {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export interface SessionOptions {
  /** Where the console is served, such as `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
}

export async function openSession(browser: Browser, options: SessionOptions): Promise<Session> {
  const context = await browser.newContext({
    baseURL: options.baseUrl,
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // A refused request is the hub's word and is asserted where it matters; anything else is a fault of the console.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  return { context, page, faults, close: () => context.close() };
}

/** Logs in by the link that the hub printed: `<address>/login#code=…`. */
export async function logIn(page: Page, code: string): Promise<void> {
  await page.goto(`/login#code=${encodeURIComponent(code)}`);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

/** Fails with each broken rule and where it is broken. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}: ${node.any[0]?.message ?? ''}`),
  );
  expect(found).toEqual([]);
}

/** Writes `docs/screens/<name>-<theme>.png` when screenshots are asked for by `FM_SCREENS=1`. */
export async function screenshot(page: Page, name: string, theme: Theme): Promise<void> {
  if (process.env.FM_SCREENS !== '1') return;
  await mkdir(SCREENS, { recursive: true });
  await page.screenshot({ path: `${SCREENS}${name}-${theme}.png` });
}

/** Waits until `read` gives what is wanted, and fails with what it gave last. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  wanted: (value: T) => boolean,
  what: string,
  withinMs = 20_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (wanted(value)) return value;
    if (Date.now() > end) throw new Error(`${what}: still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
