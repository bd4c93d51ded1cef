import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';

/** Writes a file that appears whole or not at all, readable by its owner alone. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

/** The JSON in a file, or undefined when there is no such file or it is not JSON. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

/** A secret that is made at the first start and kept. */
export async function keptSecret(file: string): Promise<string> {
  try {
    const kept = (await readFile(file, 'utf8')).trim();
    if (kept !== '') return kept;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const secret = randomBytes(24).toString('base64url');
  await writeWhole(file, `${secret}\n`);
  return secret;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
