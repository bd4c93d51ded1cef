import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** Where a hub is, and the file with the token to talk to it. The token itself is never copied into this file. */
export const Context = z.object({ hubUrl: z.url(), tokenFile: z.string().min(1) });
export type Context = z.infer<typeof Context>;

const ContextFile = z.object({ current: z.string(), contexts: z.record(z.string(), Context) });

/** `FM_CONTEXT_FILE`, else `contexts.json` in the user's configuration folder (XDG). */
export function contextFilePath(env: NodeJS.ProcessEnv = process.env): string {
  if (env.FM_CONTEXT_FILE) return env.FM_CONTEXT_FILE;
  return path.join(env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'fleet-manager', 'contexts.json');
}

/** The named context, or the current one; undefined when there is none. */
export async function readContext(file: string, name?: string): Promise<Context | undefined> {
  const stored = await readContexts(file);
  return stored?.contexts[name ?? stored.current];
}

/** Adds or replaces a context and makes it the current one. A reader never sees half a file. */
export async function writeContext(file: string, name: string, context: Context): Promise<void> {
  const stored = await readContexts(file);
  const next = { current: name, contexts: { ...stored?.contexts, [name]: context } };
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}

async function readContexts(file: string): Promise<z.infer<typeof ContextFile> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return ContextFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is not a context file: remove it, and run \`npm start\` again.`, { cause });
  }
}
