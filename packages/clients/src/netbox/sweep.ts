import { z } from 'zod';
import { type Collected, collect } from './collect.ts';
import { idField } from './fields.ts';
import type { FilterOf, FilterRules } from './filters.ts';
import type { NetBoxRecord, NetBoxResource } from './resource.ts';
import type { NetBoxSession } from './session.ts';
import { walk } from './walk.ts';

const bareId = z.object({ id: idField }).transform((row) => ({ ...row, lastUpdated: null }));

/**
 * All ids of a type, at a fraction of the cost of its rows. Only of a complete sweep may an absent id be suspected to be
 * deleted; it may as well have left the filter or the token's sight: confirm with `readDevice`.
 */
export function sweepIds<R extends NetBoxRecord, F extends FilterRules>(
  session: NetBoxSession,
  resource: NetBoxResource<R, F>,
  options: { readonly filter?: FilterOf<F>; readonly signal?: AbortSignal } = {},
): Promise<Collected<z.output<typeof bareId>>> {
  return collect(walk(session, { ...resource, fields: ['id'], schema: bareId }, options));
}
