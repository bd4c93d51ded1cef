import { startNetBoxDouble } from '@fleet-manager/simulator/netbox/double';
import { type NetBoxVersion, netBoxVersions } from '@fleet-manager/simulator/netbox/version';
import { planSite } from '@fleet-manager/simulator/world/plan';
import { netboxTwin, type TwinNetBox } from './netbox.twin.ts';

const plan = planSite({ racks: 1 });

async function double(version: NetBoxVersion): Promise<TwinNetBox> {
  const netbox = await startNetBoxDouble({ plan, version });
  // Tokens of version 2 exist from 4.5 on.
  const form = version === '4.2' || version === '4.4' ? 'v1' : 'v2';
  return {
    url: netbox.url,
    token: netbox.tokens.mirror[form],
    limitedToken: netbox.tokens.limited[form],
    adminToken: netbox.tokens.admin[form],
    siteSlug: plan.siteSlug,
    clusterName: plan.deployment,
    close: () => netbox.close(),
  };
}

for (const version of netBoxVersions) netboxTwin(`the NetBox double as ${version}`, () => double(version));
