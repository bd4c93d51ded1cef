import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fakeRuntime, json, localServer } from '../../test/local-server.ts';
import { defineCalls } from './calls.ts';
import { createHttpClient } from './client.ts';
import { readTls, type TlsSettings } from './tls.ts';

const calls = defineCalls('baremetal', { list: { method: 'GET', path: '/v1/nodes' } });
let folder: string;
let cert: string;
let key: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tls-'));
  [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      ...subject,
    ],
    { stdio: 'ignore' },
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

async function list(settings: TlsSettings, mutual = false) {
  const material = { cert: readFileSync(cert), key: readFileSync(key) };
  const server = await localServer(
    (_, response) => json(response, 200, { nodes: [] }),
    mutual ? { ...material, ca: material.cert, requestCert: true } : material,
  );
  const client = createHttpClient(calls, {
    baseUrl: server.url,
    tls: readTls(settings),
    runtime: fakeRuntime(),
    retry: { attempts: 1 },
  });
  onTestFinished(async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  });
  return client.call('list');
}

describe('a server with a certificate of the site', () => {
  test('is refused by default, and the error says why', async () => {
    await expect(list({})).rejects.toMatchObject({
      kind: 'connect',
      said: expect.stringMatching(/self.signed certificate/),
    });
  });

  test('is accepted with its CA by path, by text, or without any check', async () => {
    expect((await list({ cacert: cert })).status).toBe(200);
    expect((await list({ cacert: readFileSync(cert, 'utf8') })).status).toBe(200);
    expect((await list({ insecure: true })).status).toBe(200);
  });

  test('that asks for a certificate gets ours', async () => {
    await expect(list({ cacert: cert }, true)).rejects.toMatchObject({ code: 'FM_OUTSIDE_UNREACHABLE' });
    expect((await list({ cacert: cert, cert, key }, true)).status).toBe(200);
  });

  test('a missing file, or one that is no certificate, is named with its setting', () => {
    const junk = join(folder, 'junk.pem');
    writeFileSync(junk, 'hello');
    expect(() => readTls({ cacert: '/no/such.pem' })).toThrow('TLS setting cacert: cannot read /no/such.pem');
    expect(() => readTls({ cert: junk })).toThrow('is not a PEM file');
  });
});
