import { ConditionStatus, ConditionType } from '@fleet-manager/domain/condition';
import { DeviceClass } from '@fleet-manager/domain/device-class';
import { z } from 'zod';
import { Instant, pageOf, ScopeName, Slug, Uuid } from './common.ts';

export const AgentKind = z.enum([
  'netbox-agent',
  'openstack-agent',
  'slurm-agent',
  'workflow-agent',
  'health-status-agent',
  'diagnostics-agent',
  'temporal-worker',
]);
/** One loop of an agent: a reflector, a poll, a sweep. */
export const AgentLoop = z
  .object({
    name: z.string().meta({ description: 'Store or loop name, such as `ironic-nodes-overcloud`' }),
    lastStartedAt: Instant.nullable(),
    lastSuccessAt: Instant.nullable(),
    lastDurationMs: z.int().nullable(),
    intervalSeconds: z.int(),
    objects: z.int().nullable(),
    error: z.object({ code: z.string(), detail: z.string(), next: z.string(), since: Instant }).nullable(),
  })
  .meta({ id: 'AgentLoop' });
export type AgentLoop = z.infer<typeof AgentLoop>;

/** Something that works only in part: one forbidden object type, Nova down while Ironic is up. */
export const Degradation = z
  .object({ subject: z.string(), code: z.string(), detail: z.string(), next: z.string(), since: Instant })
  .meta({ id: 'Degradation' });
export type Degradation = z.infer<typeof Degradation>;

export const Heartbeat = z
  .object({
    kind: AgentKind,
    satellite: z.string().nullable(),
    siteSlugs: z.array(Slug),
    version: z.string(),
    startedAt: Instant,
    sentAt: Instant,
    openstackVariant: z.enum(['nova', 'standalone', 'unknown']).optional(),
    loops: z.array(AgentLoop),
    degraded: z.array(Degradation),
  })
  .meta({ id: 'Heartbeat' });
export type Heartbeat = z.infer<typeof Heartbeat>;

export const Agent = z
  .object({
    clientId: z.string(),
    kind: AgentKind,
    satellite: z.string().nullable(),
    siteSlugs: z.array(Slug),
    version: z.string(),
    state: z.enum(['healthy', 'degraded', 'stale']),
    stateDetail: z.string(),
    startedAt: Instant,
    lastHeartbeatAt: Instant,
    clockSkewSeconds: z.number(),
    lagSeconds: z
      .number()
      .nullable()
      .meta({ description: 'Age of its oldest loop that should have run; null before its first success' }),
    loops: z.array(AgentLoop),
    degraded: z.array(Degradation),
  })
  .meta({ id: 'Agent' });
export const AgentPage = pageOf(Agent, 'AgentPage');

export const Satellite = z
  .object({
    name: z.string(),
    siteSlugs: z.array(Slug),
    openstackVariant: z.enum(['nova', 'standalone', 'unknown']),
    agents: z.array(z.string()),
    lastHeartbeatAt: Instant.nullable(),
  })
  .meta({ id: 'Satellite' });
export const SatellitePage = pageOf(Satellite, 'SatellitePage');

/** Which device classes a satellite's sites hold, asked by agents at start-up. */
export const DeviceClassesInUse = z
  .object({ classes: z.array(z.object({ class: DeviceClass, devices: z.int() })), inventoryComplete: z.boolean() })
  .meta({ id: 'DeviceClassesInUse' });

export const ReportedCondition = z
  .object({
    deviceId: Uuid,
    type: ConditionType,
    status: ConditionStatus,
    reason: z.string().min(1).max(100),
    message: z.string().max(2000),
    observedAt: Instant,
    evidence: z.record(z.string(), z.unknown()).default({}),
  })
  .meta({ id: 'ReportedCondition' });
export type ReportedCondition = z.infer<typeof ReportedCondition>;

/**
 * What one walk of one store saw. `conditions` holds only what changed since report `previousSequence` (`delta`), or all of it
 * (`full`). The walk's `observedAt` then counts for every condition of the scope that is not in `uncovered`: 10,000 unchanged devices cost one row.
 */
