import { HttpCallError } from '../http/errors.ts';
import { netboxFailure } from './call-failure.ts';
import type { NetBoxFailure } from './failure.ts';
import { problemOf } from './list-page.ts';
import { isObject } from './raw.ts';
import { type DeviceRecord, devices } from './resources/devices.ts';
import type { NetBoxSession } from './session.ts';

/** What NetBox says of one device, asked for directly. */
export type DeviceAnswer =
  | { readonly kind: 'found'; readonly device: DeviceRecord }
  /** Deleted, or outside what the token may see: NetBox tells the two apart for nobody. */
  | { readonly kind: 'absent' }
  /** It is there, but cannot be read. */
  | { readonly kind: 'unreadable'; readonly problem: string }
  | { readonly kind: 'failed'; readonly failure: NetBoxFailure };

/** Asks for one device by id. Tells a deleted device from one that merely left a filter. */
export async function readDevice(session: NetBoxSession, id: number, signal?: AbortSignal): Promise<DeviceAnswer> {
  try {
    const answer = await session.device(id, { fields: devices.fields.join(',') }, signal);
    const read = devices.schema.safeParse(answer.body);
    if (read.success && read.data.id === id) return { kind: 'found', device: read.data };
    const problem = read.success ? `NetBox answered with device ${read.data.id}` : problemOf(read.error);
    return { kind: 'unreadable', problem };
  } catch (error) {
    if (isAbsence(error)) return { kind: 'absent' };
    return { kind: 'failed', failure: netboxFailure(error, 'dcim.device') };
  }
}

/** A 404 in NetBox's own words. A 404 of a proxy or of a wrong address is no statement about a device. */
function isAbsence(error: unknown): boolean {
  if (!(error instanceof HttpCallError) || error.status !== 404 || !isObject(error.problem)) return false;
  const { detail } = error.problem;
  return typeof detail === 'string' && /matches the given query|^not found\.?$/i.test(detail);
}
