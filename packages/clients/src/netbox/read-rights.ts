import type { NetBoxListCall } from './calls.ts';
import { netboxCallObjectTypes, netboxCalls } from './calls.ts';
import type { NetBoxFailure } from './failure.ts';
import type { NetBoxObjectType } from './object-types.ts';
import type { NetBoxSession } from './session.ts';

/** Whether the token may read a type of object, found out by reading one. */
export interface ReadRight {
  readonly objectType: NetBoxObjectType;
  /** Undefined when it may. */
  readonly failure: NetBoxFailure | undefined;
}

/**
 * Tries each list that the mirror reads. A list that NetBox gives may still hide rows by a constraint of the permission;
 * that shows nowhere.
 */
export async function readRights(session: NetBoxSession, signal?: AbortSignal): Promise<readonly ReadRight[]> {
  const rights: ReadRight[] = [];
  for (const call of listCalls()) {
    const [objectType] = netboxCallObjectTypes[call];
    if (objectType === undefined) continue;
    const answer = await session.list(call, objectType, { fields: 'id', limit: 1 }, signal);
    rights.push({ objectType, failure: answer.ok ? undefined : answer.failure });
  }
  return rights;
}

function listCalls(): NetBoxListCall[] {
  return Object.keys(netboxCalls.calls).filter((name): name is NetBoxListCall => name.startsWith('list'));
}
