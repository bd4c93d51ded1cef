import type { DeviceClass } from '@fleet-manager/domain/device-class';
import type { DeviceFacts } from './device-facts.ts';
import { classOfRole, type Role, type RoleClasses } from './roles.ts';

export interface ProjectionSettings {
  readonly deviceRoleClassMapping: RoleClasses;
  /** Base address of NetBox for people, without a trailing slash; null when it has none to show. */
  readonly netboxUrl: string | null;
}

/** The part of a row of `devices` that comes from NetBox, keyed by column. */
export interface DeviceRow {
  readonly netbox_id: number;
  readonly name: string;
  readonly serial: string | null;
  readonly asset_tag: string | null;
  readonly site_slug: string;
  readonly location: string | null;
  readonly rack: string | null;
  readonly position: number | null;
  readonly role: string;
  readonly device_class: DeviceClass | null;
  readonly device_type: string;
  readonly cluster: string | null;
  readonly netbox_status: string;
  readonly tags: readonly string[];
  readonly platform_class: string | null;
  readonly primary_ip: string | null;
  readonly oob_ip: string | null;
  readonly macs: readonly string[];
  readonly addresses: readonly string[];
  readonly custom_fields: Readonly<Record<string, unknown>>;
  readonly netbox_url: string | null;
  readonly search: string;
  readonly deleted_at: string | null;
}

export interface Neighbours {
  readonly roles: ReadonlyMap<number, Role>;
  /** Slugs of live tags by NetBox id. */
  readonly tags: ReadonlyMap<number, string>;
}

/**
 * Computes a device's row. A neighbour that the mirror does not hold (its type is forbidden, or not read yet) is named by its
 * number: one missing type must not take the device away.
 */
export function deviceRow(
  facts: DeviceFacts,
  neighbours: Neighbours,
  settings: ProjectionSettings,
  held: { readonly site_slug: string } | undefined,
): DeviceRow {
  const { netboxId } = facts;
  const name = facts.name ?? `device ${netboxId}`;
  const addresses = [...new Set(facts.addresses.map((ip) => bare(ip.address)))].sort();
  const macs = facts.macs;
  return {
    netbox_id: netboxId,
    name,
    serial: facts.serial,
    asset_tag: facts.assetTag,
    // What the device's access rights hang on: rather the last known slug than a made-up one.
    site_slug: facts.site ?? held?.site_slug ?? `netbox-site-${facts.siteId}`,
    location: facts.location,
    rack: facts.rack,
    position: facts.position,
    role: neighbours.roles.get(facts.roleId)?.slug ?? `netbox-role-${facts.roleId}`,
    device_class: classOfRole(neighbours.roles, facts.roleId, settings.deviceRoleClassMapping),
    device_type: facts.deviceType ?? `device type ${facts.deviceTypeId}`,
    cluster: facts.cluster,
    netbox_status: facts.status,
    tags: [...new Set(facts.tags.map((tag) => neighbours.tags.get(tag.id) ?? tag.slug))].sort(),
    platform_class:
      typeof facts.customFields.platform_class === 'string' ? facts.customFields.platform_class || null : null,
    primary_ip: addressOf(facts.primaryIp, facts.addresses),
    oob_ip: addressOf(facts.oobIp, facts.addresses),
    macs,
    addresses,
    custom_fields: facts.customFields,
    netbox_url: settings.netboxUrl === null ? null : `${settings.netboxUrl}/dcim/devices/${netboxId}/`,
    search: [name, facts.serial, facts.assetTag, ...macs, ...addresses]
      .filter((part) => part !== null)
      .join(' ')
      .toLowerCase(),
    deleted_at: facts.tombstonedAt?.toISOString() ?? null,
  };
}

/** The mirrored address where there is one: the copy inside the device goes stale when the address is edited. */
function addressOf(
  ref: DeviceFacts['primaryIp'],
  mirrored: readonly { readonly id: number; readonly address: string }[],
): string | null {
  if (ref === null) return null;
  const address = mirrored.find((ip) => ip.id === ref.id)?.address ?? ref.address;
  return address === null ? null : bare(address);
}

/** `10.0.0.7/22` without its prefix length. */
function bare(address: string): string {
  return address.split('/')[0] ?? address;
}
