import type { Cloud } from './cloud.ts';
import { isTree, mergeTrees, readSettings, type SettingsDocument, type Tree } from './document.ts';
import { CloudConfigError, cloudExample } from './errors.ts';
import { resolveCloud } from './resolve.ts';
import { type CloudSurroundings, environmentCloud, findFile, readFile } from './sources.ts';

export interface CloudRequest {
  /** Name of the entry; without it OS_CLOUD, the OS_* variables, or the only entry of the file. */
  readonly cloud?: string | undefined;
  /** Region of that entry; without it the entry's first. */
  readonly region?: string | undefined;
  /** The clouds file to read in place of the usual search. */
  readonly file?: string | undefined;
  /** The text of a clouds file, and of its secure file, for settings that never touch the disk. */
  readonly text?: string | undefined;
  readonly secureText?: string | undefined;
}

/** Nothing of the process's surroundings: for files and texts that are named in full. */
export const noSurroundings: CloudSurroundings = { env: {}, cwd: '/nonexistent', home: '/nonexistent' };

/**
 * Reads one cloud the way openstacksdk does: the first clouds file found, secure.yaml laid over it, the entry's profile
 * under it, the region's own values over it.
 * @throws CloudConfigError with file, line and an example.
 */
export function loadCloud(request: CloudRequest, around: CloudSurroundings = noSurroundings): Cloud {
  const explicit = request.file !== undefined || request.text !== undefined;
  const found = explicit ? { document: explicitDocument(request), looked: [] } : findFile('clouds', around);
  const secure =
    request.secureText === undefined
      ? explicit
        ? undefined
        : findFile('secure', around).document
      : readSettings(request.secureText, 'secure.yaml (given as text)');
  const root = mergeTrees(found.document?.root ?? {}, secure?.root ?? {});
  const clouds = root.clouds ?? {};
  const file = found.document?.file;
  if (!isTree(clouds))
    throw new CloudConfigError('"clouds" must be a mapping of names to clouds', {
      file,
      line: found.document?.lineOf(['clouds']),
      example: cloudExample,
    });

  const all: Tree = { ...clouds };
  const envName = around.env.OS_CLOUD_NAME || 'envvars';
  const fromEnv = explicit ? undefined : environmentCloud(around.env);
  if (!explicit && envName in clouds) {
    throw new CloudConfigError(`the cloud "${envName}" has the name that is kept for the OS_* variables; rename it`, {
      file,
      line: found.document?.lineOf(['clouds', envName]),
    });
  }
  if (fromEnv) all[envName] = fromEnv;

  const names = Object.keys(all);
  const name =
    request.cloud ??
    (around.env.OS_CLOUD || undefined) ??
    (fromEnv ? envName : names.length === 1 ? names[0] : undefined);
  const chosen = name === undefined ? undefined : all[name];
  if (name === undefined || chosen === undefined) {
    throw new CloudConfigError(notFound(name, names, found.document, found.looked), { file, example: cloudExample });
  }
  const documents = name === envName && fromEnv ? [] : [found.document, secure].filter((one) => one !== undefined);
  const at = (path: readonly string[]) => place(documents, ['clouds', name, ...path]);
  if (!isTree(chosen))
    throw new CloudConfigError(`the cloud "${name}" must be a mapping`, { ...at([]), example: cloudExample });
  const profile = chosen.profile ?? chosen.cloud;
  const base =
    profile === undefined || profile === envName
      ? {}
      : vendorProfile(String(profile), at(['profile']), around, explicit);
  return resolveCloud({ name, own: chosen, profile: base, region: request.region, at, file: documents[0]?.file });
}

function explicitDocument(request: CloudRequest): SettingsDocument {
  if (request.text !== undefined) return readSettings(request.text, request.file ?? 'clouds.yaml (given as text)');
  return readFile(request.file ?? '');
}

/** The file and line of a setting: secure.yaml when it holds the whole path, else the clouds file. */
function place(
  documents: readonly SettingsDocument[],
  path: readonly string[],
): { file: string | undefined; line: number | undefined } {
  const holder = documents.toReversed().find((one) => holds(one.root, path)) ?? documents[0];
  return { file: holder?.file, line: holder?.lineOf(path) };
}

function holds(root: Tree, path: readonly string[]): boolean {
  let at: unknown = root;
  for (const key of path) {
    if (!isTree(at) || !(key in at)) return false;
    at = at[key];
  }
  return true;
}

function notFound(
  name: string | undefined,
  names: readonly string[],
  document: SettingsDocument | undefined,
  looked: readonly string[],
): string {
  const there = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
  if (document === undefined)
    return `no clouds file found; looked for ${looked.join(', ')}; set OS_CLIENT_CONFIG_FILE or make one`;
  if (name === undefined)
    return names.length === 0
      ? 'has no clouds'
      : `has several clouds and none was chosen (${names.join(', ')}); name one, or set OS_CLOUD`;
  return `has no cloud "${name}"; ${there}`;
}

function vendorProfile(
  name: string,
  at: { file: string | undefined; line: number | undefined },
  around: CloudSurroundings,
  explicit: boolean,
): Tree {
  if (/^https?:/.test(name))
    throw new CloudConfigError(
      'a profile that is fetched from a URL is not supported; write its settings into the cloud',
      at,
    );
  const vendors = explicit ? undefined : findFile('clouds-public', around).document?.root['public-clouds'];
  const found = isTree(vendors) ? vendors[name] : undefined;
  if (isTree(found)) return found;
  throw new CloudConfigError(
    `the profile "${name}" is in no clouds-public.yaml; the SDK's bundled list of public clouds is not used: write auth_url and region_name into the cloud`,
    at,
  );
}
