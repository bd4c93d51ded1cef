import { DeviceClass } from '@fleet-manager/domain/device-class';
import { OperationalStatus } from '@fleet-manager/domain/operational-status';
import { z } from 'zod';
import { Instant, pageOf, Slug, Uuid } from './common.ts';

export const Site = z
  .object({
    netboxId: z.int(),
    slug: Slug,
    name: z.string(),
    status: z.string(),
    region: z.string().nullable(),
    facility: z.string().nullable(),
    timeZone: z.string().nullable(),
    satellites: z.array(z.string()),
    deviceCount: z.int(),
    /** `nova`: Nova places instances; `standalone`: Ironic alone; `unknown` until its agent has said. */
    openstackVariant: z.enum(['nova', 'standalone', 'unknown']),
  })
  .meta({ id: 'Site' });
export const Location = z
  .object({
    netboxId: z.int(),
    slug: Slug,
    name: z.string(),
    siteSlug: Slug,
    parent: z.string().nullable(),
    status: z.string(),
  })
  .meta({ id: 'Location' });
export const Rack = z
  .object({
    netboxId: z.int(),
    name: z.string(),
    siteSlug: Slug,
    location: z.string().nullable(),
    role: z.string().nullable(),
    status: z.string(),
    heightUnits: z.int(),
    deviceCount: z.int(),
  })
  .meta({ id: 'Rack' });
export const DeviceType = z
  .object({
    netboxId: z.int(),
    slug: Slug,
    model: z.string(),
    manufacturer: z.string(),
    partNumber: z.string().nullable(),
    heightUnits: z.number(),
  })
  .meta({ id: 'DeviceType' });
export const DeviceRole = z
  .object({
    netboxId: z.int(),
    slug: Slug,
    name: z.string(),
    parent: z.string().nullable(),
    deviceClass: DeviceClass.nullable(),
  })
  .meta({ id: 'DeviceRole' });
export const Cluster = z
  .object({
    netboxId: z.int(),
    name: z.string(),
    type: z.string().nullable(),
    siteSlug: Slug.nullable(),
    status: z.string(),
    mirrored: z.boolean(),
  })
  .meta({ id: 'Cluster' });
export const Tag = z
  .object({ netboxId: z.int(), slug: Slug, name: z.string(), deviceCount: z.int() })
  .meta({ id: 'Tag' });

export const SitePage = pageOf(Site, 'SitePage');
export const LocationPage = pageOf(Location, 'LocationPage');
export const RackPage = pageOf(Rack, 'RackPage');
export const DeviceTypePage = pageOf(DeviceType, 'DeviceTypePage');
export const DeviceRolePage = pageOf(DeviceRole, 'DeviceRolePage');
export const ClusterPage = pageOf(Cluster, 'ClusterPage');
export const TagPage = pageOf(Tag, 'TagPage');

/** The first screen: how many devices are in which state where, and what needs a person first. */
export const Overview = z
  .object({
    at: Instant,
    totals: z.record(z.string(), z.int()).meta({ description: 'Devices per operational_status' }),
    sites: z.array(
      z.object({ siteSlug: Slug, name: z.string(), total: z.int(), byStatus: z.record(z.string(), z.int()) }),
    ),
    oldestUnhealthy: z.array(
      z.object({
        id: Uuid,
        name: z.string(),
        siteSlug: Slug,
        rack: z.string().nullable(),
        operational_status: OperationalStatus,
        statusSummary: z.string(),
        statusSince: Instant,
      }),
    ),
    agents: z.object({ total: z.int(), healthy: z.int(), degraded: z.int(), stale: z.int() }),
    staleAgents: z.array(z.object({ clientId: z.string(), lastHeartbeatAt: Instant.nullable(), detail: z.string() })),
    findings: z.object({ open: z.int(), acknowledged: z.int(), byKind: z.record(z.string(), z.int()) }),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof Overview>;
