import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { FindingPatch } from '@fleet-manager/contract/api/agents';
import { DeviceFilter, DeviceQuery } from '@fleet-manager/contract/api/devices';
import { ERRORS, type ErrorCode } from '@fleet-manager/contract/errors';
import { PERSON_PERMISSIONS } from '@fleet-manager/contract/permissions';
import { fixtureAudit } from './fixture-audit.ts';
import { fixtureComponents, fixtureHistory } from './fixture-components.ts';
import { FixtureFleet } from './fixture-fleet.ts';
import { FixtureStream } from './fixture-stream.ts';

export interface FixtureHubOptions {
  /** Where the built console is. */
  readonly dist: string;
  readonly devices: number;
  readonly port?: number;
}

const CODE = 'one-time-fixture-code';
const COOKIE = 'fm_session=fixture';
/** The strictest policy that the hub may set: the console must work under it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A hub of contract-valid fixtures: the console's pages can be built, looked at and tested without a database. */
export class FixtureHub {
  readonly fleet: FixtureFleet;
  readonly stream = new FixtureStream();
  /** The code that logs in, any number of times. */
  readonly loginCode = CODE;
  /** Requests of the API that were answered, as `GET /api/v1/devices?…`. */
  readonly requests: string[] = [];
  /** Fails every API request whose path begins like this, until it is taken out. */
  readonly failing = new Map<string, ErrorCode>();
  readonly #server: Server;
  readonly #dist: string;

  private constructor(options: FixtureHubOptions) {
    this.fleet = new FixtureFleet(options.devices);
    this.#dist = options.dist;
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        console.error(error);
        problem(response, 'FM_INTERNAL', String(error));
      });
    });
  }

  static async start(options: FixtureHubOptions): Promise<FixtureHub> {
    const hub = new FixtureHub(options);
    await new Promise<void>((resolve) => hub.#server.listen(options.port ?? 0, '127.0.0.1', resolve));
    return hub;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the fixture hub does not listen');
    return `http://127.0.0.1:${(address satisfies AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.stream.drop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fixture');
    if (!url.pathname.startsWith('/api/')) return this.#file(url.pathname, response);
    this.requests.push(`${request.method} ${url.pathname}${url.search}`);
    for (const [path, code] of this.failing) if (url.pathname.startsWith(path)) return problem(response, code);
    const path = url.pathname.slice('/api/v1/'.length);
    if (path === 'session') return this.#session(request, response);
    if (!(request.headers.cookie ?? '').includes(COOKIE)) return problem(response, 'FM_UNAUTHENTICATED');
    if (path === 'events') return this.stream.serve(request, response);
    const [collection = '', id, part] = path.split('/');
    if (request.method === 'PATCH' && collection === 'findings' && id !== undefined)
      return this.#patch(request, response, id);
    return id === undefined
      ? this.#collection(collection, url, response)
      : this.#one(collection, id, part, url, response);
  }

  #collection(collection: string, url: URL, response: ServerResponse) {
    const query = queryOf(url);
    switch (collection) {
      case 'overview':
        return json(response, this.fleet.overview());
      case 'devices':
        return json(response, this.fleet.page(DeviceQuery.parse(query)));
      case 'device-facets':
        return json(response, this.fleet.facets(DeviceFilter.parse(query)));
      case 'findings':
        return json(response, this.fleet.findingPage(url.searchParams));
      case 'agents':
        return json(response, { items: this.fleet.agents(), nextCursor: null });
      case 'audit-events':
        return json(response, fixtureAudit(query));
      case 'satellites':
        return json(response, this.fleet.satellites());
      case 'sites':
        return json(response, this.fleet.sites());
      default:
        return problem(response, 'FM_NOT_FOUND');
    }
  }

  #one(collection: string, id: string, part: string | undefined, url: URL, response: ServerResponse) {
    if (collection === 'findings') {
      const finding = this.fleet.findings.find((known) => known.id === id);
      return finding === undefined
        ? problem(response, 'FM_NOT_FOUND')
        : json(response, finding, { etag: `"${finding.version}"` });
    }
    const index = this.fleet.devices.findIndex((device) => device.id === id);
    const device = this.fleet.devices[index];
    if (collection !== 'devices' || device === undefined) return problem(response, 'FM_NOT_FOUND');
    if (part === 'components') return json(response, fixtureComponents(device, index));
    if (part === 'history') return json(response, fixtureHistory(device, url.searchParams.get('cursor')));
    return json(response, this.fleet.seenNow(device));
  }

  async #patch(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const at = this.fleet.findings.findIndex((finding) => finding.id === id);
    const finding = this.fleet.findings[at];
    if (finding === undefined) return problem(response, 'FM_NOT_FOUND');
    if (request.headers['if-match'] === undefined) return problem(response, 'FM_PRECONDITION_REQUIRED');
    if (request.headers['if-match'] !== `"${finding.version}"`) return problem(response, 'FM_PRECONDITION_FAILED');
    const patch = FindingPatch.parse(await bodyOf(request));
    return json(response, this.fleet.acknowledge(at, patch.state, patch.note ?? null, 'Fixture operator'));
  }

  async #session(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const principal = {
      kind: 'person',
      id: 'operator',
      displayName: 'Fixture operator',
      permissions: [...PERSON_PERMISSIONS],
      expiresAt: null,
    };
    if (request.method === 'POST') {
      const body = await bodyOf(request);
      const right = typeof body === 'object' && body !== null && 'code' in body && body.code === CODE;
      if (!right) return problem(response, 'FM_LOGIN_CODE_INVALID');
      return json(response, principal, { 'set-cookie': `${COOKIE}; Path=/; HttpOnly; SameSite=Strict` });
    }
    if (request.method === 'DELETE') {
      response.writeHead(204, { 'set-cookie': `${COOKIE}; Path=/; Max-Age=0` }).end();
      return;
    }
    if (!(request.headers.cookie ?? '').includes(COOKIE)) return problem(response, 'FM_UNAUTHENTICATED');
    return json(response, principal);
  }

  /** A file of the build; every other path is a page of the console. */
  async #file(pathname: string, response: ServerResponse): Promise<void> {
    const asked = normalize(pathname).replace(/^(\.\.(\/|$))+/, '');
    const file = extname(asked) === '' ? 'index.html' : asked;
    try {
      const content = await readFile(join(this.#dist, file));
      response
        .writeHead(200, {
          'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': POLICY,
          'x-content-type-options': 'nosniff',
        })
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  }
}

function queryOf(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(url.searchParams.keys())) {
    const [first = '', ...more] = url.searchParams.getAll(key);
    query[key] = more.length === 0 ? first : [first, ...more];
  }
  return query;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function json(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
    .end(JSON.stringify(body));
}

function problem(response: ServerResponse, code: ErrorCode, detail?: string): void {
  const { status, title, next } = ERRORS[code];
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(
    JSON.stringify({
      type: 'about:blank',
      title,
      status,
      code,
      next,
      requestId: 'fixture-1',
      ...(detail === undefined ? {} : { detail }),
    }),
  );
}
