import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { z } from 'zod';

/** What the simulator says once it is ready. */
export const SimulatorReady = z.object({
  netboxUrl: z.url(),
  netboxTokenFile: z.string(),
  cloudsFile: z.string(),
  cloud: z.string(),
  deployment: z.string(),
  siteSlug: z.string(),
});

/** Writes the site file of the simulated site: from here on nobody knows that the site is not a real one. */
export async function writeSimulatedSiteFile(file: string, simulator: z.output<typeof SimulatorReady>): Promise<void> {
  const settings = {
    environment: 'dev',
    hub: {
      netbox: {
        url: simulator.netboxUrl,
        token: { file: simulator.netboxTokenFile },
        deviceFilters: { clusters: [simulator.deployment, `${simulator.deployment}-net`] },
        deviceRoleClassMapping: { 'compute-tray': 'GPU_COMPUTE' },
      },
    },
    satellite: {
      name: simulator.deployment,
      siteSlugs: [simulator.siteSlug],
      openstack: {
        overcloud: { cloudsFile: simulator.cloudsFile, cloud: simulator.cloud },
        validationProject: 'slurm',
      },
    },
  };
  const banner = '# The simulated site. Written at each start by `npm start`; for a real site see docs/site-file.md.\n';
  await writeFile(file, banner + stringify(settings), { mode: 0o600 });
}
