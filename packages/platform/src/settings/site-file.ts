import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { FleetError } from '@fleet-manager/contract/errors';
import { DeviceClass } from '@fleet-manager/domain/device-class';
import { ORPHAN_KINDS } from '@fleet-manager/domain/ironic/orphans';
import { PROVISION_STATES } from '@fleet-manager/domain/ironic/provision-state';
import { z } from 'zod';
import { Secret } from '../secret.ts';
import { parseYamlSettings } from './yaml-settings.ts';

const slug = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes');
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const seconds = (fallback: number) => z.number().int().min(1).max(86_400).default(fallback);

const minutes = z
  .number()
  .int()
  .min(1)
  .max(30 * 24 * 60);

/** A secret never stands in the file: it names the file or the environment variable that holds it. */
const secretSource = z
  .strictObject({ file: z.string().min(1).optional(), env: z.string().min(1).optional() })
  .refine((s) => (s.file === undefined) !== (s.env === undefined), { error: 'give exactly one of `file` and `env`' });

const cloud = z.strictObject({
  cloudsFile: z.string().min(1),
  cloud: z.string().min(1).optional(),
});

export const SiteFile = z
  .strictObject({
    environment: z.enum(['dev', 'stg', 'prod']).default('dev'),
    hub: z.strictObject({
      port: z.number().int().min(0).max(65_535).optional(),
      publicUrl: httpUrl.optional(),
      database: z.strictObject({ url: secretSource }).optional(),
      expectedSatellites: z.array(slug).optional(),
      netbox: z.strictObject({
        url: httpUrl,
        token: secretSource,
        verifyTls: z.boolean().default(true),
        caFile: z.string().min(1).optional(),
        pollSeconds: seconds(60),
        resyncSeconds: seconds(900),
        deviceFilters: z
          .strictObject({ clusters: z.array(z.string().min(1)).default([]), allClusters: z.boolean().default(false) })
          .refine((f) => f.clusters.length > 0 !== f.allClusters, {
            error: 'give `clusters`, or `allClusters: true`, and not both',
          }),
        allowMassDeletion: z.boolean().default(false),
        deviceRoleClassMapping: z.record(z.string().min(1), DeviceClass),
      }),
    }),
    satellite: z.strictObject({
      name: slug,
      siteSlugs: z.array(slug).min(1, 'name at least one NetBox site'),
      hubUrl: httpUrl.optional(),
      token: secretSource.optional(),
      openstack: z
        .strictObject({
          overcloud: cloud.optional(),
          undercloud: cloud.optional(),
          undercloudsEnabled: z.boolean().default(false),
          placementEnabled: z.boolean().default(true),
          validationProject: z.string().min(1).optional(),
          pollSeconds: seconds(60),
          sweepSeconds: seconds(300),
          stateMinutes: z.record(z.string().min(1), z.partialRecord(z.enum(PROVISION_STATES), minutes)).optional(),
          orphanMinutes: z.partialRecord(z.enum(ORPHAN_KINDS), minutes).optional(),
        })
        .refine((o) => o.overcloud !== undefined || o.undercloud !== undefined, {
          error: 'give `overcloud`, `undercloud` or both',
        })
        .refine((o) => !o.undercloudsEnabled || o.undercloud !== undefined, {
          error: '`undercloudsEnabled: true` needs `undercloud`',
          path: ['undercloudsEnabled'],
        })
        .refine((o) => o.undercloud === undefined || o.undercloudsEnabled, {
          error: '`undercloud` is given, but `undercloudsEnabled` is false',
          path: ['undercloud'],
        }),
    }),
  })
  .refine((s) => s.hub.expectedSatellites === undefined || s.hub.expectedSatellites.includes(s.satellite.name), {
    error: '`satellite.name` is not among `hub.expectedSatellites`',
    path: ['hub', 'expectedSatellites'],
  });
export type SiteSettings = z.output<typeof SiteFile>;
type SecretSource = z.output<typeof secretSource>;

