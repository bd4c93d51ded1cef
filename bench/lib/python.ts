import path from 'node:path';
import { foreignPython } from '../../test/support/python-venv.ts';

/** Runs a script of the benchmark with the pinned foreign clients and answers what it printed. */
export async function python(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const environment = await foreignPython();
  return environment.run('python', [path.join(import.meta.dirname, '..', script), ...args], env);
}
