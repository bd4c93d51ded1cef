import { ConditionStatus, ConditionType } from '@fleet-manager/domain/condition';
import { DeviceClass } from '@fleet-manager/domain/device-class';
import { OperationalStatus } from '@fleet-manager/domain/operational-status';
import { GateId, GateState } from '@fleet-manager/domain/readiness';
import { z } from 'zod';
import { Instant, listParam, Name, PageQuery, pageOf, repeatedParam, Slug, Uuid, Word } from './common.ts';

/** One row of the device list. */
export const DeviceSummary = z
  .object({
    id: Uuid,
    netboxId: z.int(),
    name: z.string().meta({ description: 'NetBox name, or `device <netboxId>` where NetBox has none' }),
    serial: z.string().nullable(),
    assetTag: z.string().nullable(),
    siteSlug: Slug,
    location: z.string().nullable(),
    rack: z.string().nullable(),
    position: z.number().nullable(),
    role: Slug,
    deviceClass: DeviceClass.nullable(),
    deviceType: z.string(),
    cluster: z.string().nullable(),
    netboxStatus: z.string(),
    tags: z.array(z.string()),
    platformClass: z.string().nullable(),
    primaryIp: z.string().nullable(),
    oobIp: z.string().nullable(),
    operational_status: OperationalStatus,
    statusSummary: z.string().meta({ description: 'Why it has this status, in a sentence' }),
    alsoTrue: z.array(OperationalStatus),
    statusSince: Instant,
    gatesMet: z.int(),
    gatesTotal: z.int(),
    /** Oldest effective observation the status rests on; null when none does. */
    observedAt: Instant.nullable(),
    ironicNodeId: z.string().nullable(),
    deletedAt: Instant.nullable(),
    missingSince: Instant.nullable().meta({
      description:
        'NetBox no longer has it, since this look; it counts as deleted once a second look, two polls later, finds the same',
    }),
    version: z.int(),
  })
  .meta({ id: 'DeviceSummary' });
export type DeviceSummary = z.infer<typeof DeviceSummary>;

export const Condition = z
  .object({
    type: ConditionType,
    status: ConditionStatus.meta({ description: 'What counts: a stale condition is Unknown' }),
    reportedStatus: ConditionStatus,
    stale: z.boolean(),
    reason: z.string(),
    message: z.string(),
    source: z.string(),
    observedAt: Instant,
    lastTransitionAt: Instant,
    freshForSeconds: z.int(),
    evidence: z.record(z.string(), z.unknown()).meta({ description: 'Raw facts the source saw' }),
  })
  .meta({ id: 'Condition' });
export type Condition = z.infer<typeof Condition>;

export const Because = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('netbox'), field: z.enum(['status', 'role', 'deleted']), value: z.string() }),
    z.object({
      kind: z.literal('condition'),
      type: ConditionType,
      status: ConditionStatus,
      reason: z.string(),
      message: z.string(),
    }),
  ])
  .meta({ id: 'Because' });

export const Gate = z
  .object({
    id: GateId,
    title: z.string(),
    state: GateState,
    because: z.string(),
    remedy: z.string().nullable(),
    condition: ConditionType.nullable(),
  })
  .meta({ id: 'Gate' });

/** Everything about one device that is cheap to have; its components have a route of their own. */
export const Device = DeviceSummary.extend({
  because: z.array(Because),
  gates: z.array(Gate),
  conditions: z.array(Condition),
  customFields: z.record(z.string(), z.unknown()),
  configContext: z.record(z.string(), z.unknown()).nullable(),
  links: z.object({ netbox: z.url().nullable(), ironic: z.string().nullable() }),
  mirroredAt: Instant.meta({ description: 'When NetBox last confirmed the row' }),
}).meta({ id: 'Device' });
export type Device = z.infer<typeof Device>;

const Mac = z.object({ netboxId: z.int(), address: z.string(), primary: z.boolean() }).meta({ id: 'MacAddress' });

