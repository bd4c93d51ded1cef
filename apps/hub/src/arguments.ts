import { parseArgs } from 'node:util';
import { FleetError } from '@fleet-manager/contract/errors';
import { z } from 'zod';

export const HubRole = z.enum(['api', 'netbox-agent']);
export type HubRole = z.infer<typeof HubRole>;

export interface HubArguments {
  readonly settings: string;
  readonly data: string;
  readonly roles: readonly HubRole[];
  readonly port: number | undefined;
  readonly host: string;
  readonly console: string | undefined;
}

export const USAGE =
  'hub --settings FILE --data DIR [--role api,netbox-agent] [--port N] [--host ADDRESS] [--console DIR]';

/** @throws FleetError FM_SETTINGS_INVALID naming the argument */
export function parseArguments(argv: readonly string[]): HubArguments {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        settings: { type: 'string' },
        data: { type: 'string' },
        role: { type: 'string', default: HubRole.options.join(',') },
        port: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        console: { type: 'string' },
      },
    });
    const { settings, data } = values;
    if (settings === undefined) throw new Error('--settings is missing');
    if (data === undefined) throw new Error('--data is missing');
    const roles = z.array(HubRole).min(1).safeParse(values.role.split(',').filter(Boolean));
    if (!roles.success) throw new Error(`--role ${values.role}: the roles are ${HubRole.options.join(', ')}`);
    const port = z.coerce.number().int().min(0).max(65_535).optional().safeParse(values.port);
    if (!port.success) throw new Error(`--port ${values.port} is not a port`);
    return { settings, data, roles: roles.data, port: port.data, host: values.host, console: values.console };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FleetError('FM_SETTINGS_INVALID', `${reason}. Usage: ${USAGE}`);
  }
}
