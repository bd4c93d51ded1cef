import { Tabs } from '@base-ui/react/tabs';
import type { Device } from '@fleet-manager/contract/api/devices';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { toHubError } from '../../api/hub-error.ts';
import { deviceQuery } from '../../api/queries.ts';
import { Page } from '../../app/page.tsx';
import { paths } from '../../app/paths.ts';
import { QueryView } from '../../app/query-view.tsx';
import { DEVICE_TABS, type DeviceTab } from '../../app/search.ts';
import { Ago } from '../../ui/ago.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Failure } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Conditions } from './conditions.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { DeviceFindings } from './device-findings.tsx';
import { Gates } from './gates.tsx';
import { Hardware } from './hardware.tsx';
import { History } from './history.tsx';
import { Why } from './why.tsx';

const route = getRouteApi('/shell/devices/$id');
const TAB_WORDS: Readonly<Record<DeviceTab, string>> = {
  status: 'Status',
  hardware: 'Hardware and network',
  history: 'History',
  raw: 'Raw',
};

export function DevicePage() {
  const { id } = route.useParams();
  const { tab = 'status' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(deviceQuery(id));
  const device = query.data;
  if (device === undefined && query.error !== null && toHubError(query.error).status === 404) return <NoSuchDevice />;
  return (
    <Page
      title={device?.name ?? 'Device'}
      heading={device === undefined ? <h1 className="text-xl font-semibold">Device</h1> : <Heading device={device} />}
      of={query}
      actions={device === undefined ? null : <Elsewhere device={device} />}
    >
      <QueryView query={query} rows={12}>
        {(loaded) => (
          <Tabs.Root
            value={tab}
            onValueChange={(value) => {
              const chosen = DEVICE_TABS.find((known) => known === value);
              if (chosen !== undefined)
                void navigate({ search: chosen === 'status' ? {} : { tab: chosen }, replace: true });
            }}
          >
            <Tabs.List className="relative mb-4 flex gap-5 border-b">
              {DEVICE_TABS.map((value) => (
                <Tabs.Tab
                  key={value}
                  value={value}
                  className="-mb-px border-b-2 border-transparent pb-2 text-sm text-ink-2 hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink"
                >
                  {TAB_WORDS[value]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <TabPanel value="status">
              <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]">
                <div className="min-w-0 space-y-4">
                  <Why device={loaded} />
                  <Conditions conditions={loaded.conditions} />
                </div>
                <div className="grid min-w-0 items-start gap-4 max-xl:grid-cols-2">
                  <Gates gates={loaded.gates} />
                  <div className="min-w-0 space-y-4">
                    <DeviceFindings id={id} />
                    <DeviceFacts device={loaded} />
                  </div>
                </div>
              </div>
            </TabPanel>
            <TabPanel value="hardware">
              <Hardware device={loaded} />
            </TabPanel>
            <TabPanel value="history">
              <History id={id} />
            </TabPanel>
            <TabPanel value="raw">
              <JsonView value={loaded} label={`Raw facts of ${loaded.name}`} />
            </TabPanel>
          </Tabs.Root>
        )}
      </QueryView>
    </Page>
  );
}

function TabPanel({ value, children }: { readonly value: DeviceTab; readonly children: ReactNode }) {
  return (
    <Tabs.Panel value={value} className="outline-offset-4">
      {children}
    </Tabs.Panel>
  );
}

function Heading({ device }: { readonly device: Device }) {
  const where = [
    device.siteSlug,
    device.location,
    device.rack,
    device.position === null ? null : `U${device.position}`,
  ];
  return (
    <div>
      <Link {...paths.devices()} className="mb-1 inline-flex items-center gap-0.5 text-xs text-ink-3 hover:text-ink">
        <ChevronLeft aria-hidden className="size-3.5" />
        Devices
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl font-semibold tracking-[-0.015em]">{device.name}</h1>
        <CopyButton text={device.name} label="Copy the name" className="-ml-2" />
        <StatusBadge status={device.operational_status} size="lg" />
        <span className="text-ink-2">
          since <Ago at={device.statusSince} form="ago" />
        </span>
      </div>
      <p className="mt-1 text-ink-2">{[...where.filter(Boolean), device.role, device.deviceType].join(' · ')}</p>
    </div>
  );
}

function Elsewhere({ device }: { readonly device: Device }) {
  return (
    <>
      {device.links.netbox === null ? null : <Out href={device.links.netbox} word="NetBox" />}
      {device.links.ironic !== null && /^https?:/.test(device.links.ironic) ? (
        <Out href={device.links.ironic} word="Ironic" />
      ) : null}
    </>
  );
}

function Out({ href, word }: { readonly href: string; readonly word: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass()}>
      {word}
      <ExternalLink aria-hidden className="size-3.5 text-ink-3" />
      <span className="sr-only">opens in a new tab</span>
    </a>
  );
}

function NoSuchDevice() {
  return (
    <Page title="No such device">
      <Failure
        title="The hub has no such device"
        next="Search for it by name or serial: it may have been created again in NetBox under another id. Deleted devices stay in the list when it is asked to show them."
        action={
          <Link {...paths.devices({ includeDeleted: true })} className={buttonClass('primary')}>
            Search with deleted devices
          </Link>
        }
      />
    </Page>
  );
}