export const DeviceInterface = z
  .object({
    netboxId: z.int(),
    name: z.string(),
    type: z.string(),
    enabled: z.boolean(),
    managementOnly: z.boolean(),
    label: z.string(),
    macs: z.array(Mac),
    addresses: z.array(z.string()),
    /** `unknown`: no cable is known, and NetBox does not give all cables. `cabled` without a peer: the far end is not seen. */
    cabling: z.enum(['cabled', 'not-cabled', 'unknown']),
    peer: z
      .object({
        deviceId: Uuid.nullable(),
        device: z.string(),
        port: z.string(),
        cableId: z.int(),
        cableStatus: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'DeviceInterface' });

export const Fru = z
  .object({
    netboxId: z.int(),
    slot: z.string(),
    model: z.string(),
    manufacturer: z.string().nullable(),
    partNumber: z.string().nullable(),
    serial: z.string().nullable(),
    status: z.string(),
  })
  .meta({ id: 'Fru', description: 'A field-replaceable unit, from a NetBox module' });

export const ConsoleLink = z
  .object({ port: z.string(), server: z.string(), serverDeviceId: Uuid.nullable(), serverPort: z.string() })
  .meta({ id: 'ConsoleLink' });

export const Prefix = z
  .object({
    netboxId: z.int(),
    prefix: z.string(),
    vrf: z.string().nullable(),
    status: z.string(),
    siteSlug: Slug.nullable(),
  })
  .meta({ id: 'Prefix' });

export const DeviceComponents = z
  .object({
    interfaces: z.array(DeviceInterface),
    frus: z.array(Fru),
    consoleLinks: z.array(ConsoleLink),
    prefixes: z.array(Prefix),
    /** Object types that NetBox refused, so that an empty list is not read as "none". */
    degraded: z.array(z.object({ objectType: z.string(), detail: z.string(), since: Instant })),
  })
  .meta({ id: 'DeviceComponents' });

/** One entry of a device's history, newest first. */
export const HistoryEntry = z
  .object({
    id: z.string(),
    at: Instant,
    kind: z.enum(['status', 'condition', 'inventory']),
    subject: z.string().meta({ description: '`operational_status`, a condition type, or a NetBox field' }),
    from: z.string().nullable(),
    to: z.string().nullable(),
    reason: z.string(),
    message: z.string(),
    source: z.string(),
  })
  .meta({ id: 'HistoryEntry' });

export const DeviceSort = z.enum([
  'name',
  '-name',
  'status',
  '-status',
  'statusSince',
  '-statusSince',
  'rack',
  '-rack',
  'site',
  '-site',
  'role',
  '-role',
]);

/** Filters of the device list. Repeated values are alternatives; different filters must all hold. */
export const DeviceFilter = z.object({
  site: listParam(Word),
  rack: repeatedParam(Name),
  role: listParam(Word),
  class: listParam(DeviceClass),
  status: listParam(OperationalStatus),
  tag: listParam(Word),
  cluster: repeatedParam(Name),
  netboxStatus: listParam(Word),
  condition: listParam(
    z
      .string()
      .regex(
        new RegExp(`^(${ConditionType.options.join('|')})(=(True|False|Unknown))?$`),
        `give Type=True, Type=False or Type=Unknown; the types are ${ConditionType.options.join(', ')}`,
      ),
  ).meta({
    description: 'Such as `Enrolled=False`; a stale condition counts as Unknown',
  }),
  q: z.string().max(200).trim().optional().meta({ description: 'Text over name, serial, asset tag, MAC and IP' }),
  includeDeleted: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});
export const DeviceQuery = PageQuery.extend({ ...DeviceFilter.shape, sort: DeviceSort.default('name') });
export type DeviceQuery = z.infer<typeof DeviceQuery>;

export const DevicePage = pageOf(DeviceSummary, 'DevicePage');
export const HistoryPage = pageOf(HistoryEntry, 'HistoryPage');
/** How many devices match, per value of the fields that the console filters by. */
export const DeviceFacets = z
  .object({
    total: z.int(),
    status: z.record(z.string(), z.int()),
    site: z.record(z.string(), z.int()),
    rack: z.record(z.string(), z.int()),
    role: z.record(z.string(), z.int()),
    class: z.record(z.string(), z.int()),
    tag: z.record(z.string(), z.int()),
  })
  .meta({ id: 'DeviceFacets' });

/** What an agent needs to pair a device with its node. */
export const PairingDevice = z
  .object({
    id: Uuid,
    netboxId: z.int(),
    name: z.string(),
    serial: z.string().nullable(),
    siteSlug: Slug,
    deviceClass: DeviceClass,
    netboxStatus: z.string(),
    macs: z.array(z.string()),
    version: z.int(),
  })
  .meta({ id: 'PairingDevice' });
export const PairingPage = pageOf(PairingDevice, 'PairingPage');