/** One example per key: shown with errors, and the source of `docs/site-file.md`. */
export const SITE_FILE_EXAMPLES = {
  environment: 'environment: prod',
  hub: 'hub: { netbox: { … } }',
  'hub.port': 'port: 8080',
  'hub.publicUrl': 'publicUrl: https://fleet.example.net',
  'hub.database': 'database: { url: { env: FM_DATABASE_URL } }',
  'hub.expectedSatellites': 'expectedSatellites: [sys1-ice2]',
  'hub.netbox': 'netbox: { url: https://netbox.example.net, token: { file: netbox-token }, … }',
  'hub.netbox.url': 'url: https://netbox.example.net',
  'hub.netbox.token': 'token: { file: netbox-token }',
  'hub.netbox.verifyTls': 'verifyTls: true',
  'hub.netbox.caFile': 'caFile: netbox-ca.pem',
  'hub.netbox.pollSeconds': 'pollSeconds: 60',
  'hub.netbox.resyncSeconds': 'resyncSeconds: 900',
  'hub.netbox.allowMassDeletion': 'allowMassDeletion: false',
  'hub.netbox.deviceFilters': 'deviceFilters: { clusters: [sys1-ice2] }',
  'hub.netbox.deviceRoleClassMapping': 'deviceRoleClassMapping: { compute-tray: GPU_COMPUTE }',
  satellite: 'satellite: { name: sys1-ice2, siteSlugs: [keflavik], openstack: { … } }',
  'satellite.name': 'name: sys1-ice2',
  'satellite.siteSlugs': 'siteSlugs: [keflavik]',
  'satellite.hubUrl': 'hubUrl: https://fleet.example.net',
  'satellite.token': 'token: { file: agent-token }',
  'satellite.openstack': 'openstack: { overcloud: { cloudsFile: clouds.yaml, cloud: fleet } }',
  'satellite.openstack.overcloud': 'overcloud: { cloudsFile: clouds.yaml, cloud: fleet }',
  'satellite.openstack.undercloud': 'undercloud: { cloudsFile: undercloud-clouds.yaml, cloud: fleet }',
  'satellite.openstack.undercloudsEnabled': 'undercloudsEnabled: false',
  'satellite.openstack.placementEnabled': 'placementEnabled: true',
  'satellite.openstack.validationProject': 'validationProject: slurm',
  'satellite.openstack.pollSeconds': 'pollSeconds: 60',
  'satellite.openstack.sweepSeconds': 'sweepSeconds: 300',
  'satellite.openstack.stateMinutes': 'stateMinutes: { "*": { cleaning: 180 } }',
  'satellite.openstack.orphanMinutes': 'orphanMinutes: { allocation-left: 60 }',
} as const satisfies Readonly<Record<string, string>>;

/**
 * Reads a site file. Relative file names inside it are relative to the file itself.
 *
 * @throws FleetError FM_SETTINGS_INVALID naming file, line, key and an example
 */
export async function loadSiteFile(file: string): Promise<SiteSettings> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new FleetError('FM_SETTINGS_INVALID', `${file}: cannot be read`, { cause });
  });
  const settings = parseYamlSettings(SiteFile, text, file, SITE_FILE_EXAMPLES);
  const base = path.dirname(path.resolve(file));
  return withAbsolutePaths(settings, base);
}

/**
 * Gives the secret that a setting names. `key` is the dotted name of the setting, for the error.
 *
 * @throws FleetError FM_SETTINGS_INVALID when the file or variable is missing, empty, or readable by everybody
 */
export async function resolveSecret(
  source: SecretSource,
  key: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Secret> {
  if (source.env !== undefined) {
    const value = env[source.env]?.trim();
    if (value === undefined || value === '') {
      throw new FleetError(
        'FM_SETTINGS_INVALID',
        `${key}: the environment variable ${source.env} is not set. Example: export ${source.env}=…`,
      );
    }
    return new Secret(value);
  }
  const file = source.file ?? '';
  const value = (
    await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new FleetError(
        'FM_SETTINGS_INVALID',
        `${key}: the file ${file} cannot be read. Write the secret into it, and chmod 600.`,
        { cause },
      );
    })
  ).trim();
  if (value === '')
    throw new FleetError('FM_SETTINGS_INVALID', `${key}: the file ${file} is empty. Write the secret into it.`);
  const { mode } = await stat(file);
  if ((mode & 0o007) !== 0) {
    throw new FleetError('FM_SETTINGS_INVALID', `${key}: everybody may read ${file}. Run: chmod 600 ${file}`);
  }
  return new Secret(value);
}

function withAbsolutePaths(settings: SiteSettings, base: string): SiteSettings {
  const source = (s: SecretSource): SecretSource => (s.file === undefined ? s : { file: path.resolve(base, s.file) });
  const clouds = (c: z.output<typeof cloud>) => ({ ...c, cloudsFile: path.resolve(base, c.cloudsFile) });
  const { hub, satellite } = settings;
  const { overcloud, undercloud, ...openstack } = satellite.openstack;
  return {
    ...settings,
    hub: {
      ...hub,
      ...(hub.database === undefined ? {} : { database: { url: source(hub.database.url) } }),
      netbox: {
        ...hub.netbox,
        token: source(hub.netbox.token),
        ...(hub.netbox.caFile === undefined ? {} : { caFile: path.resolve(base, hub.netbox.caFile) }),
      },
    },
    satellite: {
      ...satellite,
      ...(satellite.token === undefined ? {} : { token: source(satellite.token) }),
      openstack: {
        ...openstack,
        ...(overcloud === undefined ? {} : { overcloud: clouds(overcloud) }),
        ...(undercloud === undefined ? {} : { undercloud: clouds(undercloud) }),
      },
    },
  };
}
