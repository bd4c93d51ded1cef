import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CONSOLE_DIST = fileURLToPath(new URL('../../apps/console/dist/', import.meta.url));
/** What the build is made of. */
const SOURCES = [
  'apps/console/src',
  'apps/console/public',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'packages/contract/src',
  'packages/domain/src',
];

/** Builds the console as it is shipped, unless the build is newer than its sources; takes about two seconds. */
export async function buildConsole(): Promise<void> {
  const built = await newest(join(CONSOLE_DIST, 'index.html'));
  const changed = await Promise.all(SOURCES.map((source) => newest(join(ROOT, source))));
  if (built > Math.max(...changed)) return;
  const vite = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', 'apps/console', '--logLevel', 'error'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const code = await new Promise<number | null>((resolve, reject) => {
    vite.on('error', reject);
    vite.on('exit', resolve);
  });
  if (code !== 0) throw new Error(`the console's build ended with ${code}`);
}

/** When anything under the path was last changed, in milliseconds since the epoch; 0 when it does not exist. */
async function newest(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const times = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).mtimeMs));
  return Math.max(0, ...times);
}
