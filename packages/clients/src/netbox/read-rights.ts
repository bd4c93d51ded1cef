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
    const right = await readRight(session, call, signal);
    if (right !== undefined) rights.push(right);
  }
  return rights;
}

/** Tries one list. Undefined for a list that needs no right of its own. */
export async function readRight(
  session: NetBoxSession,
  call: NetBoxListCall,
  signal?: AbortSignal,
): Promise<ReadRight | undefined> {
  const [objectType] = netboxCallObjectTypes[call];
  if (objectType === undefined) return undefined;
  const answer = await session.list(call, objectType, { fields: 'id', limit: 1 }, signal);
  return { objectType, failure: answer.ok ? undefined : answer.failure };
}

function listCalls(): NetBoxListCall[] {
  return Object.keys(netboxCalls.calls).filter((name): name is NetBoxListCall => name.startsWith('list'));
}
