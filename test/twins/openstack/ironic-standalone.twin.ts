import { createIronicClient } from '@fleet-manager/clients/ironic/client';
import { ironicFault } from '@fleet-manager/clients/ironic/errors';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { describeIronic, failure } from './ironic.twin.ts';
import { type OpenStackTarget, sessionOf } from './target.ts';

export interface StandaloneOptions {
  /** The cloud of the target's clouds file. */
  readonly cloud: string;
  readonly auth: 'http_basic' | 'none';
  readonly generation: 'debian' | 'latest';
}

const CloudsFile = z.object({
  clouds: z.record(
    z.string(),
    z.object({
      auth: z.object({ endpoint: z.string(), username: z.string().optional(), password: z.string().optional() }),
    }),
  ),
});
const OTHER = 'a-password-that-is-wrong';

/** What our clients count on where there is an Ironic and nothing else of OpenStack. */
export function describeStandaloneIronicTwin(
  name: string,
  start: () => Promise<OpenStackTarget>,
  { cloud, auth, generation }: StandaloneOptions,
): void {
  describeIronic(`Ironic alone, ${auth}: ${name}`, start, cloud, (site) => {
    const given = () => {
      const found = CloudsFile.parse(parse(site().target.clouds)).clouds[cloud]?.auth;
      if (found === undefined) throw new Error(`the clouds file has no ${cloud}`);
      return found;
    };
    const get = (path: string, authorization?: string) =>
      fetch(given().endpoint + path, { headers: authorization === undefined ? {} : { authorization } });
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    /** What a caller can tell of an answer, whatever its transport adds. */
    const told = async (answer: Response) => ({
      status: answer.status,
      type: answer.headers.get('content-type')?.split(';')[0],
      asks: answer.headers.get('www-authenticate'),
      numbered: answer.headers.has('openstack-request-id'),
      numberedTwice: answer.headers.get('x-openstack-request-id') === answer.headers.get('openstack-request-id'),
      body: await answer.json(),
    });

    test('there is nobody to speak for, and no Nova or Placement to find', async () => {
      const { session } = site();
      expect(await session.identity()).toBeUndefined();
      // The one address is Ironic's: every other service would be asked there too, and is therefore never opened.
      expect(await session.endpoint('baremetal')).toBe(given().endpoint);
    });

    test('every node is seen, whoever owns or leases it, and an owner is only given to a node that is there', async () => {
      const { driver, session } = site();
      const refused = await failure(driver.create({ name: driver.name(), owner: 'a'.repeat(32) }));
      expect([refused.status, ironicFault(refused.problem)]).toEqual([
        400,
        'Cannot create a node as a project scoped admin with an owner other than your own project.',
      ]);
      const owned = await driver.create({ name: driver.name(), lessee: 'b'.repeat(32) });
      const free = await driver.create({ name: driver.name() });
      await driver.http.call('patchNode', {
        headers: driver.headers,
        params: { id: owned },
        body: [{ op: 'replace', path: '/owner', value: 'a'.repeat(32) }],
      });
      const walk = await createIronicClient(session).listNodes();
      if (!walk.complete) throw walk.error;
      const found = (id: string) => walk.items.find((node) => node.uuid === id);
      expect(found(owned)).toMatchObject({ owner: 'a'.repeat(32), lessee: 'b'.repeat(32) });
      expect(found(free)).toMatchObject({ owner: null, lessee: null });
    });

    test('the version documents need no credential', async () => {
      for (const path of ['/', '/v1', '/v1/']) {
        const { body, ...answer } = await told(await get(path));
        expect(answer).toEqual({
          status: 200,
          type: 'application/json',
          asks: null,
          numbered: true,
          numberedTwice: generation === 'latest',
        });
        const document = z.object({ default_version: z.unknown(), version: z.unknown() }).partial().parse(body);
        expect(document.default_version ?? document.version).toMatchObject({
          id: 'v1',
          status: 'CURRENT',
          min_version: '1.1',
          version: generation === 'latest' ? '1.115' : '1.82',
        });
      }
      const named = (await get('/')).headers.get('x-openstack-ironic-api-version');
      expect(named).toBe(generation === 'latest' ? '1.1' : null);
      // Only newer releases look at the version that is asked of the root document.
      const root = await fetch(`${given().endpoint}/`, { headers: { 'x-openstack-ironic-api-version': '1.9999' } });
      expect(root.status).toBe(generation === 'latest' ? 406 : 200);
      expect(await root.text()).toMatch(generation === 'latest' ? /faultcode.*1\.115/ : /default_version/);
    });

    const numbering = { numbered: generation === 'latest', numberedTwice: true };
    const refusal = (status: number, message: string) => ({
      status,
      type: 'application/json',
      asks: status === 401 ? 'Basic realm="Baremetal API"' : null,
      ...numbering,
      body: { error: { message, code: status } },
    });

    if (auth === 'none') {
      test('a credential is not looked at', async () => {
        for (const header of [undefined, 'Bearer abc', 'Basic !!!', basic('nobody:x')]) {
          expect((await get('/v1/nodes', header)).status).toBe(200);
        }
      });
      return;
    }

    test('nobody else is let in, and each is told why', async () => {
      const user = given().username ?? '';
      const tries: [string | undefined, ReturnType<typeof refusal>][] = [
        [undefined, refusal(401, 'Authorization required')],
        [basic(`${user}:${OTHER}`), refusal(401, 'Incorrect username or password')],
        [basic(`nobody:${OTHER}`), refusal(401, 'Incorrect username or password')],
        ['Bearer abc', refusal(400, 'Unsupported authorization type "Bearer"')],
        ['Basic !!!', refusal(400, 'Could not decode authorization token')],
        [basic('no colon'), refusal(400, 'Could not decode authorization token')],
        ['Basic', refusal(400, 'Could not parse Authorization header')],
      ];
      for (const [header, answer] of tries) {
        for (const path of ['/v1/nodes', '/v1/no-such-thing', '/no-such-thing']) {
          expect(await told(await get(path, header)), `${path} with ${header}`).toEqual(answer);
        }
      }
      const right = `${user}:${given().password}`;
      expect((await get('/v1/nodes', basic(right))).status).toBe(200);
      expect((await get('/v1/nodes', basic(right).replace('Basic ', 'bAsIc   '))).status).toBe(200);
      expect(await told(await get('/no-such-thing', basic(right)))).toMatchObject({ status: 404, ...numbering });
    });

    test('a wrong password is a refused credential, and does not show up', async () => {
      const wrong = sessionOf(site().target, cloud, (text) => text.replaceAll(/(password"?: ).*/g, `$1"${OTHER}"`));
      const error = await createIronicClient(wrong)
        .getNode('n')
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'FM_OPENSTACK_CREDENTIAL_REFUSED' });
      expect(String(error)).toContain('the user or password of http_basic is wrong');
      expect(String(error)).not.toContain(OTHER);
      await wrong.close();
    });

    test('a cloud without a password is told that the service asks for one', async () => {
      const open = sessionOf(site().target, cloud, (text) =>
        text
          .replaceAll('auth_type: http_basic', 'auth_type: none')
          .replaceAll('auth_type: "http_basic"', 'auth_type: none'),
      );
      await expect(createIronicClient(open).getNode('n')).rejects.toMatchObject({
        code: 'FM_OPENSTACK_CREDENTIAL_REFUSED',
        message: expect.stringContaining('the cloud says auth_type: none'),
      });
      await open.close();
    });
  });
}
