import { FindingKind } from '@fleet-manager/contract/api/agents';
import { AuditOutcome } from '@fleet-manager/contract/api/audit';
import { DeviceSort } from '@fleet-manager/contract/api/devices';
import { DeviceClass } from '@fleet-manager/domain/device-class';
import { OperationalStatus } from '@fleet-manager/domain/operational-status';
import { z } from 'zod';

/** The address holds a filter that the console does not know. Dropping it in silence would show more than was asked for. */
export class SearchError extends Error {
  override name = 'SearchError';
}

const listOf = <T extends z.ZodType<string>>(item: T) =>
  z.union([z.array(item), item.transform((one) => [one])]).optional();
const text = z.string().min(1).max(200);

const Devices = z.object({
  site: listOf(text),
  rack: listOf(text),
  role: listOf(text),
  class: listOf(DeviceClass),
  status: listOf(OperationalStatus),
  tag: listOf(text),
  cluster: listOf(text),
  netboxStatus: listOf(text),
  condition: listOf(
    z.string().regex(/^[A-Za-z]+(=(True|False|Unknown))?$/, 'give Type=True, Type=False or Type=Unknown'),
  ),
  q: z.string().trim().max(200).optional(),
  sort: DeviceSort.optional(),
  includeDeleted: z.union([z.boolean(), z.stringbool()]).optional(),
});
export type DevicesSearch = z.infer<typeof Devices>;

const Findings = z.object({
  site: listOf(text),
  kind: listOf(FindingKind),
  state: listOf(z.enum(['open', 'acknowledged', 'resolved'])),
});
export type FindingsSearch = z.infer<typeof Findings>;

const Audit = z.object({
  actor: listOf(text),
  action: listOf(text),
  outcome: listOf(AuditOutcome),
  target: text.optional(),
  request: text.optional(),
});
export type AuditSearch = z.infer<typeof Audit>;

export const DEVICE_TABS = ['status', 'hardware', 'history', 'raw'] as const;
const DevicePageSearch = z.object({ tab: z.enum(DEVICE_TABS).optional() });
export type DeviceTab = (typeof DEVICE_TABS)[number];

const Scoped = z.object({ site: listOf(text) });

function reader<T extends z.ZodType>(schema: T): (raw: Record<string, unknown>) => z.infer<T> {
  return (raw) => {
    const parsed = schema.safeParse(raw);
    if (parsed.success) return parsed.data;
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'address'}: ${issue.message}`);
    throw new SearchError(issues.join('; '));
  };
}

export const readDevicesSearch = reader(Devices);
export const readFindingsSearch = reader(Findings);
export const readAuditSearch = reader(Audit);
export const readDeviceSearch = reader(DevicePageSearch);
export const readScopedSearch = reader(Scoped);
export const readLoginSearch = reader(
  z.object({
    next: z
      .string()
      .regex(/^\/(?![/\\])/)
      .optional()
      .catch(undefined),
  }),
);

/** `?status=failed&status=unknown`: plain repeated keys, as the hub's own API writes them. */
export function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(key, String(one));
    }
  }
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}

export function parseSearch(query: string): Record<string, unknown> {
  const params = new URLSearchParams(query);
  const found: Record<string, unknown> = {};
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key).filter((value) => value !== '');
    if (values.length > 0) found[key] = values.length === 1 ? values[0] : values;
  }
  return found;
}
