import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, type SettingsDocument, type Tree } from './document.ts';
import { CloudConfigError } from './errors.ts';

/** Where the process lives, given by the composition root. */
export interface CloudSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
}

export interface Found {
  readonly document: SettingsDocument | undefined;
  readonly looked: readonly string[];
}

/** The first file that is there: the one the variable names, then ./, the user's folder, the system's folder. */
export function findFile(stem: 'clouds' | 'secure' | 'clouds-public', around: CloudSurroundings): Found {
  const variable =
    stem === 'clouds' ? 'OS_CLIENT_CONFIG_FILE' : stem === 'secure' ? 'OS_CLIENT_SECURE_FILE' : undefined;
  const named = variable === undefined ? undefined : around.env[variable];
  const config = around.env.XDG_CONFIG_HOME || join(around.home, '.config');
  const folders = [around.cwd, join(config, 'openstack'), join(around.home, '.config', 'openstack'), '/etc/openstack'];
  const looked = folders.flatMap((folder) => ['yaml', 'yml', 'json'].map((end) => join(folder, `${stem}.${end}`)));
  if (named) {
    // The SDK goes on to the next place when the named file is not there, and logs in somewhere else.
    if (!existsSync(named)) throw new CloudConfigError(`${variable} names ${named}, which does not exist`);
    return { document: readFile(named), looked: [named] };
  }
  const file = looked.find((path) => existsSync(path));
  return { document: file === undefined ? undefined : readFile(file), looked: [...new Set(looked)] };
}

export function readFile(file: string): SettingsDocument {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CloudConfigError('cannot be read; check the path and its permissions', { file, cause });
  }
  return readSettings(text, file);
}

const selectors = new Set([
  'OS_CLOUD',
  'OS_REGION_NAME',
  'OS_CLIENT_CONFIG_FILE',
  'OS_CLIENT_SECURE_FILE',
  'OS_CLOUD_NAME',
]);

/** The cloud that OS_* variables describe; undefined when they only select one. */
export function environmentCloud(env: CloudSurroundings['env']): Tree | undefined {
  const names = Object.keys(env).filter(
    (name) => name.startsWith('OS_') && !/^OS_(TEST|STD|LOG)/.test(name) && env[name] !== undefined,
  );
  if (names.every((name) => selectors.has(name))) return undefined;
  return Object.fromEntries(names.map((name) => [name.slice(3).toLowerCase(), env[name]]));
}
