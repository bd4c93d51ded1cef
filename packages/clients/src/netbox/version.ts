/** A NetBox release, as `GET /api/status/` states it. */
export interface NetBoxVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** The text the server gave, vendor suffix included. */
  readonly text: string;
}

/** The oldest release that has MAC addresses as objects and scopes on clusters and prefixes. */
export const oldestNetBox = { major: 4, minor: 2 } as const;

/** Reads `4.7.3`, `v4.2`, `4.6.5-Docker-5.0.1`, `4.7.0-beta1`; undefined when the text is no version. */
export function parseNetBoxVersion(text: string): NetBoxVersion | undefined {
  const found = /^\s*v?(\d+)\.(\d+)(?:\.(\d+))?(?![\d.])/.exec(text);
  if (!found) return undefined;
  return { major: Number(found[1]), minor: Number(found[2]), patch: Number(found[3] ?? 0), text: text.trim() };
}

export function isAtLeast(version: NetBoxVersion, major: number, minor: number, patch = 0): boolean {
  return (version.major - major || version.minor - minor || version.patch - patch) >= 0;
}

/** What differs between the releases and matters to a reader. */
export interface NetBoxAbilities {
  /** `start=<id>` walks a list by id; older releases need `ordering=id&id__gte=<id>` for the same. */
  readonly startCursor: boolean;
  /** `exclude=config_context` stops the rendering of contexts on device lists. Later releases ignore it. */
  readonly excludeConfigContext: boolean;
}

export function abilitiesOf(version: NetBoxVersion): NetBoxAbilities {
  return {
    startCursor: isAtLeast(version, 4, 6),
    excludeConfigContext: !isAtLeast(version, 4, 7),
  };
}
