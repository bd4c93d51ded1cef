import { z } from 'zod';
import {
  choice,
  choiceOrNull,
  customFields,
  idField,
  lastUpdated,
  numberOrNull,
  relatedAddress,
  relatedId,
  relatedIdOrNull,
  relatedText,
  tagList,
  text,
  textOrNull,
} from '../fields.ts';
import { byId, byRelated } from '../filters.ts';
import { defineResource } from '../resource.ts';

const device = z
  .object({
    id: idField,
    name: textOrNull,
    device_type: relatedId,
    role: relatedId,
    tenant: relatedText('name'),
    platform: relatedText('name'),
    serial: textOrNull,
    asset_tag: textOrNull,
    site: relatedId,
    location: relatedIdOrNull,
    rack: relatedIdOrNull,
    position: numberOrNull,
    face: choiceOrNull,
    parent_device: relatedIdOrNull,
    status: choice,
    primary_ip4: relatedAddress,
    primary_ip6: relatedAddress,
    oob_ip: relatedAddress,
    cluster: relatedIdOrNull,
    description: text,
    tags: tagList,
    custom_fields: customFields,
    last_updated: lastUpdated,
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    deviceTypeId: row.device_type,
    roleId: row.role,
    tenant: row.tenant,
    platform: row.platform,
    serial: row.serial,
    assetTag: row.asset_tag,
    siteId: row.site,
    locationId: row.location,
    rackId: row.rack,
    position: row.position,
    face: row.face,
    parentDeviceId: row.parent_device,
    status: row.status,
    primaryIp4: row.primary_ip4,
    primaryIp6: row.primary_ip6,
    oobIp: row.oob_ip,
    clusterId: row.cluster,
    description: row.description,
    tags: row.tags,
    customFields: row.custom_fields,
    lastUpdated: row.last_updated,
  }));

/**
 * A device. `name` may be null. `position` is the lowest rack unit, in steps of a half; a tray in a device bay has none and
 * names its `parentDeviceId` instead. `status`: offline, active, planned, staged, failed, inventory, decommissioning.
 */
export type DeviceRecord = z.output<typeof device>;

export const devices = defineResource({
  objectType: 'dcim.device',
  title: 'Devices',
  call: 'listDevices',
  fields: [
    'id',
    'name',
    'device_type',
    'role',
    'tenant',
    'platform',
    'serial',
    'asset_tag',
    'site',
    'location',
    'rack',
    'position',
    'face',
    'parent_device',
    'status',
    'primary_ip4',
    'primary_ip6',
    'oob_ip',
    'cluster',
    'description',
    'tags',
    'custom_fields',
    'last_updated',
  ],
  // By cluster id and never by cluster name: NetBox has no such filter for devices and would answer with every device.
  filters: { id: byId, cluster_id: byRelated('cluster', 'configuration'), site_id: byRelated('site', 'configuration') },
  rendersContexts: true,
  schema: device,
});
