import { parseArgs } from 'node:util';
import { FleetError } from '@fleet-manager/contract/errors';

export const ROLES = ['openstack-agent'] as const;
export type Role = (typeof ROLES)[number];

export interface SatelliteOptions {
  readonly settings: string;
  readonly data: string;
  readonly roles: readonly Role[];
  readonly port: number;
}

const USAGE = `--settings FILE --data DIR [--role ${ROLES.join('|')}] [--port N]`;

/** @throws FleetError FM_SETTINGS_INVALID naming the option that is wrong */
export function parseOptions(args: readonly string[]): SatelliteOptions {
  const wrong = (what: string, cause?: unknown) =>
    new FleetError('FM_SETTINGS_INVALID', `${what}. Usage: ${USAGE}`, cause === undefined ? undefined : { cause });
  let values: { settings?: string; data?: string; role?: string[]; port?: string };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        settings: { type: 'string' },
        data: { type: 'string' },
        role: { type: 'string', multiple: true },
        port: { type: 'string' },
      },
    }));
  } catch (cause) {
    throw wrong(cause instanceof Error ? cause.message : String(cause), cause);
  }
  const { settings, data, role = [...ROLES], port = '0' } = values;
  if (settings === undefined) throw wrong('--settings is missing');
  if (data === undefined) throw wrong('--data is missing');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw wrong(`--port ${port} is not a port number`);
  const roles = role.map((name) => {
    const found = ROLES.find((one) => one === name);
    if (found === undefined) throw wrong(`--role ${name} is not known`);
    return found;
  });
  return { settings, data, roles, port: Number(port) };
}
