import { connect } from 'node:net';
import { Problem } from '@fleet-manager/contract/api/common';
import { DevicePage } from '@fleet-manager/contract/api/devices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AGENT_ID, bearer } from '../../apps/hub/test/hub-server.ts';
import { type HubUnderAttack, startHubUnderAttack } from './hub-under-attack.ts';
import { type ApiOperation, addressOf, operations } from './operations.ts';
import { rawRequest, statusesIn } from './raw-request.ts';

let hub: HubUnderAttack;
beforeAll(async () => {
  hub = await startHubUnderAttack();
});
afterAll(async () => {
  expect(hub.faults()).toEqual([]);
  await hub.close();
});

const all = operations();
const writes = all.filter((operation) => operation.takesBody);
const isAgents = ({ url }: ApiOperation) => url.includes('{clientId}');
const KNOWN = { clientId: AGENT_ID, scope: 'orphans' };

interface Sent {
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function send(operation: ApiOperation, { target, headers, body }: Sent = {}): Promise<Response> {
  return fetch(hub.url + (target ?? addressOf(operation, KNOWN)), {
    method: operation.method,
    headers: {
      ...bearer(isAgents(operation) ? hub.agentToken : hub.personToken),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
}

/** Its status and code, after proof that it is a whole problem. */
async function refusal(response: Response): Promise<string> {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  const problem = Problem.parse(await response.json());
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  return `${problem.status} ${problem.code}`;
}

describe('addresses', () => {
  const places = all.flatMap((operation) =>
    operation.parameters
      .filter((parameter) => parameter.in !== 'header')
      .map((parameter) => [operation.operationId, parameter.name, operation, parameter.in] as const),
  );
  // What no text is, a number beyond all bounds, ways out of a folder, and a cursor of nobody's making.
  const values = ['%00', '%ED%A0%80', '%FF', '9'.repeat(400), '-1e309', '..%2F..%2Fetc%2Fpasswd', 'AAAA.BBBB', "'--"];

  test.each(places)('%s takes no %s that is hostile, and stumbles over none', async (_id, name, operation, where) => {
    for (const value of values) {
      const address = addressOf(operation, { ...KNOWN, ...(where === 'path' ? { [name]: '~' } : {}) });
      const target = where === 'path' ? address.replace('~', value) : `${address}?${name}=${value}`;
      const stop = new AbortController();
      const response = await fetch(hub.url + target, {
        method: operation.method,
        headers: bearer(isAgents(operation) ? hub.agentToken : hub.personToken),
        signal: stop.signal,
      });
      expect(`${value} ${response.status}`).not.toMatch(/ 5\d\d$/);
      if (response.status >= 400) await refusal(response);
      if (value === '%00') expect([400, 403, 415]).toContain(response.status);
      stop.abort();
    }
  });

  test.each(all.map((operation) => [operation.operationId, operation] as const))(
    '%s refuses a parameter that it does not know, also one that names a prototype',
    async (_id, operation) => {
      for (const query of ['no-such=1', '__proto__=1', 'constructor=1', '__proto__[isPerson]=1']) {
        const body = operation.takesBody ? '{}' : undefined;
        const target = `${addressOf(operation, KNOWN)}?${query}`;
        expect(await refusal(await send(operation, { target, ...(body === undefined ? {} : { body }) }))).toMatch(
          /^400 /,
        );
      }
    },
  );

  test('a cursor of one list opens no other, nor its own in another order', async () => {
    const get = (target: string) => fetch(hub.url + target, { headers: bearer(hub.personToken) });
    const first = DevicePage.parse(await (await get('/api/v1/devices?limit=1')).json());
    const cursor = first.nextCursor ?? '';
    expect((await get(`/api/v1/devices?limit=1&cursor=${cursor}`)).status).toBe(200);
    for (const target of [
      '/api/v1/racks?',
      '/api/v1/findings?',
      '/api/v1/audit-events?',
      '/api/v1/devices?sort=-name&',
    ])
      expect(`${target} ${await refusal(await get(`${target}cursor=${cursor}`))}`).toBe(
        `${target} 400 FM_INVALID_CURSOR`,
      );
    const forged = `${cursor.slice(0, -2)}AA`;
    expect(await refusal(await get(`/api/v1/devices?cursor=${forged}`))).toBe('400 FM_INVALID_CURSOR');
  });

  test('a parameter given twice is refused where it may be given once', async () => {
    for (const query of ['limit=1&limit=2', 'cursor=a&cursor=b', 'sort=name&sort=rack', 'q=a&q=b']) {
      const response = await fetch(`${hub.url}/api/v1/devices?${query}`, { headers: bearer(hub.personToken) });
      expect(`${query} ${await refusal(response)}`).toBe(`${query} 400 FM_INVALID_REQUEST`);
    }
  });

  test('an address or a header of a megabyte is refused as such', async () => {
    const long = 'a'.repeat(1_000_000);
    const asked = (line: string, header: string) =>
      rawRequest(hub.url, `GET ${line} HTTP/1.1\r\nHost: hub\r\n${header}Connection: close\r\n\r\n`);
    for (const answer of [
      await asked(`/api/v1/devices?q=${long}`, ''),
      await asked('/api/v1/devices', `X-Long: ${long}\r\n`),
    ])
      expect(statusesIn(answer)).toEqual([431]);
  });

  test('a path out of its folder leads nowhere', async () => {
    for (const path of [
      '/api/v1/../../etc/passwd',
      '/..%2f..%2fetc/passwd',
      '/api/v1/devices/..;/audit-events',
      '//etc/passwd',
    ]) {
      const answer = await rawRequest(hub.url, `GET ${path} HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n\r\n`);
      expect(`${path} ${statusesIn(answer).join()}`).toMatch(/ (400|401|404)$/);
      expect(answer).toContain('application/problem+json');
    }
  });
});

describe('methods', () => {
  test('a header does not change the method', async () => {
    const response = await fetch(`${hub.url}/api/v1/session`, {
      method: 'GET',
      headers: { ...bearer(hub.personToken), 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ kind: 'person' });
  });

  test('HEAD asks for the same credential as GET, and methods that nobody serves are refused', async () => {
    for (const operation of all.filter(({ method, isOpen }) => method === 'GET' && !isOpen)) {
      const head = await fetch(hub.url + addressOf(operation, KNOWN), { method: 'HEAD' });
      expect(`${operation.operationId} ${head.status}`).toBe(`${operation.operationId} 401`);
    }
    for (const method of ['OPTIONS', 'PROPFIND']) {
      const response = await fetch(`${hub.url}/api/v1/devices`, { method });
      expect(await refusal(response)).toBe('405 FM_METHOD_NOT_ALLOWED');
      expect(response.headers.get('allow')).toBe('GET, HEAD');
    }
  });
});

describe('bodies', () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  test.each(writes.map((operation) => [operation.operationId, operation] as const))(
    '%s refuses bodies that are no JSON, no text, too deep or that reach for a prototype',
    async (_id, operation) => {
      const bodies = ['', '{', 'null', '[]', '"a"', '1e999', '{"a":"\\u0000"}', '{"a":"\\ud800"}', deep];
      for (const body of [...bodies, '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'])
        expect(`${body.slice(0, 40)} ${await refusal(await send(operation, { body }))}`).toMatch(
          / 400 FM_INVALID_REQUEST$/,
        );
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );

  test.each(writes.map((operation) => [operation.operationId, operation] as const))(
    '%s takes JSON alone, and no more of it than its limit',
    async (_id, operation) => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/xml',
      ])
        expect(await refusal(await send(operation, { body: '{}', headers: { 'content-type': type } }))).toBe(
          '415 FM_UNSUPPORTED_MEDIA_TYPE',
        );
      const large = await send(operation, { body: JSON.stringify({ a: 'x'.repeat(2 * 1024 * 1024) }) });
      // Reports may be large: there it is what is in it that is refused.
      expect(await refusal(large)).toMatch(/^(413 FM_TOO_LARGE|400 FM_INVALID_REQUEST)$/);
    },
  );
});

describe('requests that two servers may read differently', () => {
  const body = '{"code":"x"}';
  const post = (headers: readonly string[], rest: string) =>
    rawRequest(
      hub.url,
      `${['POST /api/v1/session HTTP/1.1', 'Host: hub', 'Content-Type: application/json', ...headers].join('\r\n')}\r\n\r\n${rest}`,
    );
  const hidden = 'GET /api/v1/session HTTP/1.1\r\nHost: hub\r\n\r\n';

  test.each<readonly [string, readonly string[], string]>([
    ['a length and chunks', [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
    ['two lengths', ['Content-Length: 5', `Content-Length: ${body.length}`], body + hidden],
    ['a length that is no number', ['Content-Length: +12'], body + hidden],
    ['chunks spelt otherwise', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`],
    ['a chunk without a size', ['Transfer-Encoding: chunked'], `zz\r\n${body}\r\n0\r\n\r\n${hidden}`],
    ['a space before the colon', ['Content-Length : 0'], body + hidden],
    ['a folded header', ['X-A: b', ' Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
    [
      'a header with a bare line feed',
      [`X-A: b\nTransfer-Encoding: chunked`, 'Content-Length: 5'],
      `0\r\n\r\n${hidden}`,
    ],
  ])('%s: one refusal, and the connection ends', async (_what, headers, rest) => {
    const answer = await post(headers, rest);
    expect(statusesIn(answer)).toEqual([400]);
    expect(answer).toContain('application/problem+json');
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  test('a body that stops halfway is never taken for a whole one, and holds up nobody else', async () => {
    const { hostname, port } = new URL(hub.url);
    const slow = connect(Number(port), hostname);
    slow.write(
      'POST /api/v1/session HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"co',
    );
    const others = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${hub.url}/api/v1/overview`, { headers: bearer(hub.personToken) })),
    );
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(slow.bytesRead).toBe(0);
    slow.destroy();
  });
});
