import { netboxTwin, type TwinNetBox } from '../twins/netbox/netbox.twin.ts';

function needed(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(
    `${name} is not set: this suite needs a real NetBox. "npm run test:peers" starts one; or start test/peers/netbox.sh with "up" and "seed 2" and set it yourself`,
  );
}

// Names that test/peers/netbox.sh seeds.
netboxTwin(
  'a real NetBox',
  async (): Promise<TwinNetBox> => ({
    url: needed('FM_PEER_NETBOX_URL'),
    token: needed('FM_PEER_NETBOX_TOKEN'),
    limitedToken: needed('FM_PEER_NETBOX_LIMITED_TOKEN'),
    adminToken: needed('FM_PEER_NETBOX_ADMIN_TOKEN'),
    siteSlug: process.env.FM_PEER_NETBOX_SITE ?? 'keflavik',
    clusterName: process.env.FM_PEER_NETBOX_CLUSTER ?? 'sys1-ice2',
    close: async () => {},
  }),
);
