import path from 'node:path';
import { parseArgs } from 'node:util';

export interface StartOptions {
  readonly racks: number;
  readonly port: number;
  readonly dataDir: string;
  readonly fresh: boolean;
  /** A site file of a real site; null for the simulated one. */
  readonly siteFile: string | null;
  /** Simulated seconds per second. */
  readonly pace: number;
}

export const USAGE = `npm start -- [options]

  --racks N      size of the simulated site: 18 compute trays, 9 NVLink switch trays and the leaves of each rack (default 2)
  --port N       port of the hub and its console (default 8080)
  --data DIR     where everything is kept (default .data)
  --fresh        forget what is kept there, and start anew
  --pace X       speed of the simulated site (default 1; 0 keeps it still)
  --site FILE    run against the real NetBox and OpenStack that FILE names (see docs/site-file.md)
  --help         this text
`;

const MAX_RACKS = 1_000;

/** Reads the command line; a wrong one gives a sentence that says what to write instead. */
export function parseArguments(argv: readonly string[]): StartOptions | { readonly problem: string } | 'help' {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        racks: { type: 'string' },
        port: { type: 'string' },
        data: { type: 'string' },
        pace: { type: 'string' },
        site: { type: 'string' },
        fresh: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }));
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  if (values.help === true) return 'help';
  const racks = whole(values.racks ?? '2', 1, MAX_RACKS);
  if (racks === undefined) return { problem: `--racks takes a whole number from 1 to ${MAX_RACKS}, such as --racks 4` };
  const port = whole(values.port ?? '8080', 1, 65_535);
  if (port === undefined) return { problem: '--port takes a port number, such as --port 8080' };
  const pace = Number(values.pace ?? '1');
  if (!(pace >= 0 && pace <= 1_000)) return { problem: '--pace takes a number from 0 to 1000, such as --pace 10' };
  const site = values.site;
  if (typeof site === 'string' && values.racks !== undefined) {
    return { problem: '--racks sizes the simulated site; with --site the real one is used. Leave one of them out' };
  }
  return {
    racks,
    port,
    pace,
    dataDir: path.resolve(String(values.data ?? '.data')),
    fresh: values.fresh === true,
    siteFile: typeof site === 'string' ? path.resolve(site) : null,
  };
}

function whole(text: string | boolean, min: number, max: number): number | undefined {
  const value = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}
