import { type CallList, type CallSpec, defineCalls } from '@fleet-manager/clients/http/calls';
import { createHttpClient } from '@fleet-manager/clients/http/client';
import { HttpCallError } from '@fleet-manager/clients/http/errors';
import type { OpenStackSession } from '@fleet-manager/clients/keystone/session';
import { FleetError } from '@fleet-manager/contract/errors';

export interface Refusal {
  readonly call: string;
  /** `rule`: an access rule of the credential is missing. `role`: its user may not. `other`: the service has a trouble of its own. */
  readonly kind: 'rule' | 'role' | 'other';
  readonly detail: string;
}

/** Looked up where an id is wanted: nothing has it, and a 404 says that we were let in. */
const NOBODY = '00000000-0000-4000-8000-000000000000';
const LISTS_TAKE_LIMIT = new Set(['listNodes', 'listPorts', 'listServers']);

/** Tries each reading call that we declare of a service, and says which were refused. Nothing is changed by it. */
export async function probeCalls(
  session: OpenStackSession,
  list: CallList,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ tried: number; refused: Refusal[] }> {
  const calls = Object.entries(list.calls).filter(([, spec]) => spec.anonymous !== true && spec.method === 'GET');
  const filled = calls.map(([name, spec]): [string, CallSpec] => [
    name,
    { ...spec, path: `/${spec.path.slice(1).replaceAll(/\{\w+\}/g, NOBODY)}` },
  ]);
  const http = session.client(defineCalls(list.service, Object.fromEntries(filled)));
  const refused: Refusal[] = [];
  for (const [name, spec] of calls) {
    const call = `${spec.method} ${spec.path.replaceAll(/\{\w+\}/g, '*')}`;
    const query = LISTS_TAKE_LIMIT.has(name) ? { limit: 1 } : {};
    try {
      await http.call(name, { query, headers, signal });
    } catch (error) {
      signal.throwIfAborted();
      const refusal = judge(error);
      if (refusal !== undefined) refused.push({ call, ...refusal });
    }
  }
  return { tried: calls.length, refused };
}

function judge(error: unknown): Omit<Refusal, 'call'> | undefined {
  if (!(error instanceof FleetError)) throw error;
  const detail = error.message;
  if (error.code === 'FM_OPENSTACK_ACCESS_RULE_MISSING') return { kind: 'rule', detail };
  if (!(error instanceof HttpCallError)) return { kind: 'other', detail };
  // Not there, or not understood without more: either way the request was let in.
  if (error.status === 404 || error.status === 400) return undefined;
  return { kind: error.status === 403 ? 'role' : error.status === 401 ? 'rule' : 'other', detail };
}

/** The Date header of a service's public version document; undefined when it gives none. */
export async function dateOf(
  session: OpenStackSession,
  list: CallList<{ readonly versions: CallList['calls'][string] }>,
  tls: Parameters<typeof createHttpClient>[1]['tls'],
  signal: AbortSignal,
): Promise<string | undefined> {
  const http = createHttpClient(list, { baseUrl: await session.endpoint(list.service), tls });
  try {
    return (await http.call('versions', { signal })).headers.date;
  } finally {
    await http.close();
  }
}
