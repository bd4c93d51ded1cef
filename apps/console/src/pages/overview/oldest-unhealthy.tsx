import type { Overview } from '@fleet-manager/contract/api/inventory';
import { Link } from '@tanstack/react-router';
import { CircleCheckBig } from 'lucide-react';
import { paths } from '../../app/paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { NEEDS_ATTENTION } from '../../ui/status.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';

/** What has waited longest for a person. */
export function OldestUnhealthy({ devices }: { readonly devices: Overview['oldestUnhealthy'] }) {
  return (
    <Panel
      title="Unhealthy for longest"
      padded={false}
      aside={
        <Link {...paths.devices({ status: [...NEEDS_ATTENTION], sort: 'statusSince' })} className="link">
          All of them
        </Link>
      }
    >
      {devices.length === 0 ? (
        <Empty icon={CircleCheckBig} title="Nothing is unhealthy">
          <p>No device is failed, in doubt, in maintenance or quarantined.</p>
        </Empty>
      ) : (
        <Table label="Devices that have been unhealthy for longest">
          <thead>
            <tr>
              <Th>Device</Th>
              <Th>Status</Th>
              <Th>For</Th>
              <Th>Why</Th>
              <Th>Where</Th>
            </tr>
          </thead>
          <tbody>
            {devices.map((device) => (
              <tr key={device.id} className="border-b last:border-b-0 hover:bg-hover">
                <Td className="font-medium whitespace-nowrap">
                  <Link {...paths.device(device.id)} className="hover:underline">
                    {device.name}
                  </Link>
                </Td>
                <Td>
                  <StatusBadge status={device.operational_status} />
                </Td>
                <Td>
                  <Ago at={device.statusSince} form="age" inList />
                </Td>
                <Td className="max-w-88">
                  <span className="line-clamp-1 text-ink-2" title={device.statusSummary}>
                    {device.statusSummary}
                  </span>
                </Td>
                <Td className="whitespace-nowrap text-ink-2">
                  {[device.siteSlug, device.rack].filter(Boolean).join(' · ')}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}
