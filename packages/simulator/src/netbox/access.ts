import { createHash } from 'node:crypto';
import type { Model } from './model.ts';
import type { Row } from './store.ts';
import { detail, type HttpProblem } from './validation.ts';
import { atLeast, type NetBoxVersion } from './version.ts';
import type { View } from './view.ts';

export type Action = 'view' | 'add' | 'change' | 'delete';

/** NetBox's ObjectPermission: actions on object types, held to rows where a path of columns has a value. */
export interface Permission {
  readonly id: number;
  readonly name: string;
  readonly actions: readonly Action[];
  readonly types: readonly string[];
  readonly constraint: Readonly<Record<string, string>> | null;
}

export interface User {
  readonly id: number;
  readonly username: string;
  readonly superuser: boolean;
  /** Refuses every write of its tokens. */
  readonly readOnly: boolean;
  readonly permissions: readonly Permission[];
}

/** The two forms of one user's token; the second exists from 4.5 on. */
export interface TokenPair {
  /** 40 characters, sent as `Authorization: Token ...`. */
  readonly v1: string;
  /** `nbt_KEY.SECRET`, sent as `Authorization: Bearer ...`. */
  readonly v2: string;
}

/** Tokens of a double are made from the name: they guard nothing, and a test can print them. */
export function tokensFor(username: string): TokenPair {
  const hex = (label: string, length: number) =>
    createHash('sha256').update(`netbox-double/${username}/${label}`).digest('hex').slice(0, length);
  return { v1: hex('v1', 40), v2: `nbt_${hex('key', 12)}.${hex('secret', 40)}` };
}

const organisation = [
  'dcim.region',
  'dcim.manufacturer',
  'dcim.devicetype',
  'dcim.moduletype',
  'dcim.moduletypeprofile',
  'dcim.devicerole',
  'dcim.platform',
  'dcim.racktype',
  'dcim.rackrole',
  'extras.tag',
  'extras.customfield',
  'extras.customfieldchoiceset',
  'extras.configcontext',
  'tenancy.tenant',
  'virtualization.clustertype',
  'virtualization.clustergroup',
  'ipam.vrf',
];
const sitePaths: Readonly<Record<string, string>> = {
  'dcim.site': 'slug',
  'dcim.location': 'site__slug',
  'dcim.rack': 'site__slug',
  'dcim.device': 'site__slug',
  'dcim.module': 'device__site__slug',
  'dcim.modulebay': 'device__site__slug',
  'dcim.interface': 'device__site__slug',
};
const consoles = ['dcim.consoleport', 'dcim.consoleserverport'];
const unscoped = ['dcim.cable', 'ipam.ipaddress', 'ipam.prefix', 'virtualization.cluster'];
const sensitive = ['dcim.macaddress', 'dcim.cabletermination', 'core.objectchange'];
const everything = [...organisation, ...Object.keys(sitePaths), ...consoles, ...unscoped, ...sensitive];

/**
 * The users of the double: `admin` may do all, `mirror` reads all, `limited` reads one site and neither MAC addresses,
 * cable terminations, the change log nor console ports, `fleetmanager` has the rights that the product asks for.
 */
export function standardUsers(siteSlug: string): readonly User[] {
  let nextId = 1;
  const grant = (
    name: string,
    actions: readonly Action[],
    types: readonly string[],
    constraint: Permission['constraint'] = null,
  ) => ({
    id: nextId++,
    name,
    actions,
    types,
    constraint,
  });
  return [
    { id: 1, username: 'admin', superuser: true, readOnly: false, permissions: [] },
    {
      id: 2,
      username: 'mirror',
      superuser: false,
      readOnly: true,
      permissions: [grant('mirror: read all', ['view'], everything)],
    },
    {
      id: 3,
      username: 'limited',
      superuser: false,
      readOnly: true,
      permissions: [
        grant('limited: read shared', ['view'], [...organisation, ...unscoped]),
        ...Object.entries(sitePaths).map(([type, path]) =>
          grant(`limited: read one site ${type}`, ['view'], [type], { [path]: siteSlug }),
        ),
      ],
    },
    {
      id: 4,
      username: 'fleetmanager',
      superuser: false,
      readOnly: false,
      permissions: [
        grant('fleetmanager: read all', ['view'], everything),
        grant(
          'fleetmanager: change',
          ['change'],
          ['dcim.device', 'dcim.interface', 'dcim.module', 'dcim.rack', 'dcim.macaddress', 'ipam.ipaddress'],
        ),
        grant('fleetmanager: add and delete', ['add', 'delete'], ['dcim.cable', 'dcim.macaddress']),
        grant('fleetmanager: add tags', ['add'], ['extras.tag']),
      ],
    },
  ];
}

/** Who a request comes from. Throws the 403 that NetBox answers; it never answers 401. */
export function authenticate(header: string | undefined, users: readonly User[], version: NetBoxVersion): User {
  const [keyword = '', ...parts] = (header ?? '').trim().split(/\s+/);
  const newTokens = atLeast(version, '4.5');
  const known = newTokens ? ['token', 'bearer'] : ['token'];
  if (!known.includes(keyword.toLowerCase())) throw detail(403, 'Authentication credentials were not provided.');
  const [secret, ...rest] = parts;
  if (secret === undefined || rest.length > 0) throw malformed(newTokens, secret === undefined);
  if (!newTokens) {
    const user = users.find((candidate) => tokensFor(candidate.username).v1 === secret);
    if (user === undefined) throw detail(403, 'Invalid token');
    return user;
  }
  if (secret.startsWith('nbt_')) {
    if (!secret.includes('.')) {
      throw detail(
        403,
        "Invalid authorization header: Could not parse key from v2 token. Did you mean to use 'Token' instead of 'Bearer'?",
      );
    }
    const user = users.find((candidate) => tokensFor(candidate.username).v2 === secret);
    if (user === undefined) throw detail(403, 'Invalid v2 token');
    return user;
  }
  const user = users.find((candidate) => tokensFor(candidate.username).v1 === secret);
  if (user === undefined) throw detail(403, 'Invalid v1 token');
  return user;
}

function malformed(newTokens: boolean, empty: boolean): HttpProblem {
  if (newTokens) {
    return detail(403, 'Invalid authorization header: Must be in the form "Bearer <key>.<token>" or "Token <token>"');
  }
  return detail(
    403,
    empty
      ? 'Invalid token header. No credentials provided.'
      : 'Invalid token header. Token string should not contain spaces.',
  );
}

/** Whether the user has the action on the type at all, whatever the rows. */
export function mayUse(user: User, action: Action, model: Model): boolean {
  return user.superuser || granting(user, action, model).length > 0;
}

/** Which rows the user may act on: null for all of them. */
export function rowsFor(user: User, action: Action, model: Model, view: View): ((row: Row) => boolean) | null {
  if (user.superuser) return null;
  const granted = granting(user, action, model);
  if (granted.some((permission) => permission.constraint === null)) return null;
  return (row) =>
    granted.some((permission) =>
      Object.entries(permission.constraint ?? {}).every(([path, wanted]) => view.follow(model, row, path) === wanted),
    );
}

function granting(user: User, action: Action, model: Model): Permission[] {
  return user.permissions.filter(
    (permission) => permission.actions.includes(action) && permission.types.includes(model.type),
  );
}

export function forbidden(): HttpProblem {
  return detail(403, 'You do not have permission to perform this action.');
}
