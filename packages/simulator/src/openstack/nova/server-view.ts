import { createHash } from 'node:crypto';
import type { SimFlavor, SimServer } from '../../world/model.ts';
import type { World } from '../../world/world.ts';

export interface ServerViewOptions {
  readonly url: string;
  readonly minor: number;
  /** Whether the caller sees which host and node a server is on. */
  readonly admin: boolean;
}

/** The few fields of a server in `GET /servers`. */
export function serverBrief(server: SimServer, url: string): Record<string, unknown> {
  return { id: server.id, name: server.name, links: serverLinks(server.id, url) };
}

/** A server in full. */
export function serverView(world: World, server: SimServer, options: ServerViewOptions): Record<string, unknown> {
  const { minor, url } = options;
  const since = (least: number, fields: Record<string, unknown>) => (minor >= least ? fields : {});
  const view: Record<string, unknown> = {
    id: server.id,
    name: server.name,
    status: server.status,
    tenant_id: server.projectId,
    user_id: server.userId,
    metadata: server.metadata,
    hostId:
      server.node === null
        ? ''
        : createHash('sha224')
            .update(server.projectId + world.computeHost)
            .digest('hex'),
    image: { id: server.imageId, links: [{ rel: 'bookmark', href: `${url}/images/${server.imageId}` }] },
    flavor: flavorOf(world.flavors.get(server.flavorId), server.flavorId, url, minor),
    created: seconds(server.createdAt),
    updated: seconds(server.updatedAt),
    addresses: addresses(server),
    accessIPv4: '',
    accessIPv6: '',
    links: serverLinks(server.id, url),
    'OS-DCF:diskConfig': 'MANUAL',
    ...(server.fault === null ? {} : { fault: { ...server.fault, created: seconds(server.fault.created) } }),
    ...(['ACTIVE', 'BUILD'].includes(server.status) ? { progress: 0 } : {}),
    'OS-EXT-AZ:availability_zone': server.node === null ? '' : 'nova',
    config_drive: '',
    key_name: null,
    'OS-SRV-USG:launched_at': server.launchedAt?.slice(0, 26) ?? null,
    'OS-SRV-USG:terminated_at': server.deletedAt?.slice(0, 26) ?? null,
    'OS-EXT-STS:task_state': server.taskState,
    'OS-EXT-STS:vm_state': server.vmState,
    'OS-EXT-STS:power_state': server.status === 'ACTIVE' ? 1 : 0,
    'os-extended-volumes:volumes_attached': [],
    ...(options.admin ? adminFields(world, server, minor) : {}),
    ...since(9, { locked: false }),
    ...since(19, { description: null }),
    ...since(26, { tags: [] }),
    ...since(63, { trusted_image_certificates: null }),
    ...since(71, { server_groups: [] }),
    ...since(73, { locked_reason: null }),
    ...since(96, { pinned_availability_zone: null }),
    ...since(100, { scheduler_hints: {} }),
  };
  if (minor >= 90 && !options.admin) view['OS-EXT-SRV-ATTR:hostname'] = server.name;
  if (server.address !== null) view.security_groups = [{ name: 'default' }];
  return view;
}

/** Links of a server; Nova's bookmark leaves the version out. */
export function serverLinks(id: string, url: string): { rel: string; href: string }[] {
  return [
    { rel: 'self', href: `${url}/v2.1/servers/${id}` },
    { rel: 'bookmark', href: `${url}/servers/${id}` },
  ];
}

function adminFields(world: World, server: SimServer, minor: number): Record<string, unknown> {
  return {
    'OS-EXT-SRV-ATTR:host': server.node === null ? null : world.computeHost,
    'OS-EXT-SRV-ATTR:instance_name': `instance-${server.id.slice(0, 8)}`,
    'OS-EXT-SRV-ATTR:hypervisor_hostname': server.node,
    ...(minor < 3
      ? {}
      : {
          'OS-EXT-SRV-ATTR:reservation_id': `r-${server.id.slice(0, 8)}`,
          'OS-EXT-SRV-ATTR:launch_index': 0,
          'OS-EXT-SRV-ATTR:hostname': server.name,
          'OS-EXT-SRV-ATTR:kernel_id': '',
          'OS-EXT-SRV-ATTR:ramdisk_id': '',
          'OS-EXT-SRV-ATTR:root_device_name': '/dev/sda',
          'OS-EXT-SRV-ATTR:user_data': null,
        }),
    ...(minor >= 16 ? { host_status: server.node === null ? '' : 'UP' } : {}),
  };
}

/** The flavor as servers show it. */
export function flavorOf(
  flavor: SimFlavor | undefined,
  id: string,
  url: string,
  minor: number,
): Record<string, unknown> {
  if (minor < 47) return { id, links: [{ rel: 'bookmark', href: `${url}/flavors/${id}` }] };
  return {
    vcpus: flavor?.vcpus ?? 0,
    ram: flavor?.ram ?? 0,
    disk: flavor?.disk ?? 0,
    ephemeral: 0,
    swap: 0,
    original_name: flavor?.name ?? '',
    extra_specs: flavor?.extraSpecs ?? {},
  };
}

function addresses(server: SimServer): Record<string, unknown> {
  if (server.address === null) return {};
  const mac = `fa:16:3e:${server.id.slice(0, 2)}:${server.id.slice(2, 4)}:${server.id.slice(4, 6)}`;
  return {
    provisioning: [{ version: 4, addr: server.address, 'OS-EXT-IPS:type': 'fixed', 'OS-EXT-IPS-MAC:mac_addr': mac }],
  };
}

/** Nova writes whole seconds and a Z. */
export function seconds(time: string): string {
  return `${time.slice(0, 19)}Z`;
}
