/** Groups of operations, as the API document shows them. */
export const TAGS = {
  inventory: 'What NetBox holds besides devices',
  devices: 'Devices: status, why, parts, history',
  findings: 'Disagreements between the systems of record',
  agents: 'Agents, satellites, and what agents report',
  events: 'What happens, as it happens',
  audit: 'Who changed what, and who was refused',
  session: 'Logging in and out',
} as const satisfies Readonly<Record<string, string>>;
export type Tag = keyof typeof TAGS;
