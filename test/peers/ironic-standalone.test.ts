import { readFileSync } from 'node:fs';
import { describeStandaloneIronicTwin } from '../twins/openstack/ironic-standalone.twin.ts';

/** The clouds file of real Ironics without a Keystone, which `npm run test:peers` starts and names in the environment. */
function peer(variable: string) {
  return async () => {
    const file = process.env[variable];
    if (!file)
      throw new Error(`${variable} must name the clouds.yaml of two standalone Ironics; npm run test:peers sets it`);
    return { clouds: readFileSync(file, 'utf8'), close: async () => undefined };
  };
}

for (const [generation, variable] of [
  ['debian', 'FM_PEER_STANDALONE_CLOUDS'],
  ['latest', 'FM_PEER_STANDALONE_LATEST_CLOUDS'],
] as const) {
  const name = `the real one, ${generation}`;
  describeStandaloneIronicTwin(name, peer(variable), { cloud: 'http-basic', auth: 'http_basic', generation });
  describeStandaloneIronicTwin(name, peer(variable), { cloud: 'noauth', auth: 'none', generation });
}
