import { readFileSync } from 'node:fs';
import { describeIronicTwin } from '../twins/openstack/ironic-keystone.twin.ts';
import { describeNovaTwin } from '../twins/openstack/nova.twin.ts';

/** The clouds file of a real OpenStack, which `npm run test:peers` starts and names in the environment. */
function peer(variable: string) {
  return async () => {
    const file = process.env[variable];
    if (!file)
      throw new Error(`${variable} must name the clouds.yaml of a running OpenStack; npm run test:peers sets it`);
    return { clouds: readFileSync(file, 'utf8'), close: async () => undefined };
  };
}

describeIronicTwin('the real ones of Debian 12', peer('FM_PEER_OPENSTACK_CLOUDS'));
describeNovaTwin('the real ones of Debian 12', peer('FM_PEER_OPENSTACK_CLOUDS'));
describeIronicTwin('the real ones of the latest release', peer('FM_PEER_OPENSTACK_LATEST_CLOUDS'));
describeNovaTwin('the real ones of the latest release', peer('FM_PEER_OPENSTACK_LATEST_CLOUDS'));
