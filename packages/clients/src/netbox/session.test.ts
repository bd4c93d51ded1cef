import { inspect } from 'node:util';
import { Secret } from '@fleet-manager/platform/secret';
import { expect, onTestFinished, test } from 'vitest';
import { fakeRuntime, type Handler, json, localServer } from '../../test/local-server.ts';
import { createNetBoxClient } from './session.ts';

const v1 = '0123456789abcdef0123456789abcdef01234567';
const v2 = 'nbt_abcdefabcdef.0123456789abcdef0123456789abcdef01234567';

async function open(handler: Handler, token = v2, prefix = '') {
  const server = await localServer(handler);
  const client = createNetBoxClient({ url: server.url + prefix, token: new Secret(token), runtime: fakeRuntime() });
  onTestFinished(async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  });
  return { opened: await client.open(), seen: server.seen };
}

const status =
  (version: string): Handler =>
  (_, response) =>
    json(response, 200, { 'netbox-version': version });

test('a version 2 token is sent as Bearer, already to the version question', async () => {
  const { seen } = await open(status('4.7.3'));
  expect(seen[0]?.path).toBe('/api/status/');
  expect(seen[0]?.headers.authorization).toBe(`Bearer ${v2}`);
});

test('a version 1 token is sent as Token, without the line end that its file has', async () => {
  const { seen } = await open(status('4.2.0'), `${v1}\n`);
  expect(seen[0]?.headers.authorization).toBe(`Token ${v1}`);
});

test.each(['', '  \n', `Token ${v1}`, `${v1}\n${v1}`])('a text that is no token is refused at once (%#)', (token) => {
  expect(() => createNetBoxClient({ url: 'http://127.0.0.1:1', token: new Secret(token) })).toThrow(/NetBox token/);
  expect(() => createNetBoxClient({ url: 'http://127.0.0.1:1', token: new Secret(token) })).not.toThrow(v1);
});

test('a NetBox below a path is found there', async () => {
  const { opened, seen } = await open(status('4.6.5-Docker-5.0.1'), v2, '/netbox/');
  expect(seen[0]?.path).toBe('/netbox/api/status/');
  expect(opened).toMatchObject({ ok: true, value: { version: { major: 4, minor: 6, patch: 5 } } });
});

test('a NetBox below 4.2 is refused, and the message names its release', async () => {
  const { opened } = await open(status('4.1.11'));
  expect(opened).toMatchObject({
    ok: false,
    failure: { kind: 'unsupported-version', code: 'FM_NETBOX_VERSION_UNSUPPORTED' },
  });
  expect(!opened.ok && opened.failure.message).toContain('4.1.11');
});

test.each([
  ['another JSON API', (_: unknown, response: Parameters<Handler>[1]) => json(response, 200, { status: 'ok' })],
  [
    'a log-in page',
    (_: unknown, response: Parameters<Handler>[1]) => void response.end('<!doctype html><title>Log in</title>'),
  ],
  [
    'a redirect',
    (_: unknown, response: Parameters<Handler>[1]) => json(response, 302, {}, { location: 'https://sso.example.net/' }),
  ],
])('%s is not taken for a NetBox', async (_, handler) => {
  const { opened } = await open(handler as Handler);
  expect(opened).toMatchObject({ ok: false, failure: { kind: 'unusable' } });
  expect(!opened.ok && opened.failure.advice).toContain('URL');
});

test.each([
  ['Invalid v1 token', 'invalid'],
  ['Invalid v2 token', 'invalid'],
  ['Invalid token', 'invalid'],
  ['Token expired', 'expired'],
  ['Token disabled', 'disabled'],
  ['Source IP 192.0.2.7 is not permitted to authenticate using this token.', 'source-address'],
  ['User inactive', 'user-inactive'],
  ['Authentication credentials were not provided.', 'not-sent'],
])('a 403 "%s" is about the token, and says what to do', async (detail, problem) => {
  const { opened } = await open((_, response) => json(response, 403, { detail }));
  expect(opened).toMatchObject({
    ok: false,
    failure: { kind: 'credentials', code: 'FM_NETBOX_TOKEN_REFUSED', problem },
  });
  expect(!opened.ok && opened.failure.advice).not.toBe('');
});

test('a 403 page of a firewall is about neither the token nor a permission', async () => {
  const { opened } = await open((_, response) => {
    response.writeHead(403, { 'content-type': 'text/html' });
    response.end('<html><title>Request blocked</title></html>');
  });
  expect(opened).toMatchObject({ ok: false, failure: { kind: 'unusable' } });
});

test('no failure shows the token, even when the server repeats it', async () => {
  const { opened } = await open((request, response) =>
    json(response, 403, { detail: `Invalid v2 token: ${request.headers.authorization}` }),
  );
  expect(inspect(opened, { depth: 9 })).not.toContain(v2);
  expect(inspect(opened, { depth: 9 })).not.toContain('0123456789abcdef');
});

test('a NetBox that is not there is unavailable, not wrong', async () => {
  const server = await localServer(status('4.7.3'));
  const client = createNetBoxClient({ url: server.url, token: new Secret(v2), runtime: fakeRuntime() });
  await server[Symbol.asyncDispose]();
  expect(await client.open()).toMatchObject({
    ok: false,
    failure: { kind: 'unavailable', code: 'FM_OUTSIDE_UNREACHABLE' },
  });
  await client.close();
});
