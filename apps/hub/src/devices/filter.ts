import type { DeviceFilter } from '@fleet-manager/contract/api/devices';
import { FleetError } from '@fleet-manager/contract/errors';
import { ConditionStatus, ConditionType, FRESH_FOR_MS } from '@fleet-manager/domain/condition';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { EFFECTIVE_OBSERVED_AT } from '../conditions/read.ts';
import { type Principal, withinSites } from '../http/principal.ts';

type Filter = z.output<typeof DeviceFilter>;

const oneOf = (column: string, values: readonly string[]): RawBuilder<boolean>[] =>
  values.length === 0 ? [] : [sql<boolean>`${sql.ref(column)} = any(${values}::text[])`];

/** The SQL condition of a device filter over `devices d`, the caller's sites included. */
export function deviceWhere(filter: Filter, principal: Principal, now: Date): RawBuilder<boolean> {
  const all = [
    withinSites(principal, 'd.site_slug'),
    ...oneOf('d.site_slug', filter.site),
    ...oneOf('d.rack', filter.rack),
    ...oneOf('d.role', filter.role),
    ...oneOf('d.device_class', filter.class),
    ...oneOf('d.operational_status', filter.status),
    ...oneOf('d.cluster', filter.cluster),
    ...oneOf('d.netbox_status', filter.netboxStatus),
    ...(filter.tag.length === 0 ? [] : [sql<boolean>`d.tags && ${filter.tag}::text[]`]),
    ...(filter.includeDeleted ? [] : [sql<boolean>`d.deleted_at is null`]),
    ...textWhere(filter.q),
    ...conditionWhere(filter.condition, now),
  ];
  return sql<boolean>`(${sql.join(all, sql` and `)})`;
}

/** Each word must occur somewhere. A MAC may be written with colons, dashes, dots or nothing between its digits. */
function textWhere(q: string | undefined): RawBuilder<boolean>[] {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return words.map((word) => {
    const forms = [...new Set([word, macForm(word)])];
    const matches = forms.map((form) => sql<boolean>`d.search like ${`%${escapeLike(form)}%`}`);
    return sql<boolean>`(${sql.join(matches, sql` or `)})`;
  });
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (c) => `\\${c}`);

function macForm(word: string): string {
  const digits = word.replaceAll(/[:.-]/g, '');
  const isMac = /^[0-9a-f]{12}$/.test(digits) || (/[:-]/.test(word) && /^[0-9a-f]{4,12}$/.test(digits));
  return isMac ? (digits.match(/.{1,2}/g)?.join(':') ?? word) : word;
}

/** `Type=Status`, or `Type` for "observed at all"; alternatives of one another. What is too old counts as Unknown. */
function conditionWhere(wanted: readonly string[], now: Date): RawBuilder<boolean>[] {
  if (wanted.length === 0) return [];
  const alternatives = wanted.map((text) => {
    const [name, value] = text.split('=');
    const type = ConditionType.safeParse(name);
    if (!type.success) {
      const known = ConditionType.options.join(', ');
      throw new FleetError('FM_INVALID_REQUEST', `condition: there is no type ${name}; the types are ${known}`);
    }
    const freshSince = new Date(now.getTime() - FRESH_FOR_MS[type.data]);
    const status = ConditionStatus.safeParse(value);
    const holds = status.success
      ? sql`case when ${EFFECTIVE_OBSERVED_AT} < ${freshSince} then 'Unknown' else c.status end = ${status.data}`
      : sql`true`;
    return sql<boolean>`exists (
      select from conditions c left join condition_coverage w on w.source = c.source and w.scope = c.scope
      where c.device_id = d.id and c.type = ${type.data} and ${holds})`;
  });
  return [sql<boolean>`(${sql.join(alternatives, sql` or `)})`];
}
