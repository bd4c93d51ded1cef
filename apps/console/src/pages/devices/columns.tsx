import type { DeviceSummary } from '@fleet-manager/contract/api/devices';
import { Link } from '@tanstack/react-router';
import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { ColumnId } from './column-list.ts';
import { COLUMN_BY_ID } from './column-list.ts';
import { GateMeter } from './gate-meter.tsx';

export const features = tableFeatures({ columnVisibilityFeature });
const helper = createColumnHelper<typeof features, DeviceSummary>();

const column = (id: ColumnId, cell: (device: DeviceSummary) => ReactNode) =>
  helper.display({ id, header: COLUMN_BY_ID.get(id)?.label ?? id, cell: ({ row }) => cell(row.original) });

const or = (value: string | number | null) => value ?? <span className="text-ink-3">–</span>;

export const columns = helper.columns([
  column('name', (device) => (
    <Link {...paths.device(device.id)} data-row-link className="truncate font-medium hover:underline">
      {device.name}
    </Link>
  )),
  column('status', (device) => <StatusBadge status={device.operational_status} />),
  column('since', (device) => <Ago at={device.statusSince} form="age" inList />),
  column('why', (device) => (
    <span className="truncate text-ink-2" title={device.statusSummary}>
      {device.statusSummary}
    </span>
  )),
  column('gates', (device) =>
    // A device without a class never serves customers: its gates would only be noise.
    device.deviceClass === null ? '–' : <GateMeter met={device.gatesMet} total={device.gatesTotal} />,
  ),
  column('site', (device) => device.siteSlug),
  column('rack', (device) => or(device.rack)),
  column('position', (device) => (device.position === null ? or(null) : `U${device.position}`)),
  column('role', (device) => device.role),
  column('class', (device) => or(device.deviceClass)),
  column('type', (device) => device.deviceType),
  column('serial', (device) => or(device.serial)),
  column('assetTag', (device) => or(device.assetTag)),
  column('cluster', (device) => or(device.cluster)),
  column('netboxStatus', (device) => device.netboxStatus),
  column('primaryIp', (device) => or(device.primaryIp)),
  column('oobIp', (device) => or(device.oobIp)),
  column('platformClass', (device) => or(device.platformClass)),
  column('tags', (device) => or(device.tags.join(', ') || null)),
  column('node', (device) =>
    device.ironicNodeId === null ? (
      or(null)
    ) : (
      <span title={device.ironicNodeId}>{device.ironicNodeId.slice(0, 8)}</span>
    ),
  ),
  column('observed', (device) => (device.observedAt === null ? or('never') : <Ago at={device.observedAt} inList />)),
]);
