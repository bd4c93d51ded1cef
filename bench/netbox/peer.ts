import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { BenchTools } from '../lib/line.ts';
import { type PeerScript, peer, peersDirectory, servicePid } from '../lib/peers.ts';
import { processTreeMs } from '../lib/process-time.ts';

/** Racks of the mirrored site; with the networks around them about 1,650 devices and 20,000 interfaces. */
export const RACKS = 40;
export const CLUSTERS = ['sys1-ice2', 'sys1-ice2-net'];

/** A real NetBox of the benchmark's own. */
export interface BenchNetBox {
  readonly url: string;
  /** Reads everything. */
  readonly mirrorToken: string;
  readonly adminToken: string;
  /** The read-everything token in the form that older clients send. */
  readonly mirrorTokenV1: string;
  /** Processor time of its web workers, milliseconds. */
  serverMs(): Promise<number>;
  /** The requests that it answered since the last call, in order of their answers. */
  takeRequests(): Promise<readonly AnsweredRequest[]>;
  /** Rows of a list, as pynetbox names it: all of them, and those that the mirror is to hold where that can be asked for. */
  counts(): Promise<Readonly<Record<string, number>>>;
  mirroredCounts(): Promise<Readonly<Record<string, number>>>;
  /** Any request to its API with the administrator's token, parsed. */
  api(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The JSON that a GraphQL query is answered with. */
  graphql(query: string): Promise<unknown>;
  stop(tools: BenchTools): Promise<void>;
}

export interface AnsweredRequest {
  /** Path and query. */
  readonly target: string;
  readonly method: string;
  /** From its first line to the end of its answer, milliseconds. */
  readonly ms: number;
}

const tokens = z.object({ v1: z.string(), v2: z.string() });
const Info = z.object({ url: z.string(), tokens: z.object({ admin: tokens, mirror: tokens }) });

const LIST_PATHS = {
  'dcim.devices': 'dcim/devices/',
  'dcim.interfaces': 'dcim/interfaces/',
  'dcim.cables': 'dcim/cables/',
  'dcim.mac_addresses': 'dcim/mac-addresses/',
  'dcim.modules': 'dcim/modules/',
  'ipam.ip_addresses': 'ipam/ip-addresses/',
};
/** Lists of which every row belongs to a device of the mirrored clusters. */
const MIRRORED_PATHS = {
  'dcim.modules': 'dcim/modules/',
  'dcim.mac_addresses': 'dcim/mac-addresses/',
  'ipam.ip_addresses': 'ipam/ip-addresses/',
};

/** Starts it, makes its database the first time, and fills it unless it is full. */
export async function benchNetBox(tools: BenchTools): Promise<BenchNetBox> {
  const directory = path.join(peersDirectory(), 'netbox');
  const netbox: PeerScript = {
    title: 'NetBox',
    script: 'netbox.sh',
    env: {
      NB_UP_DIR: directory,
      NB_UP_PORT: '18450',
      NB_UP_PORT_PG: '15484',
      NB_UP_PORT_REDIS: '16430',
      NB_UP_SITE: 'keflavik',
      NB_UP_PREFIX: 'sys1-ice2',
    },
  };
  await peer(netbox, ['up'], tools);
  const { url, tokens } = Info.parse(JSON.parse(await peer(netbox, ['env', '--json'], tools)));
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens.admin.v2}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: tools.signal,
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
    return response.json();
  };
  const api = (method: string, path: string, body?: unknown) => send(method, `api/${path}`, body);
  const count = async (path: string) =>
    z.object({ count: z.number() }).parse(await api('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1&fields=id`))
      .count;
  const countAll = async (paths: Readonly<Record<string, string>>) => {
    const counts: Record<string, number> = {};
    for (const [name, path] of Object.entries(paths)) counts[name] = await count(path);
    return counts;
  };
  if ((await count('dcim/devices/')) === 0) await peer(netbox, ['seed', String(RACKS)], tools);
  const web = await servicePid(directory, 'web');
  const accessLog = path.join(directory, 'log/access.log');
  let read = (await stat(accessLog)).size;
  return {
    url,
    mirrorToken: tokens.mirror.v2,
    mirrorTokenV1: tokens.mirror.v1,
    adminToken: tokens.admin.v2,
    serverMs: () => processTreeMs(web),
    takeRequests: async () => {
      const text = (await readFile(accessLog)).subarray(read);
      read += text.length;
      return [...text.toString('utf8').matchAll(/"(\w+) (\S+) [^"]*" \d+ \S+ (\d+)ms/g)].map(
        ([, method = '', target = '', ms = '0']) => ({ method, target, ms: Number(ms) }),
      );
    },
    counts: () => countAll(LIST_PATHS),
    mirroredCounts: () => countAll(MIRRORED_PATHS),
    api,
    graphql: (query) => send('POST', 'graphql/', { query }),
    stop: async (later) => void (await peer(netbox, ['stop'], later)),
  };
}
