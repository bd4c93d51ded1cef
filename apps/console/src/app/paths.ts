import type { OperationalStatus } from '@fleet-manager/domain/operational-status';
import { linkOptions } from '@tanstack/react-router';
import type { AuditSearch, DevicesSearch, DeviceTab, FindingsSearch } from './search.ts';

/** The only place where addresses within the console are made. */
export const paths = {
  overview: () => linkOptions({ to: '/', search: {} }),
  devices: (search: DevicesSearch = {}) => linkOptions({ to: '/devices', search }),
  devicesWith: (status: OperationalStatus | undefined, site: string | undefined) =>
    linkOptions({
      to: '/devices',
      search: {
        ...(status === undefined ? {} : { status: [status] }),
        ...(site === undefined ? {} : { site: [site] }),
      },
    }),
  device: (id: string, tab?: DeviceTab) =>
    linkOptions({ to: '/devices/$id', params: { id }, search: tab === undefined || tab === 'status' ? {} : { tab } }),
  findings: (search: FindingsSearch = {}) => linkOptions({ to: '/findings', search }),
  agents: () => linkOptions({ to: '/agents', search: {} }),
  audit: (search: AuditSearch = {}) => linkOptions({ to: '/audit', search }),
  sites: () => linkOptions({ to: '/sites' }),
};
