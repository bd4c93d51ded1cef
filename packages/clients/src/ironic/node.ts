import { z } from 'zod';
import { compareVersions } from '../keystone/microversion.ts';
import { describeIssues } from '../keystone/reading.ts';
import type { Reading } from '../keystone/walk.ts';

/** A value that the credential may not see: Ironic puts a sentence in its place. It is unknown, not absent. */
export interface Redacted {
  readonly redacted: true;
}
export type Redactable<T> = T | Redacted;

export function isRedacted(value: unknown): value is Redacted {
  return typeof value === 'object' && value !== null && 'redacted' in value && value.redacted === true;
}

const redactable = z
  .string()
  .nullish()
  .transform((text): Redactable<string | null> => (text?.startsWith('** ') ? { redacted: true } : (text ?? null)));
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null);
const mapping = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {});
// A step in progress is an object with at least its name; none is an empty object or null.
const step = z
  .object({ step: z.string().optional(), interface: z.string().optional() })
  .nullish()
  .transform((value) => (value?.step === undefined ? null : { step: value.step, interface: value.interface ?? null }));

const row = z.object({
  uuid: z.string().min(1),
  name: text,
  // Any text: a state of a later release is reported as it is, and understood nowhere.
  provision_state: z.string().min(1),
  target_provision_state: text,
  power_state: text,
  target_power_state: text,
  maintenance: z.boolean(),
  maintenance_reason: redactable,
  fault: text,
  reservation: redactable,
  last_error: redactable,
  instance_uuid: text,
  resource_class: text,
  traits: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? null),
  owner: text,
  lessee: text,
  properties: mapping,
  extra: mapping,
  retired: flag,
  retired_reason: text,
  protected: flag,
  automated_clean: flag,
  clean_step: step,
  deploy_step: step,
  service_step: step,
  provision_updated_at: text,
  inspection_finished_at: text,
  driver: text,
  conductor_group: text,
  shard: text,
  boot_mode: text,
  secure_boot: flag,
  health: text,
});

/** A node as Ironic lists it, as far as it is used. Times are ISO 8601 texts of Ironic's clock. */
export interface IronicNode {
  readonly uuid: string;
  readonly name: string | null;
  readonly provisionState: string;
  readonly targetProvisionState: string | null;
  readonly powerState: string | null;
  readonly targetPowerState: string | null;
  readonly maintenance: boolean;
  readonly maintenanceReason: Redactable<string | null>;
  /** Set when Ironic itself put the node into maintenance. */
  readonly fault: string | null;
  /** The conductor that holds the node's lock. */
  readonly reservation: Redactable<string | null>;
  readonly lastError: Redactable<string | null>;
  readonly instanceUuid: string | null;
  readonly resourceClass: string | null;
  /** null when they were not told. */
  readonly traits: readonly string[] | null;
  readonly owner: string | null;
  readonly lessee: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly retired: boolean | null;
  readonly retiredReason: string | null;
  readonly protected: boolean | null;
  readonly automatedClean: boolean | null;
  readonly cleanStep: IronicStep | null;
  readonly deployStep: IronicStep | null;
  readonly serviceStep: IronicStep | null;
  /** Also touched by each heartbeat of a waiting agent: not the time the state was entered. */
  readonly provisionUpdatedAt: string | null;
  readonly inspectionFinishedAt: string | null;
  readonly driver: string | null;
  readonly conductorGroup: string | null;
  readonly shard: string | null;
  readonly bootMode: string | null;
  readonly secureBoot: boolean | null;
  readonly health: string | null;
}

export interface IronicStep {
  readonly step: string;
  readonly interface: string | null;
}

/** Fields newer than the oldest supported version. */
const since: Readonly<Record<string, string>> = { service_step: '1.87', health: '1.109' };

/**
 * The fields to ask for at a version. `uuid` is what pages go by; without `owner` and `lessee` some releases redact values
 * even for the owner. Left out on purpose: fields that make a list fail (`allocation_uuid`, `conductor`) or be refused
 * (`created_at`, `updated_at`).
 */
export function nodeFields(version: string): string {
  return Object.keys(row.shape)
    .filter((name) => since[name] === undefined || compareVersions(version, since[name]) >= 0)
    .join(',');
}

/** Reads one row; what does not fit is a reason to leave out this node only. */
export function readNode(input: unknown): Reading<IronicNode> {
  const parsed = row.safeParse(input);
  if (!parsed.success) {
    return { ok: false, rejected: { id: rowUuid(input), reason: describeIssues(parsed.error) } };
  }
  const n = parsed.data;
  return {
    ok: true,
    item: {
      uuid: n.uuid,
      name: n.name,
      provisionState: n.provision_state,
      targetProvisionState: n.target_provision_state,
      powerState: n.power_state,
      targetPowerState: n.target_power_state,
      maintenance: n.maintenance,
      maintenanceReason: n.maintenance_reason,
      fault: n.fault,
      reservation: n.reservation,
      lastError: n.last_error,
      instanceUuid: n.instance_uuid,
      resourceClass: n.resource_class,
      traits: n.traits,
      owner: n.owner,
      lessee: n.lessee,
      properties: n.properties,
      extra: n.extra,
      retired: n.retired,
      retiredReason: n.retired_reason,
      protected: n.protected,
      automatedClean: n.automated_clean,
      cleanStep: n.clean_step,
      deployStep: n.deploy_step,
      serviceStep: n.service_step,
      provisionUpdatedAt: n.provision_updated_at,
      inspectionFinishedAt: n.inspection_finished_at,
      driver: n.driver,
      conductorGroup: n.conductor_group,
      shard: n.shard,
      bootMode: n.boot_mode,
      secureBoot: n.secure_boot,
      health: n.health,
    },
  };
}

/** The `uuid` of a row, when it has one. */
export function rowUuid(input: unknown): string | undefined {
  const found = z.object({ uuid: z.string().min(1) }).safeParse(input);
  return found.success ? found.data.uuid : undefined;
}
