import { z } from 'zod';
import type { HttpClient } from '../http/client.ts';
import type { keystoneCalls } from './calls.ts';
import { OpenStackError } from './errors.ts';

const version = z.object({
  id: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});
const document = z.union([
  z.object({ versions: z.object({ values: z.array(version) }) }).transform((one) => one.versions.values),
  z.object({ versions: z.array(version) }).transform((one) => one.versions),
  z.object({ version }).transform((one) => [one.version]),
]);

/** True when an address already names version 3. */
export function namesVersion3(authUrl: string): boolean {
  return /\/v3\/?$/.test(new URL(authUrl).pathname);
}

/**
 * The address of version 3, from the version document at `authUrl`. Host and scheme stay those that we were given: behind
 * a proxy the document may name inner ones.
 */
export async function discoverVersion3(
  authUrl: string,
  client: HttpClient<typeof keystoneCalls.calls>,
): Promise<string> {
  const answer = await client.call('versions');
  const parsed = document.safeParse(answer.body);
  const given = new URL(authUrl);
  const root = given.pathname.replace(/\/+$/, '');
  if (!parsed.success) {
    throw new OpenStackError('FM_CLOUDS_INVALID', `auth_url ${authUrl} is not a Keystone: no version document there`, {
      service: 'identity',
      method: 'GET',
      pathTemplate: '/',
    });
  }
  const three = parsed.data.find((one) => /^v3(\.|$)/.test(one.id));
  if (!three) {
    const there = parsed.data.map((one) => one.id).join(', ');
    throw new OpenStackError(
      'FM_OPENSTACK_VERSION_UNSUPPORTED',
      `Keystone at ${authUrl} offers ${there || 'no version'}, and version 3 is needed`,
      { service: 'identity' },
    );
  }
  const self = three.links.find((link) => link.rel === 'self')?.href;
  const path = self === undefined ? '' : new URL(self, given).pathname.replace(/\/+$/, '');
  return given.origin + (path.startsWith(`${root}/`) ? path : `${root}/v3`);
}
