/** The releases whose quirks the double knows; each stands for the last patch release of its line. */
export const netBoxVersions = ['4.2', '4.4', '4.5', '4.6', '4.7'] as const;
export type NetBoxVersion = (typeof netBoxVersions)[number];

/** What `/api/status/` says for each line. */
export const fullVersions: Readonly<Record<NetBoxVersion, string>> = {
  '4.2': '4.2.9',
  '4.4': '4.4.10',
  '4.5': '4.5.9',
  '4.6': '4.6.8',
  '4.7': '4.7.3',
};

/** Whether `version` is `from` or later. */
export function atLeast(version: NetBoxVersion, from: NetBoxVersion): boolean {
  return netBoxVersions.indexOf(version) >= netBoxVersions.indexOf(from);
}
