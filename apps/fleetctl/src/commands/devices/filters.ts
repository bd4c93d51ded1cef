import { DeviceFilter, DeviceSort } from '@fleet-manager/contract/api/devices';
import type { paths } from '@fleet-manager/contract/generated/api';
import type { Command } from 'commander';
import { EXIT } from '../../exit-code.ts';
import { Failure } from '../../failure.ts';

export type DeviceListQuery = NonNullable<paths['/api/v1/devices']['get']['parameters']['query']>;

export interface FilterOptions {
  readonly site?: string[];
  readonly rack?: string[];
  readonly role?: string[];
  readonly class?: string[];
  readonly status?: string[];
  readonly tag?: string[];
  readonly cluster?: string[];
  readonly netboxStatus?: string[];
  readonly condition?: string[];
  readonly search?: string;
  readonly includeDeleted?: boolean;
}

const several = (value: string, before: string[] = []): string[] => [...before, ...value.split(',').filter(Boolean)];

/** Adds the filters of the API's device list, by the same names. */
export function addDeviceFilters(command: Command): Command {
  return command
    .option('--site <slug>', 'NetBox site', several)
    .option('--rack <name>', 'rack', several)
    .option('--role <slug>', 'NetBox role', several)
    .option('--class <class>', 'device class', several)
    .option('--status <status>', 'operational status', several)
    .option('--tag <slug>', 'NetBox tag', several)
    .option('--cluster <name>', 'NetBox cluster', several)
    .option('--netbox-status <status>', 'NetBox status', several)
    .option('--condition <type=status>', 'such as Enrolled=False', several)
    .option('-q, --search <text>', 'text over name, serial, asset tag, MAC and IP')
    .option('--include-deleted', 'also devices that were deleted in NetBox');
}

/** Checks the filters here, so that a misspelt value is told with the right ones before anything is asked. */
export function deviceQuery(options: FilterOptions, sort?: string): DeviceListQuery {
  const includeDeleted = options.includeDeleted === true ? 'true' : 'false';
  const parsed = DeviceFilter.safeParse({ ...options, q: options.search, includeDeleted });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Failure(
      `--${kebab(String(issue?.path[0] ?? ''))}: ${issue?.message}`,
      'See `fleetctl devices list --help`.',
      EXIT.usage,
    );
  }
  const { q, includeDeleted: deleted, ...filters } = parsed.data;
  return {
    ...filters,
    ...(q === undefined || q === '' ? {} : { q }),
    ...(deleted ? { includeDeleted: 'true' } : {}),
    ...(sort === undefined ? {} : { sort: sortOf(sort) }),
  };
}

function sortOf(text: string): DeviceListQuery['sort'] & string {
  const parsed = DeviceSort.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new Failure(
    `--sort ${text}: not a column to sort by`,
    `Take one of ${DeviceSort.options.join(', ')}.`,
    EXIT.usage,
  );
}

function kebab(name: string): string {
  return name === 'q' ? 'search' : name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
}
