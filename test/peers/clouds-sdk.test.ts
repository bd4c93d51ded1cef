import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCloud } from '@fleet-manager/clients/clouds/load';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

/** Python that has openstacksdk: Debian's own, where the peers' packages are. */
const python = process.env.FM_PEER_PYTHON ?? '/usr/bin/python3';

const program = `
import json, sys
from openstack.config import OpenStackConfig
c = OpenStackConfig(config_files=[sys.argv[1]], secure_files=[sys.argv[2]], load_envvars=False).get_one(sys.argv[3] or None)
verify, cert = c.get_requests_verify_args()
out = {'region': c.region_name or None, 'auth': c.config['auth'], 'verify': verify, 'interface': {}, 'endpoint': {}}
for s in ('baremetal', 'compute', 'placement'):
    out['interface'][s] = c.get_interface(s)
    # what a name and a password need no catalog for, the plugin for them says, and not the configuration
    alone = c.config['auth_type'] == 'http_basic'
    out['endpoint'][s] = c.get_endpoint(s) or (c.get_session().get_endpoint() if alone else None)
print(json.dumps(out))
`;
const sdkShape = z.object({
  region: z.string().nullable(),
  auth: z.record(z.string(), z.unknown()),
  verify: z.union([z.boolean(), z.string()]),
  interface: z.record(z.string(), z.union([z.string(), z.array(z.string())]).nullable()),
  endpoint: z.record(z.string(), z.string().nullable()),
});

const secret = '      application_credential_id: app\n      application_credential_secret: "a:{}b"\n';
const head = `clouds:\n  a:\n    auth_type: v3applicationcredential\n    auth:\n      auth_url: https://{region_name}.k.example/v3\n${secret}`;
const vectors: [string, string][] = [
  ['plain', `${head}    region_name: One\n`],
  [
    'regions with values',
    `${head}    regions:\n      - name: Two\n        values:\n          baremetal_interface: internal\n      - One\n`,
  ],
  [
    'old interface names',
    `${head}    region_name: One\n    endpoint_type: internal\n    compute_endpoint_type: admin\n`,
  ],
  [
    'overrides',
    `${head}    region_name: One\n    baremetal_endpoint_override: https://b/v1/\n    placement-endpoint: https://{region_name}/p\n`,
  ],
  ['a list of interfaces', `${head}    region_name: One\n    interface: [internal, public]\n`],
  ['a CA file', `${head}    region_name: One\n    cacert: /etc/ca.pem\n`],
  [
    'no verification, by both names',
    `${head}    region_name: One\n    cacert: /etc/ca.pem\n    verify: false\n    insecure: "True"\n`,
  ],
  ['yes and no', `${head}    region_name: One\n    verify: no\n`],
  [
    'password with everything outside auth',
    'clouds:\n  a:\n    auth_url: https://k\n    username: n\n    password: y\n    user_domain_name: D\n    project_name: p\n    project_domain_id: d\n',
  ],
  [
    'old project names, a shared domain',
    'clouds:\n  a:\n    auth: {auth_url: "https://k", username: u, password: pw, domain_name: D, tenant-name: t}\n',
  ],
  [
    'numbers where texts belong',
    'clouds:\n  a:\n    auth: {auth_url: "https://k", username: 12, password: 3456, user_domain_id: 7, project_id: 8}\n',
  ],
  [
    'a name and a password of a standalone Ironic',
    'clouds:\n  a:\n    auth_type: http_basic\n    auth: {endpoint: "http://i:6385", username: u, password: "p:{}q"}\n',
  ],
  [
    'a standalone Ironic, everything outside auth, and an override',
    'clouds:\n  a:\n    auth_type: http_basic\n    endpoint: http://i:6385\n    username: n\n    password: y\n    baremetal_endpoint_override: http://j/v1\n',
  ],
  [
    'an open Ironic with a CA and a region',
    'clouds:\n  a:\n    auth_type: none\n    auth: {endpoint: "https://i:6385"}\n    cacert: /etc/ca.pem\n    region_name: One\n',
  ],
  ['merge keys', 'x: &x\n  auth_type: none\nclouds:\n  a:\n    <<: *x\n    auth: {endpoint: "http://i:6385"}\n'],
];

test.each(vectors)('openstacksdk and we read the same: %s', (_, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'clouds-sdk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'clouds.yaml');
  writeFileSync(file, text);
  const answer = execFileSync(python, ['-W', 'ignore', '-c', program, file, join(folder, 'secure.yaml'), ''], {
    encoding: 'utf8',
  });
  const sdk = sdkShape.parse(JSON.parse(answer));
  const ours = loadCloud({ file });

  expect(ours.regionName ?? null).toBe(sdk.region);
  expect(authAsSdk(ours.auth)).toEqual(
    Object.fromEntries(Object.entries(sdk.auth).filter(([, value]) => value !== null)),
  );
  expect(ours.tls.insecure === true ? false : (ours.tls.cacert ?? true)).toBe(sdk.verify);
  for (const service of ['baremetal', 'compute', 'placement']) {
    const settings = ours.service(service);
    expect(settings.interfaces).toEqual([sdk.interface[service]].flat());
    expect(settings.endpointOverride ?? null).toBe(sdk.endpoint[service] ?? null);
  }
});

/** Our log-in in the words of the SDK. */
function authAsSdk(auth: ReturnType<typeof loadCloud>['auth']): Record<string, unknown> {
  switch (auth.type) {
    case 'application_credential': {
      const id = 'id' in auth.credential ? auth.credential.id : undefined;
      return {
        auth_url: auth.authUrl,
        application_credential_id: id,
        application_credential_secret: auth.secret.reveal(),
      };
    }
    case 'password': {
      const scope = auth.scope.kind === 'project' ? ref('project', auth.scope.project) : {};
      const user = ref('user', auth.user);
      const { user_name: username, ...rest } = user;
      return {
        auth_url: auth.authUrl,
        ...(username === undefined ? {} : { username }),
        ...rest,
        password: auth.password.reveal(),
        ...scope,
      };
    }
    case 'http_basic':
      return {
        ...(auth.endpoint === undefined ? {} : { endpoint: auth.endpoint }),
        username: auth.username,
        password: auth.password.reveal(),
      };
    default:
      return auth.endpoint === undefined ? {} : { endpoint: auth.endpoint };
  }
}

type Ref = { id: string } | { name: string; domain: { id: string } | { name: string } };
function ref(kind: string, value: Ref): Record<string, string> {
  if ('id' in value) return { [`${kind}_id`]: value.id };
  const home =
    'id' in value.domain ? { [`${kind}_domain_id`]: value.domain.id } : { [`${kind}_domain_name`]: value.domain.name };
  return { [`${kind}_name`]: value.name, ...home };
}
