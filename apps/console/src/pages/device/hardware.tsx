import type { Device } from '@fleet-manager/contract/api/devices';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX, TriangleAlert } from 'lucide-react';
import { componentsQuery } from '../../api/queries.ts';
import type { Components } from '../../api/types.ts';
import { paths } from '../../app/paths.ts';
import { QueryView } from '../../app/query-view.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';
import { Interfaces } from './interfaces.tsx';

/** Parts, cables, consoles and addresses, as NetBox has them. */
export function Hardware({ device }: { readonly device: Device }) {
  const query = useQuery(componentsQuery(device.id));
  return (
    <QueryView query={query} rows={12}>
      {(components) => (
        <div className="space-y-4">
          {components.degraded.map((type) => (
            <div key={type.objectType} role="status" className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              <p>
                <span className="font-medium">NetBox does not give all of {type.objectType}</span> since{' '}
                <Ago at={type.since} />: {type.detail} What is shown of it may be old or missing; it does not mean that
                there is none.
              </p>
            </div>
          ))}
          <div className="grid items-start gap-4 2xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
            <Interfaces interfaces={components.interfaces} />
            <div className="grid min-w-0 items-start gap-4 max-2xl:lg:grid-cols-2">
              <Frus frus={components.frus} />
              <div className="min-w-0 space-y-4">
                <Consoles links={components.consoleLinks} />
                <Prefixes prefixes={components.prefixes} />
              </div>
            </div>
          </div>
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <Panel title="Config context">
              {device.configContext === null ? (
                <p className="text-ink-2">NetBox renders no config context for it.</p>
              ) : (
                <JsonView value={device.configContext} label="Config context" />
              )}
            </Panel>
            <Panel title="Custom fields">
              <JsonView value={device.customFields} label="Custom fields" />
            </Panel>
          </div>
        </div>
      )}
    </QueryView>
  );
}

function Frus({ frus }: { readonly frus: Components['frus'] }) {
  return (
    <Panel title="Replaceable units" padded={false} aside={`${frus.length}`}>
      {frus.length === 0 ? (
        <None>NetBox has no modules for it.</None>
      ) : (
        <Table label="Replaceable units">
          <thead>
            <tr>
              <Th>Slot</Th>
              <Th>Model</Th>
              <Th>Serial</Th>
              <Th>Status</Th>
            </tr>
          </thead>
          <tbody>
            {frus.map((fru) => (
              <tr key={fru.netboxId} className="border-b last:border-b-0">
                <Td className="font-medium whitespace-nowrap">{fru.slot}</Td>
                <Td>
                  {fru.model}
                  <span className="block text-xs text-ink-3">
                    {[fru.manufacturer, fru.partNumber].filter(Boolean).join(' · ')}
                  </span>
                </Td>
                <Td className="font-mono text-xs">{fru.serial ?? <span className="text-ink-3">none</span>}</Td>
                <Td>
                  {fru.status === 'failed' ? (
                    <Badge tone="bad" icon={CircleX}>
                      failed
                    </Badge>
                  ) : (
                    fru.status
                  )}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function Consoles({ links }: { readonly links: Components['consoleLinks'] }) {
  return (
    <Panel title="Consoles" padded={false} aside={`${links.length}`}>
      {links.length === 0 ? (
        <None>No console port of it is cabled in NetBox.</None>
      ) : (
        <Table label="Consoles">
          <thead>
            <tr>
              <Th>Port</Th>
              <Th>Console server</Th>
              <Th>Its port</Th>
            </tr>
          </thead>
          <tbody>
            {links.map((link) => (
              <tr key={link.port} className="border-b last:border-b-0">
                <Td className="font-medium">{link.port}</Td>
                <Td>
                  {link.serverDeviceId === null ? (
                    link.server
                  ) : (
                    <Link {...paths.device(link.serverDeviceId)} className="link">
                      {link.server}
                    </Link>
                  )}
                </Td>
                <Td>{link.serverPort}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function Prefixes({ prefixes }: { readonly prefixes: Components['prefixes'] }) {
  return (
    <Panel title="Prefixes" padded={false} aside={`${prefixes.length}`}>
      {prefixes.length === 0 ? (
        <None>No prefix in NetBox holds its addresses.</None>
      ) : (
        <Table label="Prefixes">
          <thead>
            <tr>
              <Th>Prefix</Th>
              <Th>VRF</Th>
              <Th>Status</Th>
            </tr>
          </thead>
          <tbody>
            {prefixes.map((prefix) => (
              <tr key={prefix.netboxId} className="border-b last:border-b-0">
                <Td className="font-mono text-xs">{prefix.prefix}</Td>
                <Td>{prefix.vrf ?? 'global'}</Td>
                <Td>{prefix.status}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function None({ children }: { readonly children: string }) {
  return <p className="p-4 text-ink-2">{children}</p>;
}
