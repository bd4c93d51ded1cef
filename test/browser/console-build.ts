import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CONSOLE_DIST = fileURLToPath(new URL('../../apps/console/dist/', import.meta.url));

/** Builds the console as it is shipped; takes about two seconds. */
export async function buildConsole(): Promise<void> {
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
