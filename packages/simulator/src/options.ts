import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const optionsSchema = z.object({
  racks: z.coerce.number().int().min(1).max(2000).default(2),
  data: z.string().min(1),
  pace: z.coerce.number().positive().max(10_000).default(1),
  seed: z.coerce.number().int().min(0).default(1),
  quiet: z.boolean().default(false),
  generation: z.enum(['debian', 'latest']).default('debian'),
  'netbox-port': port.default(0),
  'keystone-port': port.default(0),
  'ironic-port': port.default(0),
  'nova-port': port.default(0),
  'placement-port': port.default(0),
  'glance-port': port.default(0),
});
export type SimulatorOptions = z.infer<typeof optionsSchema>;

export const USAGE = `usage: simulator --data DIR [--racks N] [--pace X] [--seed N] [--quiet] [--generation debian|latest]
  --data DIR     where the site is kept; clouds.yaml and netbox-token are written there
  --racks N      GPU racks of 18 compute trays each (default 2)
  --pace X       how much faster than a production site time passes for the hardware (default 1)
  --seed N       another site of the same size (default 1)
  --quiet        no customers and no failures: only requests change the site
  --generation   which OpenStack to imitate (default debian)
  --netbox-port, --keystone-port, --ironic-port, --nova-port, --placement-port, --glance-port N
                 ports to listen on; those of the last run, or free ones, if left out`;

/** Reads the command line. Throws an Error with a message for the operator when it cannot be followed. */
export function readOptions(argv: readonly string[]): SimulatorOptions {
  const names = Object.keys(optionsSchema.shape);
  const known = Object.fromEntries(
    names.map((name) => [name, { type: name === 'quiet' ? ('boolean' as const) : ('string' as const) }]),
  );
  const { values } = parseArgs({ args: [...argv], options: known, strict: true });
  const parsed = optionsSchema.safeParse(values);
  if (parsed.success) return { ...parsed.data, data: path.resolve(parsed.data.data) };
  const [issue] = parsed.error.issues;
  throw new Error(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}
