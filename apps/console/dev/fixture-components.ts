import { type Device, DeviceComponents, HistoryPage } from '@fleet-manager/contract/api/devices';
import type { z } from 'zod';
import { deviceId } from './fixture-devices.ts';

/** Parts, cables, consoles and addresses of a fixture device. */
export function fixtureComponents(device: Device, index: number): z.infer<typeof DeviceComponents> {
  const rackStart = Math.floor(index / 20) * 20;
  const ports = Array.from({ length: 10 }, (_, port) => {
    const cabled = port !== 6 && port !== 7;
    const sw = rackStart + 18 + (port % 2);
    return {
      netboxId: index * 100 + port,
      name: port < 2 ? `eth${port}` : port === 9 ? 'bmc' : `gpu${port - 2}`,
      type: port < 2 || port === 9 ? '25gbase-x-sfp28' : '800gbase-x-osfp',
      enabled: port !== 7,
      managementOnly: port === 9,
      label: port === 0 ? 'provisioning' : '',
      macs: [
        {
          netboxId: index * 100 + port,
          address: `02:00:${hex(index >> 8)}:${hex(index & 255)}:00:${hex(port)}`.toUpperCase(),
          primary: true,
        },
      ],
      addresses:
        port === 0 && device.primaryIp !== null
          ? [device.primaryIp]
          : port === 9 && device.oobIp !== null
            ? [device.oobIp]
            : [],
      cabling: cabled ? 'cabled' : 'not-cabled',
      peer: cabled
        ? {
            deviceId: deviceId(sw),
            device: `${(device.rack ?? 'rack').toLowerCase()}-sw${1 + (port % 2)}`,
            port: `swp${(index % 20) * 2 + port}`,
            cableId: 40_000 + index * 10 + port,
            cableStatus: port === 5 ? 'planned' : 'connected',
          }
        : null,
    };
  });
  return DeviceComponents.parse({
    interfaces: ports,
    frus: ['GPU 1', 'GPU 2', 'GPU 3', 'GPU 4', 'CPU 1', 'CPU 2', 'NIC 1'].map((slot, at) => ({
      netboxId: index * 50 + at,
      slot,
      model: slot.startsWith('GPU') ? 'GB300 GPU' : slot.startsWith('CPU') ? 'Grace CPU' : 'ConnectX-8',
      manufacturer: 'NVIDIA',
      partNumber: `900-${2_100 + at}`,
      serial: at === 6 ? null : `P${index}${at}`,
      status: at === 2 ? 'failed' : 'active',
    })),
    consoleLinks: [
      {
        port: 'console0',
        server: 'cons-01',
        serverDeviceId: deviceId(rackStart + 19),
        serverPort: `port ${(index % 20) + 1}`,
      },
    ],
    prefixes:
      device.primaryIp === null
        ? []
        : [{ netboxId: index, prefix: '10.0.0.0/24', vrf: null, status: 'active', siteSlug: device.siteSlug }],
    degraded:
      index === 4
        ? [{ objectType: 'ip-addresses', detail: 'the token lacks ipam.view_ipaddress.', since: device.statusSince }]
        : [],
  });
}

const HISTORY_ENTRIES = 130;

/** Past changes, newest first, in two pages. */
export function fixtureHistory(device: Device, cursor: string | null): z.infer<typeof HistoryPage> {
  const start = cursor === null ? 0 : Number(cursor);
  const entries = Array.from({ length: HISTORY_ENTRIES }, (_, at) => {
    const when = new Date(Date.parse(device.statusSince) - at * 3_700_000).toISOString();
    const kind = at % 3;
    if (kind === 0) {
      return {
        id: `s${at}`,
        at: when,
        kind: 'status',
        subject: 'operational_status',
        from: at % 2 === 0 ? 'preparing' : 'available',
        to: at === 0 ? device.operational_status : at % 2 === 0 ? 'available' : 'preparing',
        reason: 'Derived',
        message: at === 0 ? device.statusSummary : 'the node was cleaned',
        source: 'hub',
      };
    }
    return kind === 1
      ? {
          id: `c${at}`,
          at: when,
          kind: 'condition',
          subject: 'ProvisioningHealthy',
          from: 'Unknown',
          to: 'True',
          reason: 'Available',
          message: 'provision state is available',
          source: 'openstack-agent/north1',
        }
      : {
          id: `i${at}`,
          at: when,
          kind: 'inventory',
          subject: 'status',
          from: 'staged',
          to: 'active',
          reason: 'Edited',
          message: 'NetBox status was changed',
          source: 'netbox-agent',
        };
  });
  const end = start + 100;
  return HistoryPage.parse({ items: entries.slice(start, end), nextCursor: end < entries.length ? String(end) : null });
}

function hex(n: number): string {
  return (n & 255).toString(16).padStart(2, '0');
}
