import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SOURCES = ['apps/console', 'packages/contract/src', 'packages/domain/src', 'package-lock.json'];

/** Builds the console when its sources differ from those of the last build. Gives the directory to serve. */
export async function buildConsole(root: string, logFile: string): Promise<{ dir: string; built: boolean }> {
  const dir = path.join(root, 'apps/console/dist');
  const stamp = path.join(dir, '.sources');
  const wanted = await hashOf(root);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return { dir, built: false };

  const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  await once(log, 'open');
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: path.join(root, 'apps/console'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const [code] = await once(child, 'exit');
  log.end();
  if (code !== 0) throw new Error(`The console could not be built; see ${logFile}`);
  await writeFile(stamp, wanted);
  return { dir, built: true };
}

async function hashOf(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const base = path.join(root, source);
    for (const file of await filesUnder(base)) {
      hash.update(path.relative(root, file)).update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesUnder(base: string): Promise<string[]> {
  const entries = await readdir(base, { withFileTypes: true, recursive: true }).catch(() => undefined);
  if (entries === undefined) return [base];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](dist|node_modules)[\\/]|\.test\.tsx?$/.test(file))
    .sort();
}
