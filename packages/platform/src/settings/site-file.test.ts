import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSiteFile, resolveSecret, SITE_FILE_EXAMPLES } from './site-file.ts';

const GOOD = `environment: prod
hub:
  netbox:
    url: https://netbox.example.net
    token: { file: netbox-token }
    deviceFilters: { clusters: [sys1-ice2] }
    deviceRoleClassMapping: { compute-tray: GPU_COMPUTE }
satellite:
  name: sys1-ice2
  siteSlugs: [keflavik]
  openstack:
    overcloud: { cloudsFile: clouds.yaml, cloud: fleet }
`;

describe('the site file', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'fm-site-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  async function load(text: string) {
    const file = path.join(dir, 'site.yaml');
    await writeFile(file, text);
    return loadSiteFile(file);
  }
  async function fault(text: string): Promise<string> {
    try {
      await load(text);
    } catch (error) {
      return String(error);
    }
    return 'no error';
  }

  it('is documented key by key, with an example that holds', async () => {
    const docs = path.resolve(import.meta.dirname, '../../../../docs');
    const page = await readFile(path.join(docs, 'site-file.md'), 'utf8');
    for (const key of Object.keys(SITE_FILE_EXAMPLES)) {
      const last = key.split('.').at(-1) ?? key;
      expect(page, key).toMatch(new RegExp(`\\b${last}\\b`));
    }
    await expect(loadSiteFile(path.join(docs, 'site-file.example.yaml'))).resolves.toMatchObject({
      environment: 'prod',
    });
  });

  it('gives defaults, and file names relative to itself', async () => {
    const site = await load(GOOD);
    expect(site.hub.netbox.pollSeconds).toBe(60);
    expect(site.hub.netbox.token).toEqual({ file: path.join(dir, 'netbox-token') });
    expect(site.satellite.openstack.overcloud?.cloudsFile).toBe(path.join(dir, 'clouds.yaml'));
  });

  it.each([
    [
      'an unknown key',
      GOOD.replace('siteSlugs:', 'siteSlug:'),
      /site\.yaml:10: satellite\.siteSlug: unknown key `siteSlug` \(did you mean `siteSlugs`\?\)\. Example: satellite:/,
    ],
    [
      'the key it should have been',
      GOOD.replace('siteSlugs:', 'siteSlug:'),
      /site\.yaml:8: satellite\.siteSlugs: missing key `siteSlugs`\. Example: siteSlugs: \[keflavik\]/,
    ],
    [
      'a missing section',
      GOOD.slice(0, GOOD.indexOf('satellite:')),
      /site\.yaml:1: satellite: missing key `satellite`\. Example: satellite: \{ name/,
    ],
    [
      'a wrong value',
      GOOD.replace('environment: prod', 'environment: production'),
      /site\.yaml:1: environment: .*"dev"\|"stg"\|"prod"\. Example: environment: prod/,
    ],
    [
      'a wrong class',
      GOOD.replace('GPU_COMPUTE', 'GPU'),
      /site\.yaml:7: hub\.netbox\.deviceRoleClassMapping\.compute-tray: .*GPU_COMPUTE/,
    ],
    [
      'clusters and allClusters at once',
      GOOD.replace('[sys1-ice2] }', '[sys1-ice2], allClusters: true }'),
      /site\.yaml:6: hub\.netbox\.deviceFilters: give `clusters`, or `allClusters: true`, and not both/,
    ],
    [
      'no clusters, by mistake',
      GOOD.replace('[sys1-ice2] }', '[] }'),
      /site\.yaml:6: hub\.netbox\.deviceFilters: give `clusters`/,
    ],
    [
      'an undercloud that is switched on but absent',
      `${GOOD}    undercloudsEnabled: true\n`,
      /site\.yaml:13: satellite\.openstack\.undercloudsEnabled: `undercloudsEnabled: true` needs `undercloud`/,
    ],
    [
      'an unexpected satellite',
      GOOD.replace('hub:\n', 'hub:\n  expectedSatellites: [glo1]\n'),
      /site\.yaml:3: hub\.expectedSatellites: `satellite\.name` is not among/,
    ],
    [
      'a secret in two places',
      GOOD.replace('{ file: netbox-token }', '{ file: netbox-token, env: T }'),
      /site\.yaml:5: hub\.netbox\.token: give exactly one of `file` and `env`/,
    ],
    [
      'the same key twice',
      GOOD.replace('  name: sys1-ice2', '  name: sys1-ice2\n  name: glo1'),
      /site\.yaml:10: Map keys must be unique/,
    ],
    [
      'a time budget for a state that Ironic does not have',
      `${GOOD}    stateMinutes: { "*": { cleening: 90 } }\n`,
      /site\.yaml:13: satellite\.openstack\.stateMinutes/,
    ],
    [
      'a time budget that is no number of minutes',
      `${GOOD}    stateMinutes: { baremetal-gb300: { cleaning: 0 } }\n`,
      /site\.yaml:13: satellite\.openstack\.stateMinutes\.baremetal-gb300\.cleaning: .*Example: stateMinutes/,
    ],
    ['broken YAML', GOOD.replace('[keflavik]', '[keflavik'), /site\.yaml:1[01]: /],
    ['an empty file', '', /hub: missing key `hub`/],
  ])('names %s, with line and example', async (_what, text, message) => {
    expect(await fault(text)).toMatch(message);
  });

  it('takes a secret from a file or the environment, and says which is missing', async () => {
    const file = path.join(dir, 'token');
    await writeFile(file, 'abc\n', { mode: 0o600 });
    expect((await resolveSecret({ file }, 'hub.netbox.token')).reveal()).toBe('abc');
    expect((await resolveSecret({ env: 'T' }, 'hub.netbox.token', { T: 'xyz' })).reveal()).toBe('xyz');
    await expect(resolveSecret({ env: 'T' }, 'hub.netbox.token', {})).rejects.toThrow(
      'hub.netbox.token: the environment variable T is not set',
    );
    await expect(resolveSecret({ file: `${file}-no` }, 'hub.netbox.token')).rejects.toThrow(/token-no cannot be read/);
    await chmod(file, 0o644);
    await expect(resolveSecret({ file }, 'hub.netbox.token')).rejects.toThrow(/everybody may read .*chmod 600/);
  });
});
