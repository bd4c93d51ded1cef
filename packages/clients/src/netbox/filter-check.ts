import { filterIgnored, gone, type NetBoxFailure } from './failure.ts';
import type { FilterRules } from './filters.ts';
import { isObject, isRawRow, listEnvelope } from './raw.ts';
import type { NetBoxRecord, NetBoxResource } from './resource.ts';
import type { NetBoxSession } from './session.ts';
import type { SentFilter } from './walk-plan.ts';

/**
 * Before a walk: does NetBox honour the filters that its rows cannot prove, and do the objects exist that it would
 * silently take for empty? Undefined when the walk may start.
 */
export async function checkFilters<R extends NetBoxRecord, F extends FilterRules>(
  session: NetBoxSession,
  resource: NetBoxResource<R, F>,
  filters: readonly SentFilter[],
  signal: AbortSignal | undefined,
): Promise<NetBoxFailure | undefined> {
  for (const filter of filters) {
    const failure = (await probe(session, resource, filter, signal)) ?? (await lookUp(session, filter, signal));
    if (failure) return failure;
  }
  return undefined;
}

async function probe<R extends NetBoxRecord, F extends FilterRules>(
  session: NetBoxSession,
  resource: NetBoxResource<R, F>,
  { name, rule }: SentFilter,
  signal: AbortSignal | undefined,
): Promise<NetBoxFailure | undefined> {
  const key = `${resource.call}?${name}`;
  if (rule.verify.by !== 'probe' || session.honoured.has(key)) return undefined;
  const query = { [name]: rule.verify.impossible, fields: 'id', limit: 1 };
  const answer = await session.list(resource.call, resource.objectType, query, signal);
  if (!answer.ok && answer.failure.kind !== 'gone') return answer.failure;
  if (answer.ok) {
    const envelope = listEnvelope.safeParse(answer.value.body);
    if (!envelope.success || envelope.data.results.length > 0) {
      return filterIgnored(resource, name, 'a value that no object has was answered with rows');
    }
  }
  session.honoured.add(key);
  return undefined;
}

async function lookUp(
  session: NetBoxSession,
  { name, rule, values }: SentFilter,
  signal: AbortSignal | undefined,
): Promise<NetBoxFailure | undefined> {
  if (rule.lookUp === undefined) return undefined;
  const query = { id: values, fields: 'id', limit: values.length };
  const answer = await session.list(rule.lookUp, 'dcim.site', query, signal);
  if (!answer.ok) return answer.failure;
  const results =
    isObject(answer.value.body) && Array.isArray(answer.value.body.results) ? answer.value.body.results : [];
  const found = new Set(results.filter(isRawRow).map((row) => row.id));
  const missing = values.filter((value) => typeof value !== 'number' || !found.has(value)).map(String);
  if (missing.length === 0) return undefined;
  return gone(name, missing, `netbox: there is no ${name.replace(/_id$/, '')} with the id ${missing.join(', ')}`);
}
