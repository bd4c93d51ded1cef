import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { pythonEnvironment } from '../support/python-venv.ts';

const exec = promisify(execFile);
const CONFIG = path.join(import.meta.dirname, 'schemathesis.toml');
const REQUIREMENTS = path.join(import.meta.dirname, 'requirements.txt');
const Failed = z.object({ code: z.int(), stdout: z.string(), stderr: z.string() });

export interface Attack {
  readonly url: string;
  /** Bearer token; without one the attacker is nobody. It goes by the environment, never by the arguments. */
  readonly token?: string;
  /** Values of path parameters that the attacker knows. */
  readonly subjects?: Readonly<Record<string, string>>;
  /** Cases of each operation in each phase, at most. */
  readonly examples: number;
  readonly seed: number;
  /** One operation alone; all of them when left out. */
  readonly only?: string;
}

export interface AttackReport {
  readonly cases: number;
  /** What schemathesis says of each answer that the API document does not allow; empty when there is none. */
  readonly found: string;
}

/** Attacks a hub by its own API document: single requests, and walks along the links of its answers. */
export async function attack({ url, token, subjects, examples, seed, only }: Attack): Promise<AttackReport> {
  const { bin } = await pythonEnvironment('schemathesis-venv', REQUIREMENTS);
  const folder = await mkdtemp(path.join(tmpdir(), 'fm-attack-'));
  const options = ['--max-examples', String(examples), '--seed', String(seed), '--no-color'];
  if (only !== undefined) options.push('--include-operation-id', only);
  try {
    const { code, stdout, stderr } = await exec(
      path.join(bin, 'schemathesis'),
      ['--config-file', CONFIG, 'run', `${url}/openapi.json`, ...options],
      {
        // Its own files, such as the examples that it remembers, stay out of the clone: a run depends on its seed alone.
        cwd: folder,
        env: {
          PATH: `${bin}:${process.env.PATH ?? ''}`,
          HOME: folder,
          LC_ALL: 'C.UTF-8',
          PYTHONPATH: import.meta.dirname,
          PYTHONDONTWRITEBYTECODE: '1',
          FM_AUTHORIZATION: token === undefined ? '' : `Bearer ${token}`,
          FM_SUBJECTS: JSON.stringify(subjects ?? {}),
        },
        maxBuffer: 256 * 1024 * 1024,
      },
    ).then(
      (done) => ({ ...done, code: 0 }),
      (error: unknown) => Failed.parse(error),
    );
    const cases = Number(/(\d+) generated/.exec(stdout)?.[1] ?? 0);
    return { cases, found: code === 0 ? '' : `${stdout}\n${stderr}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