export const ConditionReport = z
  .object({
    scope: ScopeName.meta({ description: 'Store name, such as `ironic-nodes-overcloud`' }),
    mode: z.enum(['full', 'delta']),
    sequence: z.int().positive(),
    previousSequence: z.int().nonnegative(),
    observedAt: Instant.meta({ description: 'When the walk began' }),
    conditions: z.array(ReportedCondition).max(100_000),
    uncovered: z
      .array(Uuid)
      .max(20_000)
      .meta({ description: 'Devices that the scope no longer sees: their conditions age from now on' }),
    nodes: z
      .array(z.object({ deviceId: Uuid, ironicNodeId: z.string().min(1).max(100).nullable() }))
      .max(20_000)
      .default([]),
  })
  .meta({ id: 'ConditionReport' });
export type ConditionReport = z.infer<typeof ConditionReport>;
export const ConditionReceipt = z
  .object({
    sequence: z.int(),
    applied: z.int(),
    unchanged: z.int(),
    superseded: z.int().meta({ description: 'Older than what the hub holds (I10)' }),
    unknownDevices: z.array(Uuid),
  })
  .meta({ id: 'ConditionReceipt' });

export const FindingKind = z.enum([
  'server-without-node',
  'node-with-dead-instance',
  'deploying-for-deleted-server',
  'allocation-left',
  'provider-without-node',
  'node-without-provider',
  'instance-on-available-node',
  'two-nodes-one-server',
  'device-without-node',
  'node-without-device',
  'two-devices-one-node',
  'two-nodes-one-device',
  'serial-name-mismatch',
  'unknown-provision-state',
  'foreign-node',
  'object-type-degraded',
  'customer-ready-in-doubt',
]);
export const ReportedFinding = z
  .object({
    kind: FindingKind,
    key: z.string().min(1).max(300).meta({ description: 'Stable identity within kind and scope' }),
    siteSlug: Slug.nullable(),
    deviceIds: z.array(Uuid).default([]),
    subject: z.string().max(300),
    summary: z.string().max(1000),
    next: z.string().max(1000).meta({ description: 'What a person may do about it' }),
    firstObservedAt: Instant,
    observations: z.int().positive().max(2_147_483_647),
    evidence: z.record(z.string(), z.unknown()).default({}),
  })
  .meta({ id: 'ReportedFinding' });
export type ReportedFinding = z.infer<typeof ReportedFinding>;
/** The complete set of findings of one scope: what is absent counts as resolved. Sent only after a complete sweep. */
export const FindingReport = z
  .object({ observedAt: Instant, findings: z.array(ReportedFinding).max(20_000) })
  .meta({ id: 'FindingReport' });

export const Finding = ReportedFinding.extend({
  id: Uuid,
  source: z.string(),
  scope: z.string(),
  state: z.enum(['open', 'acknowledged', 'resolved']),
  lastObservedAt: Instant,
  resolvedAt: Instant.nullable(),
  note: z.string().nullable(),
  acknowledgedBy: z.string().nullable(),
  devices: z.array(z.object({ id: Uuid, name: z.string() })),
  version: z.int(),
}).meta({ id: 'Finding' });
export const FindingPage = pageOf(Finding, 'FindingPage');
export const FindingPatch = z
  .object({ state: z.enum(['open', 'acknowledged']), note: z.string().max(2000).nullable().optional() })
  .strict()
  .meta({ id: 'FindingPatch' });

export const Principal = z
  .object({
    kind: z.enum(['person', 'agent']),
    id: z.string(),
    displayName: z.string(),
    permissions: z.array(z.string()),
    expiresAt: Instant.nullable(),
  })
  .meta({ id: 'Principal' });

export const EventKind = z.enum([
  'device.created',
  'device.changed',
  'device.deleted',
  'status.changed',
  'condition.changed',
  'finding.opened',
  'finding.changed',
  'finding.resolved',
  'agent.changed',
  'inventory.changed',
]);
/** One event of the stream. `id` is a gap-free cursor: a reader that has seen `id` has seen all before it. */
export const FleetEvent = z
  .object({
    id: z.string(),
    at: Instant,
    kind: EventKind,
    siteSlug: Slug.nullable(),
    deviceId: Uuid.nullable(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'FleetEvent' });
export type FleetEvent = z.infer<typeof FleetEvent>;
