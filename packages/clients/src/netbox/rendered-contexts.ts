import { z } from 'zod';
import { idField, lastUpdated } from './fields.ts';
import { byId } from './filters.ts';
import { defineResource } from './resource.ts';
import type { NetBoxSession } from './session.ts';
import { type WalkStep, walk } from './walk.ts';

const rendered = z
  .object({ id: idField, config_context: z.record(z.string(), z.unknown()), last_updated: lastUpdated })
  .transform((row) => ({ id: row.id, context: row.config_context, lastUpdated: row.last_updated }));

/** The config context that NetBox renders for a device, with its local data merged in. `id` is the device's. */
export type RenderedContext = z.output<typeof rendered>;

const contexts = defineResource({
  objectType: 'dcim.device',
  title: 'Rendered config contexts',
  call: 'listDevices',
  fields: ['id', 'config_context', 'last_updated'],
  filters: { id: byId },
  schema: rendered,
});

/**
 * Renders the contexts of the given devices. Below 4.7 NetBox merges each one anew, so they are asked for apart from the
 * devices and few at a time. A device that is gone has no row.
 */
export function renderedContexts(
  session: NetBoxSession,
  deviceIds: readonly number[],
  signal?: AbortSignal,
): AsyncGenerator<WalkStep<RenderedContext>, void> {
  return walk(session, contexts, {
    filter: { id: deviceIds },
    pageSize: contextsPerRequest,
    ...(signal ? { signal } : {}),
  });
}

const contextsPerRequest = 60;
