import type { Device } from '@fleet-manager/contract/api/devices';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';

/** What NetBox says of the device; the values open the devices that share them. */
export function DeviceFacts({ device }: { readonly device: Device }) {
  return (
    <Panel
      title="From NetBox"
      aside={
        <span>
          confirmed <Ago at={device.mirroredAt} />
        </span>
      }
    >
      <Facts>
        <Fact name="Site">
          <Link {...paths.devices({ site: [device.siteSlug] })} className="link">
            {device.siteSlug}
          </Link>
        </Fact>
        <Fact name="Rack">
          {device.rack === null ? null : (
            <Link {...paths.devices({ site: [device.siteSlug], rack: [device.rack] })} className="link">
              {device.rack}
            </Link>
          )}
        </Fact>
        <Fact name="Cluster">
          {device.cluster === null ? null : (
            <Link {...paths.devices({ cluster: [device.cluster] })} className="link">
              {device.cluster}
            </Link>
          )}
        </Fact>
        <Fact name="Status">{device.netboxStatus}</Fact>
        <Fact name="Role">{device.role}</Fact>
        <Fact name="Class">{device.deviceClass}</Fact>
        <Fact name="Type">{device.deviceType}</Fact>
        <Fact name="Serial">{device.serial}</Fact>
        <Fact name="Asset tag">{device.assetTag}</Fact>
        <Fact name="Platform class">{device.platformClass}</Fact>
        <Fact name="Primary IP">{device.primaryIp}</Fact>
        <Fact name="BMC address">{device.oobIp}</Fact>
        <Fact name="Tags">
          {device.tags.length === 0 ? null : (
            <span className="flex flex-wrap gap-1">
              {device.tags.map((tag) => (
                <Link key={tag} {...paths.devices({ tag: [tag] })}>
                  <Badge tone="quiet">{tag}</Badge>
                </Link>
              ))}
            </span>
          )}
        </Fact>
        <Fact name="Ironic node">
          {device.ironicNodeId === null ? null : (
            <span className="font-mono text-xs break-all">{device.ironicNodeId}</span>
          )}
        </Fact>
        <Fact name="NetBox id">{device.netboxId}</Fact>
        {device.missingSince === null ? null : (
          <Fact name="Missing in NetBox">
            <Ago at={device.missingSince} />, not yet certain
          </Fact>
        )}
        {device.deletedAt === null ? null : (
          <Fact name="Deleted">
            <Ago at={device.deletedAt} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}
