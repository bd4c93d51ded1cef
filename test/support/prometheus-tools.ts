import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../node_modules/.cache/prometheus');

/**
 * Path of `promtool` or `prometheus`: the machine's own, else out of Debian's package, unpacked and not installed, so that no root
 * is needed and no service is started.
 */
export function prometheusTool(name: 'promtool' | 'prometheus'): string {
  const own = (process.env.PATH ?? '').split(':').find((folder) => existsSync(path.join(folder, name)));
  if (own !== undefined) return path.join(own, name);
  const kept = path.join(FOLDER, 'usr/bin', name);
  if (existsSync(kept)) return kept;
  const draft = `${FOLDER}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  execFileSync('apt-get', ['download', 'prometheus'], { cwd: draft, stdio: 'pipe' });
  const [deb] = readdirSync(draft).filter((file) => file.endsWith('.deb'));
  if (deb === undefined)
    throw new Error('apt-get download prometheus gave no package: install promtool, or run apt-get update');
  execFileSync('dpkg-deb', ['-x', deb, '.'], { cwd: draft });
  // Another suite may have been quicker: its copy is as good.
  if (!existsSync(FOLDER)) renameSync(draft, FOLDER);
  return existsSync(kept) ? kept : path.join(draft, 'usr/bin', name);
}
