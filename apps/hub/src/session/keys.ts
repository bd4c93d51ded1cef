import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FleetError } from '@fleet-manager/contract/errors';

const KEY_BYTES = 32;

export interface HubKeys {
  readonly tokens: Uint8Array;
  readonly cursors: Uint8Array;
}

/** Reads the hub's secret key from `directory`, or makes it there (mode 600); one key is derived for each use. */
export async function loadKeys(directory: string): Promise<HubKeys> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, 'hub-key');
  const secret = (await readKey(file)) ?? (await createKey(file));
  return deriveKeys(secret);
}

/** A key for each use, so that what is signed for one can never pass for another. */
export function deriveKeys(secret: Uint8Array): HubKeys {
  const derive = (use: string) => new Uint8Array(hkdfSync('sha256', secret, 'fleet-manager', use, KEY_BYTES));
  return { tokens: derive('tokens'), cursors: derive('cursors') };
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new FleetError(
      'FM_SETTINGS_INVALID',
      `${file} holds no key of ${KEY_BYTES} bytes: restore it, or delete it to log everybody out`,
    );
  return key;
}

async function createKey(file: string): Promise<Buffer> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600 });
  // A link fails where a file exists: of two hubs that start at once, both end with the key of the first.
  await link(draft, file).catch(() => undefined);
  await rm(draft);
  const key = await readKey(file);
  if (key === undefined) throw new FleetError('FM_SETTINGS_INVALID', `${file} cannot be written`);
  return key;
}
