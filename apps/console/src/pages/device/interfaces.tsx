import { Link } from '@tanstack/react-router';
import { Cable, Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import type { Components } from '../../api/types.ts';
import { paths } from '../../app/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { CheckMenu } from '../../ui/check-menu.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';

type Interface = Components['interfaces'][number];

const SHOW = [
  { value: 'cabled', label: 'Cabled' },
  { value: 'free', label: 'Not cabled' },
  { value: 'unknown', label: 'Cabling not known' },
  { value: 'disabled', label: 'Disabled' },
  { value: 'management', label: 'Management only' },
] as const;

const IS: Readonly<Record<string, (port: Interface) => boolean>> = {
  cabled: (port) => port.cabling === 'cabled',
  free: (port) => port.cabling === 'not-cabled',
  unknown: (port) => port.cabling === 'unknown',
  disabled: (port) => !port.enabled,
  management: (port) => port.managementOnly,
};

/** Ports, where each cable ends, and the addresses on them. */
export function Interfaces({ interfaces }: { readonly interfaces: readonly Interface[] }) {
  const [show, setShow] = useState<string[]>([]);
  const shown = interfaces.filter((port) => show.length === 0 || show.some((key) => IS[key]?.(port) ?? false));
  const cabled = interfaces.filter((port) => port.cabling === 'cabled').length;
  return (
    <Panel
      title="Interfaces and cables"
      padded={false}
      aside={
        <>
          <span className="num">
            {cabled} of {interfaces.length} cabled
          </span>
          <CheckMenu label="Show" items={SHOW} chosen={show} onChange={setShow} />
        </>
      }
    >
      {shown.length === 0 ? (
        <p className="p-4 text-ink-2">
          {interfaces.length === 0 ? 'NetBox has no interfaces for it.' : 'No interface matches.'}
        </p>
      ) : (
        <Table label="Interfaces and cables">
          <thead>
            <tr>
              <Th>Interface</Th>
              <Th>Far end</Th>
              <Th>MAC</Th>
              <Th>Addresses</Th>
              <Th>State</Th>
            </tr>
          </thead>
          <tbody>
            {shown.map((port) => (
              <tr key={port.netboxId} className="border-b last:border-b-0">
                <Td className="whitespace-nowrap">
                  <span className="font-medium">{port.name}</span>
                  <span className="block text-xs text-ink-3">
                    {[port.type, port.label].filter(Boolean).join(' · ')}
                  </span>
                </Td>
                <Td className="whitespace-nowrap">
                  <FarEnd port={port} />
                </Td>
                <Td className="font-mono text-xs">
                  {port.macs.map((mac) => (
                    <span key={mac.netboxId} className="block whitespace-nowrap">
                      {mac.address}
                      {mac.primary || !port.macs.some((one) => one.primary) ? null : (
                        <span className="text-ink-3"> secondary</span>
                      )}
                    </span>
                  ))}
                </Td>
                <Td className="font-mono text-xs">
                  {port.addresses.map((address) => (
                    <span key={address} className="block">
                      {address}
                    </span>
                  ))}
                </Td>
                <Td className="whitespace-nowrap">
                  <span className="flex gap-1">
                    {port.enabled ? (
                      <Badge tone="calm" icon={Power}>
                        Enabled
                      </Badge>
                    ) : (
                      <Badge tone="quiet" icon={PowerOff}>
                        Disabled
                      </Badge>
                    )}
                    {port.managementOnly ? <Badge tone="quiet">Management</Badge> : null}
                  </span>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

const WITHOUT_PEER: Readonly<Record<Interface['cabling'], string>> = {
  cabled: 'cabled, far end not known',
  'not-cabled': 'not cabled',
  unknown: 'not known',
};

function FarEnd({ port: { cabling, peer } }: { readonly port: Interface }) {
  if (peer === null) return <span className="text-ink-3">{WITHOUT_PEER[cabling]}</span>;
  return (
    <>
      <span className="flex items-center gap-1.5">
        <Cable aria-hidden className="size-3.5 text-ink-3" />
        {peer.deviceId === null ? (
          <span>{peer.device}</span>
        ) : (
          <Link {...paths.device(peer.deviceId, 'hardware')} className="link">
            {peer.device}
          </Link>
        )}
        <span className="text-ink-2">{peer.port}</span>
      </span>
      <span className="block pl-5 text-xs text-ink-3">
        cable {peer.cableId}
        {peer.cableStatus === 'connected' ? '' : `, ${peer.cableStatus}`}
      </span>
    </>
  );
}
