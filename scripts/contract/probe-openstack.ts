import { openstackCallLists } from '@fleet-manager/clients/access/openstack';
import { loadCloud } from '@fleet-manager/clients/clouds/load';
import type { Answer } from '@fleet-manager/clients/http/answer';
import { defineCalls } from '@fleet-manager/clients/http/calls';
import { createHttpClient } from '@fleet-manager/clients/http/client';
import { ironicCalls } from '@fleet-manager/clients/ironic/calls';
import { createIronicClient } from '@fleet-manager/clients/ironic/client';
import { nodeFields, readNode } from '@fleet-manager/clients/ironic/node';
import { portFields, readPort } from '@fleet-manager/clients/ironic/port';
import { keystoneCalls } from '@fleet-manager/clients/keystone/calls';
import { discoverVersion3 } from '@fleet-manager/clients/keystone/discovery';
import { findProjects } from '@fleet-manager/clients/keystone/projects';
import type { Lookup } from '@fleet-manager/clients/keystone/reading';
import { type OpenStackSession, openSession } from '@fleet-manager/clients/keystone/session';
import type { Reading } from '@fleet-manager/clients/keystone/walk';
import { novaCalls } from '@fleet-manager/clients/nova/calls';
import { createNovaClient } from '@fleet-manager/clients/nova/client';
import { readServer, serverFields } from '@fleet-manager/clients/nova/server';
import { createPlacementClient } from '@fleet-manager/clients/placement/client';
import { z } from 'zod';
import { judgeFailure, judgeRows, verdict } from './judge.ts';
import type { CallName, Verdict } from './verdict.ts';

export interface ProbedOpenStack {
  /** Text of the clouds.yaml. */
  readonly clouds: string;
  /** The cloud that reads as the product does, and one that may make an allocation to be read. */
  readonly cloud: string;
  readonly writer: string;
}

/** An identifier that nothing has. */
const NOBODY = '0c0ffee0-0000-4000-8000-000000000001';
/** Rows of one page: enough to see every shape that a site has. */
const ROWS = 500;

/** Makes every declared call to an OpenStack and reads the answers as the product does. */
export async function probeOpenStack(target: ProbedOpenStack): Promise<{ versions: string[]; verdicts: Verdict[] }> {
  const session = openSession(loadCloud({ text: target.clouds, cloud: target.cloud }));
  const writer = openSession(loadCloud({ text: target.clouds, cloud: target.writer }));
  const run = new Run();
  try {
    await probeIdentity(run, session);
    const ironic = await probeIronic(run, session, writer);
    const nova = await probeNova(run, session);
    const placement = await probePlacement(run, session);
    run.complete();
    const versions = Object.entries({ baremetal: ironic, compute: nova, placement });
    return {
      versions: versions.flatMap(([service, version]) => (version === undefined ? [] : [`${service} ${version}`])),
      verdicts: run.verdicts,
    };
  } finally {
    await session.close();
    await writer.close();
  }
}

/** Collects one verdict per declared call. */
class Run {
  readonly verdicts: Verdict[] = [];

  /** Makes one call; what it throws is judged. */
  async call(service: string, call: string, work: (name: CallName) => Promise<Verdict>): Promise<Verdict> {
    const name = declared(service, call);
    const found = await work(name).catch((error: unknown) => judgeFailure(name, error));
    this.verdicts.push(found);
    return found;
  }

  /** A declared call that nothing above has made is a mistake of this tool, and not a good answer. */
  complete(): void {
    for (const { service, calls } of openstackCallLists) {
      for (const call of Object.keys(calls)) {
        if (this.verdicts.some((one) => one.service === service && one.call === call)) continue;
        const next = 'teach scripts/contract/probe-openstack.ts to make it';
        this.verdicts.push(
          verdict(declared(service, call), 'unavailable', ['the probe does not make this call'], next),
        );
      }
    }
  }
}

function declared(service: string, call: string): CallName {
  const spec = openstackCallLists.flatMap((list) => (list.service === service ? [list.calls[call]] : [])).find(Boolean);
  if (spec === undefined) throw new TypeError(`${service} has no declared call ${call}`);
  return { service, call, method: spec.method, path: spec.path };
}

async function probeIdentity(run: Run, session: OpenStackSession): Promise<void> {
  const { auth } = session.cloud;
  if (!('authUrl' in auth)) return;
  const http = createHttpClient(keystoneCalls, { baseUrl: auth.authUrl.replace(/\/v3\/?$/, '') });
  await run.call('identity', 'versions', async (name) => {
    await discoverVersion3(auth.authUrl.replace(/\/v3\/?$/, ''), http).finally(() => http.close());
    return verdict(name, 'ok', []);
  });
  await run.call('identity', 'issueToken', async (name) => {
    const roles = (await session.identity())?.roles ?? [];
    return verdict(name, 'ok', [`roles ${roles.join(', ')}`]);
  });
  await run.call('identity', 'listProjects', async (name) => {
    const found = await findProjects(session, 'slurm');
    return verdict(name, found.length === 0 ? 'empty' : 'ok', []);
  });
}

