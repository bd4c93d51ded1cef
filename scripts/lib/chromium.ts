import { access } from 'node:fs/promises';
import { run } from './run.ts';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a Chromium for the browser suites; installs Debian's where that is possible. */
export async function ensureChromium(): Promise<string | undefined> {
  const found = (await find()) ?? process.env.FM_CHROMIUM;
  if (found !== undefined) return found;
  if (process.getuid?.() === 0) {
    console.error('Chromium is missing: installing it');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const install = () =>
      run(
        'apt-get',
        ['install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=600', 'chromium'],
        env,
      );
    if ((await install()) !== 0) {
      await run('apt-get', ['update', '-q'], env);
      await install();
    }
    return find();
  }
  return undefined;
}

async function find(): Promise<string | undefined> {
  for (const file of CANDIDATES) {
    const there = await access(file).then(
      () => true,
      () => false,
    );
    if (there) return file;
  }
  return undefined;
}
