import type { Organisation } from './organisation.ts';
import type { Seeder } from './seeder.ts';

const platformClasses = [
  ['gb300', 'GB300'],
  ['gb200', 'GB200'],
  ['cpu', 'CPU'],
] as const;

/** Custom fields, which must be there before the rows that hold them. */
export function seedCustomFields(seed: Seeder): void {
  const set = seed.add('extras.customfieldchoiceset', { name: 'platform classes', extra_choices: platformClasses });
  const add = (
    name: string,
    type: string,
    objectTypes: readonly string[],
    rest: Readonly<Record<string, unknown>> = {},
  ) =>
    seed.add('extras.customfield', {
      name,
      label: name.replaceAll('_', ' '),
      type,
      group_name: 'fleet',
      object_types: objectTypes,
      choice_set: null,
      labels: null,
      ...rest,
    });
  add('platform_class', 'select', ['dcim.device'], {
    choice_set: set.id,
    labels: Object.fromEntries(platformClasses),
  });
  add('rack_position', 'integer', ['dcim.device']);
  add('openstack_project', 'text', ['dcim.device']);
  add('ironic_node_uuid', 'text', ['dcim.device']);
  add('bmc_serial', 'text', ['dcim.device']);
  add('nvlink_domain', 'text', ['dcim.device', 'dcim.rack']);
  add('scalable_unit', 'integer', ['dcim.rack']);
  add('fabric_plane', 'integer', ['dcim.interface']);
  add('rail', 'integer', ['dcim.interface']);
}

/** Config contexts by site, role, cluster and tag, with weights that make the order of merging visible. */
export function seedContexts(seed: Seeder, org: Organisation, deployment: string): void {
  const context = (name: string, weight: number, data: unknown, scope: Readonly<Record<string, unknown>>) =>
    seed.add('extras.configcontext', { name, weight, data, ...scope });
  const id = (row: { readonly id: number } | undefined) => (row === undefined ? [] : [row.id]);
  context(
    'site base',
    1000,
    { ntp: ['192.0.2.123'], dns: ['192.0.2.53'], syslog: '192.0.2.14' },
    { sites: [org.site.id] },
  );
  context(
    'gpu-node firmware',
    2000,
    {
      firmware_config: { bmc: '25.08-1', bios: '3.1.4', cx8: '40.46.3048', bf3: '32.46.3048' },
      bios_config: { SecureBoot: 'Disabled', SriovEnable: 'Enabled' },
      mlxconfig_config: { 'ConnectX-8': { SRIOV_EN: 1, NUM_OF_VFS: 16, LINK_TYPE_P1: 2 } },
    },
    { roles: id(org.roles.get('gpu-node')) },
  );
  context(
    'leaf switches',
    2000,
    { broadcom_config: { port_profile: '2x400', pfc: [3], ecn: true }, firmware_config: { cumulus: '5.14.0' } },
    { roles: id(org.roles.get('leaf')) },
  );
  context(
    'nvlink switches',
    2000,
    { firmware_config: { nvos: '25.02.4282', cpld: 'C15' } },
    { roles: id(org.roles.get('nvlink-switch')) },
  );
  context(
    `cluster ${deployment}`,
    3000,
    { openstack: { project: 'fleet', resource_class: 'gpu.gb300' } },
    { clusters: id(org.clusters.get(deployment)) },
  );
  context(
    'maintenance override',
    9000,
    { firmware_config: { bmc: '25.09-rc2' } },
    { tags: id(org.tags.get('maintenance')) },
  );
}