async function probeIronic(run: Run, session: OpenStackSession, writer: OpenStackSession): Promise<string | undefined> {
  const client = createIronicClient(session);
  const http = session.client(ironicCalls);
  let version: string | undefined;
  await run.call('baremetal', 'versions', async (name) => {
    version = await client.version();
    return verdict(name, 'ok', []);
  });
  if (version === undefined) return undefined;
  const headers = { 'x-openstack-ironic-api-version': version };
  const fields = nodeFields(version);
  let node: string | undefined;
  await run.call('baremetal', 'listNodes', async (name) => {
    const { body } = await http.call('listNodes', { headers, query: { fields, limit: ROWS } });
    const rows = rowsIn(body, 'nodes');
    node = idsIn(rows, 'uuid')[0];
    return judgeRows(name, { rows, fields: fields.split(','), problem: problemBy(readNode) });
  });
  await run.call('baremetal', 'getNode', async (name) => {
    if (node === undefined) return judgeLookup(name, await client.getNode(NOBODY));
    const { body } = await http.call('getNode', { headers, params: { id: node }, query: { fields } });
    return judgeRows(name, { rows: [body], fields: fields.split(','), problem: problemBy(readNode) });
  });
  const driver = writer.client(driverCalls);
  await run.call('baremetal', 'listPorts', async (name) => {
    const port = { node_uuid: node, address: '02:fe:ed:00:00:01' };
    const made = await identifierOf(() => driver.call('createPort', { headers, body: port }));
    try {
      const { body } = await http.call('listPorts', { headers, query: { fields: portFields, limit: ROWS } });
      const rows = rowsIn(body, 'ports');
      return judgeRows(name, { rows, fields: portFields.split(','), problem: problemBy(readPort) });
    } finally {
      if (made !== undefined) await driver.call('deletePort', { headers, params: { id: made } });
    }
  });
  await run.call('baremetal', 'getAllocation', async (name) => {
    const made = await identifierOf(() =>
      driver.call('allocate', { headers, body: { resource_class: 'contract-probe' } }),
    );
    try {
      // With the writer: whether a credential has the rule for it is a matter of that credential, not of the release.
      return judgeLookup(name, await createIronicClient(writer).getAllocation(made ?? NOBODY));
    } finally {
      if (made !== undefined) await driver.call('release', { headers, params: { id: made } });
    }
  });
  return version;
}

/** What the product never does: it makes a port, and an allocation of a class that no node has, so that there is one to be read. */
const driverCalls = defineCalls('baremetal', {
  createPort: { method: 'POST', path: '/v1/ports' },
  deletePort: { method: 'DELETE', path: '/v1/ports/{id}', answer: 'none' },
  allocate: { method: 'POST', path: '/v1/allocations' },
  release: { method: 'DELETE', path: '/v1/allocations/{id}', answer: 'none' },
});

/** The identifier of what was made; undefined where the service makes none, and the call is then made without a row. */
async function identifierOf(make: () => Promise<Answer>): Promise<string | undefined> {
  const answer = await make().catch(() => undefined);
  return z.object({ uuid: z.string() }).safeParse(answer?.body).data?.uuid;
}

async function probeNova(run: Run, session: OpenStackSession): Promise<string | undefined> {
  const client = createNovaClient(session);
  const http = session.client(novaCalls);
  let version: string | undefined;
  await run.call('compute', 'versions', async (name) => {
    version = await client.version();
    return verdict(name, 'ok', []);
  });
  if (version === undefined) return undefined;
  const headers = { 'openstack-api-version': `compute ${version}` };
  let server: string | undefined;
  await run.call('compute', 'listServers', async (name) => {
    const { body } = await http.call('listServers', { headers, query: { all_tenants: 1, limit: ROWS } });
    const rows = rowsIn(body, 'servers');
    server = idsIn(rows, 'id')[0];
    return judgeRows(name, { rows, fields: serverFields, problem: problemBy(readServer) });
  });
  await run.call('compute', 'getServer', async (name) => judgeLookup(name, await client.getServer(server ?? NOBODY)));
  return version;
}

async function probePlacement(run: Run, session: OpenStackSession): Promise<string | undefined> {
  const client = createPlacementClient(session);
  let version: string | undefined;
  await run.call('placement', 'versions', async (name) => {
    version = await client.version();
    return verdict(name, 'ok', []);
  });
  if (version === undefined) return undefined;
  let provider = NOBODY;
  await run.call('placement', 'listProviders', async (name) => {
    const found = await client.listProviders();
    provider = found[0]?.uuid ?? NOBODY;
    return verdict(name, found.length === 0 ? 'empty' : 'ok', []);
  });
  await run.call('placement', 'getTraits', async (name) => judgeLookup(name, await client.getTraits(provider)));
  await run.call('placement', 'getInventories', async (name) =>
    judgeLookup(name, await client.getInventories(provider)),
  );
  await run.call('placement', 'getProviderAllocations', async (name) =>
    judgeLookup(name, await client.getProviderAllocations(provider)),
  );
  await run.call('placement', 'getConsumerAllocations', async (name) => {
    const held = await client.getConsumerAllocations(NOBODY);
    return verdict(name, Object.keys(held).length === 0 ? 'empty' : 'ok', []);
  });
  return version;
}

function judgeLookup(name: CallName, found: Lookup<unknown>): Verdict {
  if (found.kind === 'found') return verdict(name, 'ok', []);
  if (found.kind === 'absent') return verdict(name, 'empty', ['nothing there to be read']);
  return verdict(name, 'unreadable', [found.rejected.reason], 'change the schema of this client to read both shapes');
}

function problemBy<T>(read: (row: unknown) => Reading<T>) {
  return (row: unknown): string | undefined => {
    const reading = read(row);
    return reading.ok ? undefined : reading.rejected.reason;
  };
}

function rowsIn(body: unknown, key: string): unknown[] {
  return z.object({ [key]: z.array(z.unknown()) }).parse(body)[key] ?? [];
}

function idsIn(rows: readonly unknown[], key: string): string[] {
  return rows.flatMap((row) => z.object({ [key]: z.string() }).safeParse(row).data?.[key] ?? []);
}
