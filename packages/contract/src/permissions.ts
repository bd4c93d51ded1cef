/** What a principal may do. The same words are the OAuth scopes of agents. */
export const PERMISSIONS = [
  'device:read',
  'device:update',
  'device-condition:create',
  'finding:read',
  'finding:report',
  'finding:update',
  'agent:read',
  'agent:report',
  'event:read',
  'login-link:create',
  'audit:read',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Held by every agent of a satellite. */
export const AGENT_PERMISSIONS: readonly Permission[] = [
  'device:read',
  'device:update',
  'device-condition:create',
  'finding:read',
  'finding:report',
  'agent:report',
  'event:read',
];
/** Held by a person who is logged in, until roles come. */
export const PERSON_PERMISSIONS: readonly Permission[] = [
  'device:read',
  'finding:read',
  'finding:update',
  'agent:read',
  'event:read',
  'login-link:create',
  'audit:read',
];
