import type { SitePlan } from '../../world/plan.ts';
import type { Row } from '../store.ts';
import type { Seeder } from './seeder.ts';

export interface Organisation {
  readonly site: Row;
  readonly otherSite: Row;
  readonly tenant: Row;
  readonly hall: Row;
  readonly networkRoom: Row;
  readonly store: Row;
  readonly roles: ReadonlyMap<string, Row>;
  readonly deviceTypes: ReadonlyMap<string, Row>;
  readonly moduleTypes: ReadonlyMap<string, Row>;
  readonly rackType: Row;
  readonly rackRoles: Readonly<Record<'gpu' | 'network', Row>>;
  readonly tags: ReadonlyMap<string, Row>;
  readonly clusters: ReadonlyMap<string, Row>;
  readonly vrfs: Readonly<Record<'oob' | 'frontend' | 'backend', Row>>;
}

const roleTree: readonly (readonly [string, string | null, string])[] = [
  ['gpu-node', null, '4caf50'],
  ['compute-tray', 'gpu-node', '4caf50'],
  ['nvlink-switch', null, '9c27b0'],
  ['leaf', null, '2196f3'],
  ['be-leaf-switch', 'leaf', '2196f3'],
  ['fe-leaf-switch', 'leaf', '03a9f4'],
  ['spine', null, '3f51b5'],
  ['be-spine-switch', 'spine', '3f51b5'],
  ['management', null, '9e9e9e'],
  ['oob-switch', 'management', '9e9e9e'],
  ['console-server', 'management', '9e9e9e'],
  ['power', null, 'ff9800'],
  ['pdu', 'power', 'ff9800'],
];

/** What a site has once: places, people, the catalogue of hardware, tags, clusters, networks. */
export function seedOrganisation(seed: Seeder, plan: SitePlan, otherDeployment: string): Organisation {
  const europe = seed.named('dcim.region', 'Europe');
  const iceland = seed.named('dcim.region', 'Iceland', { parent: europe.id });
  const norway = seed.named('dcim.region', 'Norway', { parent: europe.id });
  const title = plan.siteSlug.charAt(0).toUpperCase() + plan.siteSlug.slice(1);
  const site = seed.add('dcim.site', {
    name: title,
    slug: plan.siteSlug,
    region: iceland.id,
    facility: 'KEF1',
    time_zone: 'Atlantic/Reykjavik',
  });
  const otherSite = seed.named('dcim.site', 'Stavanger', { region: norway.id, status: 'staging' });
  const tenant = seed.named('tenancy.tenant', 'Operations');
  const hall = seed.add('dcim.location', { name: 'Data Hall 1', slug: 'dh1', site: site.id });
  const networkRoom = seed.add('dcim.location', {
    name: 'Network Room',
    slug: 'dh1-net',
    site: site.id,
    parent: hall.id,
  });
  const store = seed.add('dcim.location', { name: 'Spares store', slug: 'spares', site: site.id });
  const roles = new Map<string, Row>();
  for (const [name, parent, color] of roleTree) {
    const parentId = parent === null ? null : (roles.get(parent)?.id ?? null);
    roles.set(name, seed.named('dcim.devicerole', name, { parent: parentId, color, vm_role: false }));
  }
  const tags = new Map<string, Row>();
  for (const name of ['gb300', 'ingest', 'spare', 'burn-in-passed', 'maintenance']) {
    tags.set(name, seed.named('extras.tag', name, { color: '2196f3' }));
  }
  const type = seed.named('virtualization.clustertype', 'GB300 NVL72');
  const group = seed.named('virtualization.clustergroup', 'Production');
  const clusters = new Map<string, Row>();
  for (const [name, scope] of [
    [plan.deployment, site.id],
    [`${plan.deployment}-net`, site.id],
    [otherDeployment, otherSite.id],
  ] as const) {
    const columns = { type: type.id, group: group.id, scope_type: 'dcim.site', scope_id: scope };
    clusters.set(name, seed.add('virtualization.cluster', { name, ...columns }));
  }
  const vrf = (name: string, number: number) =>
    seed.add('ipam.vrf', { name, rd: `65000:${number}`, tenant: tenant.id });
  const rackRole = (name: string) => seed.named('dcim.rackrole', name, { color: '795548' });
  return {
    site,
    otherSite,
    tenant,
    hall,
    networkRoom,
    store,
    roles,
    ...seedCatalogue(seed),
    rackRoles: { gpu: rackRole('gpu'), network: rackRole('network') },
    tags,
    clusters,
    vrfs: { oob: vrf('oob', 1), frontend: vrf('frontend', 2), backend: vrf('backend', 3) },
  };
}

function seedCatalogue(seed: Seeder) {
  const makers = new Map(
    ['NVIDIA', 'ODM', 'Raritan', 'Opengear'].map((name) => [name, seed.named('dcim.manufacturer', name).id]),
  );
  const platforms = new Map(
    ['Ubuntu 24.04 arm64', 'NVOS', 'Cumulus Linux 5'].map((name) => [name, seed.named('dcim.platform', name).id]),
  );
  const deviceTypes = new Map<string, Row>();
  for (const [maker, model, slug, height, platform] of [
    ['ODM', 'HG635N V2', 'hg635n-v2', 1, 'Ubuntu 24.04 arm64'],
    ['NVIDIA', 'NVLink 5 Switch Tray', 'nvlink5-switch-tray', 1, 'NVOS'],
    ['NVIDIA', 'SN5610', 'sn5610', 2, 'Cumulus Linux 5'],
    ['NVIDIA', 'SN2201', 'sn2201', 1, 'Cumulus Linux 5'],
    ['Raritan', 'PX4 3-phase', 'px4-3phase', 0, null],
    ['Opengear', 'CM8148', 'cm8148', 1, null],
  ] as const) {
    deviceTypes.set(
      slug,
      seed.add('dcim.devicetype', {
        manufacturer: makers.get(maker) ?? null,
        model,
        slug,
        u_height: height,
        default_platform: platform === null ? null : (platforms.get(platform) ?? null),
        airflow: slug === 'hg635n-v2' ? 'front-to-rear' : null,
      }),
    );
  }
  const gpu = seed.add('dcim.moduletypeprofile', { name: 'GPU' });
  const moduleTypes = new Map<string, Row>();
  for (const model of ['GB300 GPU', 'ConnectX-8', 'BlueField-3', 'NVSwitch 5 ASIC']) {
    const isGpu = model === 'GB300 GPU';
    moduleTypes.set(
      model,
      seed.add('dcim.moduletype', {
        manufacturer: makers.get('NVIDIA') ?? null,
        model,
        profile: isGpu ? gpu.id : null,
        attributes: isGpu ? { gpu: 'B300', memory: 288 } : {},
      }),
    );
  }
  const rackType = seed.add('dcim.racktype', {
    manufacturer: makers.get('ODM') ?? null,
    model: 'MGX 48U',
    slug: 'mgx-48u',
    form_factor: '4-post-cabinet',
    u_height: 48,
    width: 21,
  });
  return { deviceTypes, moduleTypes, rackType };
}
