/** The first part of each key; live events name what they make old by these. */
export const KEYS = {
  overview: 'overview',
  devices: 'devices',
  facets: 'facets',
  device: 'device',
  findings: 'findings',
  agents: 'agents',
  satellites: 'satellites',
  sites: 'sites',
  session: 'session',
  audit: 'audit',
} as const;
