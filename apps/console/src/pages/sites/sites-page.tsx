import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building, Satellite } from 'lucide-react';
import { satellitesQuery, sitesQuery } from '../../api/queries.ts';
import type { SiteRow } from '../../api/types.ts';
import { Page } from '../../app/page.tsx';
import { paths } from '../../app/paths.ts';
import { QueryView } from '../../app/query-view.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table, Td, Th } from '../../ui/table.tsx';

const VARIANT: Readonly<Record<SiteRow['openstackVariant'], string>> = {
  nova: 'Nova places instances',
  standalone: 'Ironic alone',
  unknown: 'not known yet',
};

export function SitesPage() {
  const sites = useQuery(sitesQuery);
  const satellites = useQuery(satellitesQuery);
  return (
    <Page title="Sites" lead="Where devices stand, and which satellite watches them" of={sites}>
      <div className="space-y-4">
        <Panel title="Sites" padded={false} aside={sites.data === undefined ? null : `${sites.data.length}`}>
          <QueryView query={sites}>
            {(rows) =>
              rows.length === 0 ? (
                <Empty icon={Building} title="No sites yet">
                  <p>Sites appear once the netbox-agent has mirrored NetBox.</p>
                </Empty>
              ) : (
                <Table label="Sites">
                  <thead>
                    <tr>
                      <Th>Site</Th>
                      <Th>NetBox status</Th>
                      <Th>Region</Th>
                      <Th>Facility</Th>
                      <Th>Time zone</Th>
                      <Th>Satellites</Th>
                      <Th>OpenStack</Th>
                      <Th className="text-right">Devices</Th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((site) => (
                      <tr key={site.slug} className="border-b last:border-b-0">
                        <Td className="whitespace-nowrap">
                          <span className="font-medium">{site.name}</span>{' '}
                          <span className="text-ink-3">{site.slug}</span>
                        </Td>
                        <Td>{site.status}</Td>
                        <Td>{site.region ?? 'none'}</Td>
                        <Td>{site.facility ?? 'none'}</Td>
                        <Td>{site.timeZone ?? 'none'}</Td>
                        <Td>
                          {site.satellites.length === 0 ? (
                            <span className="text-warn">none: nothing watches it</span>
                          ) : (
                            site.satellites.join(', ')
                          )}
                        </Td>
                        <Td>{VARIANT[site.openstackVariant]}</Td>
                        <Td className="text-right">
                          <Link {...paths.devices({ site: [site.slug] })} className="link">
                            {site.deviceCount.toLocaleString('en')}
                            <span className="sr-only"> devices at {site.name}</span>
                          </Link>
                        </Td>
                      </tr>
                    ))}
                  </tbody>
                </Table>
              )
            }
          </QueryView>
        </Panel>
        <Panel
          title="Satellites"
          padded={false}
          aside={satellites.data === undefined ? null : `${satellites.data.length}`}
        >
          <QueryView query={satellites}>
            {(rows) =>
              rows.length === 0 ? (
                <Empty icon={Satellite} title="No satellites yet">
                  <p>A satellite runs at its site and dials the hub. Start one with the settings file of the site.</p>
                </Empty>
              ) : (
                <Table label="Satellites">
                  <thead>
                    <tr>
                      <Th>Satellite</Th>
                      <Th>Sites</Th>
                      <Th>OpenStack</Th>
                      <Th>Agents</Th>
                      <Th>Last heartbeat</Th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((satellite) => (
                      <tr key={satellite.name} className="border-b last:border-b-0">
                        <Td className="font-medium">{satellite.name}</Td>
                        <Td>{satellite.siteSlugs.join(', ') || 'none'}</Td>
                        <Td>{VARIANT[satellite.openstackVariant]}</Td>
                        <Td>
                          <Link {...paths.agents()} className="link">
                            {satellite.agents.join(', ') || 'none'}
                          </Link>
                        </Td>
                        <Td>{satellite.lastHeartbeatAt === null ? 'never' : <Ago at={satellite.lastHeartbeatAt} />}</Td>
                      </tr>
                    ))}
                  </tbody>
                </Table>
              )
            }
          </QueryView>
        </Panel>
      </div>
    </Page>
  );
}
