import type { z } from 'zod';
import type { NetBoxListCall } from './calls.ts';
import type { FilterRules } from './filters.ts';
import type { NetBoxObjectType } from './object-types.ts';

/** What every record has. */
export interface NetBoxRecord {
  readonly id: number;
  /** ISO 8601; null where NetBox does not say. */
  readonly lastUpdated: string | null;
}

/** How one type of object is read: which call, which fields, which filters, and what a row means. */
export interface NetBoxResource<R extends NetBoxRecord, F extends FilterRules> {
  readonly objectType: NetBoxObjectType;
  /** In the plural, as operators say it. */
  readonly title: string;
  readonly call: NetBoxListCall;
  /**
   * Fields to ask for, `id` and `last_updated` among them. Leave out what costs a query per row: anything that follows a
   * generic relation (`assigned_object`, `termination`, `link_peers`, `connected_endpoints`).
   */
  readonly fields: readonly string[];
  readonly filters: F;
  /** True for device lists: NetBox below 4.7 renders every config context unless told not to, even when it is not asked for. */
  readonly rendersContexts?: boolean;
  readonly schema: z.ZodType<R>;
}

export function defineResource<R extends NetBoxRecord, const F extends FilterRules>(
  resource: NetBoxResource<R, F>,
): NetBoxResource<R, F> {
  return resource;
}
