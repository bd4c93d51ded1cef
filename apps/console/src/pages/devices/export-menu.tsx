import { Menu } from '@base-ui/react/menu';
import type { DeviceSummary } from '@fleet-manager/contract/api/devices';
import { ClipboardList, Download, FileDown } from 'lucide-react';
import { useState } from 'react';
import { toHubError } from '../../api/hub-error.ts';
import { devicePage } from '../../api/queries.ts';
import type { DevicesSearch } from '../../app/search.ts';
import { buttonClass } from '../../ui/button.tsx';
import { devicesCsv } from './csv.ts';

/** Takes all devices that match with it, not only those that are loaded. */
export function ExportMenu({ search }: { readonly search: DevicesSearch }) {
  const [said, setSaid] = useState('');
  const run = async (use: (devices: readonly DeviceSummary[]) => Promise<string>) => {
    try {
      const devices = await everyDevice(search, (count) => setSaid(`${count.toLocaleString('en')} read`));
      setSaid(await use(devices));
    } catch (error) {
      const shown = toHubError(error);
      setSaid(`${shown.title}. ${shown.next}`);
    }
    setTimeout(() => setSaid(''), 6_000);
  };
  return (
    <>
      <span role="status" className="text-xs text-ink-2">
        {said}
      </span>
      <Menu.Root>
        <Menu.Trigger className={buttonClass()}>
          <Download aria-hidden className="size-3.5" />
          Export
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="end" className="z-40">
            <Menu.Popup className="min-w-56 rounded-lg border border-line-strong bg-raised p-1 shadow-3 outline-none">
              <Item icon={FileDown} word="Download as CSV" onClick={() => void run(download)} />
              <Item
                icon={ClipboardList}
                word="Copy as CSV"
                onClick={() => void run((devices) => copy(devicesCsv(devices), devices.length))}
              />
              <Item
                icon={ClipboardList}
                word="Copy names, one a line"
                onClick={() => void run((devices) => copy(devices.map((d) => d.name).join('\n'), devices.length))}
              />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </>
  );
}

function Item({
  icon: Icon,
  word,
  onClick,
}: {
  readonly icon: typeof FileDown;
  readonly word: string;
  readonly onClick: () => void;
}) {
  return (
    <Menu.Item
      onClick={onClick}
      className="flex items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-highlighted:bg-hover"
    >
      <Icon aria-hidden className="size-3.5 text-ink-3" />
      {word}
    </Menu.Item>
  );
}

async function everyDevice(search: DevicesSearch, onProgress: (count: number) => void): Promise<DeviceSummary[]> {
  const all: DeviceSummary[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: DeviceSummary[]; nextCursor: string | null } = await devicePage(
      search,
      cursor,
      AbortSignal.timeout(60_000),
    );
    all.push(...page.items);
    cursor = page.nextCursor;
    onProgress(all.length);
  } while (cursor !== null);
  return all;
}

async function copy(text: string, count: number): Promise<string> {
  await navigator.clipboard.writeText(text);
  return `Copied ${count.toLocaleString('en')} devices`;
}

async function download(devices: readonly DeviceSummary[]): Promise<string> {
  const url = URL.createObjectURL(new Blob([devicesCsv(devices)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `devices-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.csv`;
  link.click();
  URL.revokeObjectURL(url);
  return `Saved ${devices.length.toLocaleString('en')} devices`;
}
