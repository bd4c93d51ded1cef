import { startOpenStackDouble } from '@fleet-manager/simulator/openstack/double';
import { startStandaloneIronic } from '@fleet-manager/simulator/openstack/standalone';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { World } from '@fleet-manager/simulator/world/world';
import { describeIronicTwin } from './ironic-keystone.twin.ts';
import { describeStandaloneIronicTwin } from './ironic-standalone.twin.ts';
import { describeNovaTwin } from './nova.twin.ts';

/** Hardware steps of minutes take a fraction of a second at this pace. */
const pace = 2000;

const double = (generation: 'debian' | 'latest') => async () => {
  const world = new World({ plan: planSite({ racks: 1 }), pace, oddities: false });
  const { cloudsYaml, close } = await startOpenStackDouble({ world, generation });
  return { clouds: cloudsYaml, close };
};

describeIronicTwin('the double, as of Debian 12', double('debian'));
describeNovaTwin('the double, as of Debian 12', double('debian'));
describeIronicTwin('the double, as of the latest release', double('latest'));
describeNovaTwin('the double, as of the latest release', double('latest'));

const alone = (kind: 'http_basic' | 'none', generation: 'debian' | 'latest') => async () => {
  const world = new World({ plan: planSite({ racks: 1 }), pace, oddities: false });
  const auth = kind === 'none' ? { kind } : { kind, user: 'fleet-manager', password: 'simulated-secret' };
  const { cloudsYaml, close } = await startStandaloneIronic({ world, generation, auth });
  return { clouds: cloudsYaml, close };
};
for (const generation of ['debian', 'latest'] as const) {
  for (const auth of ['http_basic', 'none'] as const) {
    const options = { cloud: 'standalone', auth, generation };
    describeStandaloneIronicTwin(`the double, ${generation}`, alone(auth, generation), options);
  }
}
