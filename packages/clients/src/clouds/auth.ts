import { Secret } from '@fleet-manager/platform/secret';
import type { CloudAuth, DomainRef, OwnedRef, Scope } from './cloud.ts';
import { isTree, type Locate, type Tree } from './document.ts';
import { CloudConfigError, cloudExample } from './errors.ts';

type Format = (value: string, config: Tree, at: { file: string | undefined; line: number | undefined }) => string;

const options = [
  'auth_url',
  'endpoint',
  'username',
  'user_id',
  'password',
  'user_domain_id',
  'user_domain_name',
  'project_id',
  'project_name',
  'project_domain_id',
  'project_domain_name',
  'domain_id',
  'domain_name',
  'system_scope',
  'application_credential_id',
  'application_credential_name',
  'application_credential_secret',
] as const;
type Option = (typeof options)[number];
type Options = Partial<Record<Option, string>>;

/** The log-in that a cloud describes. Options may stand inside `auth` or beside it; the inside wins. */
export function cloudAuth(config: Tree, at: Locate, format: Format): CloudAuth {
  if (config.auth !== undefined && config.auth !== null && !isTree(config.auth)) {
    throw new CloudConfigError('"auth" must be a mapping', { ...at(['auth']), example: cloudExample });
  }
  const given = collect(config, isTree(config.auth) ? config.auth : {}, at);
  const type = String(config.auth_type ?? config.auth_plugin ?? '');
  const must = (key: Option): string => {
    const value = given[key];
    if (value !== undefined) return value;
    const hint =
      key === 'password' && given.application_credential_secret
        ? '; for an application credential set auth_type: v3applicationcredential'
        : '';
    throw new CloudConfigError(`"auth" needs ${key} for auth_type ${type}${hint}`, {
      ...at(['auth']),
      example: `auth:\n  ${key}: …`,
    });
  };
  const authUrl = () => format(must('auth_url'), config, at(['auth', 'auth_url']));
  switch (type) {
    case 'v3applicationcredential': {
      const scope = options.find((key) => /^(project_|domain_|system_scope)/.test(key) && given[key] !== undefined);
      if (scope) {
        throw new CloudConfigError(
          `remove ${scope}: an application credential brings its project with it, and Keystone refuses one that is sent along`,
          {
            ...at(['auth', scope]),
            example: cloudExample,
          },
        );
      }
      const id = given.application_credential_id;
      const credential =
        id === undefined ? { name: must('application_credential_name'), user: user(given, must, at) } : { id };
      return {
        type: 'application_credential',
        authUrl: authUrl(),
        credential,
        secret: new Secret(must('application_credential_secret')),
      };
    }
    case 'password':
    case 'v3password':
      return {
        type: 'password',
        authUrl: authUrl(),
        user: user(given, must, at),
        password: new Secret(must('password')),
        scope: scopeOf(given, at),
      };
    case 'http_basic':
      return {
        type: 'http_basic',
        endpoint: given.endpoint,
        username: must('username'),
        password: new Secret(must('password')),
      };
    case 'none':
    case 'None':
    case '':
      return { type: 'none', endpoint: given.endpoint };
    default:
      throw new CloudConfigError(
        `auth_type ${type} is not supported; use v3applicationcredential, password, v3password, http_basic or none`,
        { ...at(['auth_type']), example: 'auth_type: v3applicationcredential' },
      );
  }
}

function collect(config: Tree, auth: Tree, at: Locate): Options {
  const out: Options = {};
  const put = (key: Option, value: unknown) => {
    if (value === undefined || value === null || value === '') return;
    if (typeof value !== 'string') {
      throw new CloudConfigError(`${key} must be a text; put quotes around it`, {
        ...at(['auth', key]),
        example: `auth:\n  ${key}: "…"`,
      });
    }
    out[key] = value;
  };
  // Later names win over earlier ones, and the inside of `auth` over the outside of the same name.
  const names: [Option, readonly string[]][] = options.map((key) => [key, [key]]);
  const old: Partial<Record<Option, string>> = {
    project_id: 'tenant_id',
    project_name: 'tenant_name',
    username: 'user_name',
  };
  for (const [key, [name]] of names) {
    for (const one of [old[key], name]) {
      if (one === undefined) continue;
      put(key, config[one]);
      put(key, auth[one]);
    }
  }
  // A domain given once counts for user and project, when a project is asked for at all.
  if (out.project_id !== undefined || out.project_name !== undefined) {
    for (const end of ['id', 'name'] as const) {
      const shared = out[`domain_${end}`];
      if (shared === undefined) continue;
      out[`user_domain_${end}`] ??= shared;
      out[`project_domain_${end}`] ??= shared;
      delete out[`domain_${end}`];
    }
  }
  return out;
}

function domain(id: string | undefined, name: string | undefined): DomainRef | undefined {
  return id !== undefined ? { id } : name !== undefined ? { name } : undefined;
}

function user(given: Options, must: (key: Option) => string, at: Locate): OwnedRef {
  if (given.user_id !== undefined) return { id: given.user_id };
  const name = must('username');
  const home = domain(given.user_domain_id, given.user_domain_name);
  if (home) return { name, domain: home };
  throw new CloudConfigError('a user that is given by name needs user_domain_name or user_domain_id', {
    ...at(['auth', 'username']),
    example: `auth:\n  username: ${name}\n  user_domain_name: Default`,
  });
}

function scopeOf(given: Options, at: Locate): Scope {
  if (given.system_scope !== undefined) {
    if (given.system_scope === 'all') return { kind: 'system' };
    throw new CloudConfigError('system_scope can only be "all"', {
      ...at(['auth', 'system_scope']),
      example: 'system_scope: all',
    });
  }
  if (given.project_id !== undefined) return { kind: 'project', project: { id: given.project_id } };
  if (given.project_name !== undefined) {
    const home = domain(given.project_domain_id, given.project_domain_name);
    if (home) return { kind: 'project', project: { name: given.project_name, domain: home } };
    throw new CloudConfigError('a project that is given by name needs project_domain_name or project_domain_id', {
      ...at(['auth', 'project_name']),
      example: `auth:\n  project_name: ${given.project_name}\n  project_domain_name: Default`,
    });
  }
  const own = domain(given.domain_id, given.domain_name);
  return own ? { kind: 'domain', domain: own } : { kind: 'unscoped' };
}
