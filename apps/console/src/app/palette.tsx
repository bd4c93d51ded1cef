import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CornerDownLeft, FileText, type LucideIcon, Server } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { bodyOf, hub } from '../api/hub.ts';
import { cx } from '../ui/cx.ts';
import { STATUS_LOOK } from '../ui/status.ts';
import { paths } from './paths.ts';
import { useDebounced } from './use-debounced.ts';

interface Target {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly detail: string;
  readonly go: () => void;
}

/** Goes to a page, or to a device by its name, serial, MAC or IP. */
export function Palette({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup className="fixed top-[12vh] left-1/2 z-50 w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-lg border border-line-strong bg-raised shadow-3 outline-none">
          <Dialog.Title className="sr-only">Go to a page or device</Dialog.Title>
          <Finder close={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ close }: { readonly close: () => void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const targets = useTargets(text.trim());
  const index = Math.min(active, targets.length - 1);
  const go = (target: Target | undefined) => {
    if (target === undefined) return;
    close();
    target.go();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(Math.min(index + 1, targets.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(index - 1, 0));
    else if (event.key === 'Enter') go(targets[index]);
    else return;
    event.preventDefault();
  };
  return (
    <div>
      <input
        // biome-ignore lint/a11y/noAutofocus: the dialog is opened in order to type
        autoFocus
        type="text"
        role="combobox"
        aria-label="Page or device"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={targets[index] === undefined ? undefined : `${listId}-${index}`}
        placeholder="Page, device name, serial, MAC or IP"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className="h-12 w-full border-b bg-transparent px-4 text-base outline-none placeholder:text-ink-3"
      />
      <div id={listId} role="listbox" aria-label="Where to go" className="max-h-96 overflow-y-auto p-1.5">
        {targets.map((target, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys of its list
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
          <div
            key={target.id}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === index}
            onClick={() => go(target)}
            onMouseMove={() => setActive(at)}
            className={cx(
              'flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5',
              at === index && 'bg-selected',
            )}
          >
            <target.icon aria-hidden className="size-4 text-ink-3" />
            <span className="font-medium">{target.label}</span>
            <span className="min-w-0 flex-1 truncate text-xs text-ink-2">{target.detail}</span>
            {at === index ? <CornerDownLeft aria-hidden className="size-3.5 text-ink-3" /> : null}
          </div>
        ))}
      </div>
      {targets.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">Nothing is called that. Try a serial, a MAC or an IP.</p>
      ) : null}
    </div>
  );
}

function useTargets(text: string): readonly Target[] {
  const { navigate } = useRouter();
  const wanted = useDebounced(text, 120);
  const found = useQuery({
    queryKey: ['palette', wanted],
    queryFn: ({ signal }) => bodyOf(hub.GET('/api/v1/devices', { params: { query: { q: wanted, limit: 8 } }, signal })),
    enabled: wanted.length > 1,
    placeholderData: (before) => before,
  });
  const pages: Target[] = [
    {
      id: 'overview',
      icon: FileText,
      label: 'Overview',
      detail: 'The fleet at a glance',
      go: () => void navigate(paths.overview()),
    },
    {
      id: 'devices',
      icon: FileText,
      label: 'Devices',
      detail: 'Search, filter, export',
      go: () => void navigate(paths.devices()),
    },
    {
      id: 'findings',
      icon: FileText,
      label: 'Findings',
      detail: 'Where systems of record disagree',
      go: () => void navigate(paths.findings()),
    },
    {
      id: 'agents',
      icon: FileText,
      label: 'Agents',
      detail: 'Heartbeat, lag, what is degraded',
      go: () => void navigate(paths.agents()),
    },
    {
      id: 'sites',
      icon: FileText,
      label: 'Sites',
      detail: 'Sites and satellites',
      go: () => void navigate(paths.sites()),
    },
    {
      id: 'audit',
      icon: FileText,
      label: 'Audit log',
      detail: 'Who changed what, and who was refused',
      go: () => void navigate(paths.audit()),
    },
  ];
  const matching = pages.filter((page) => page.label.toLowerCase().includes(text.toLowerCase()));
  if (text.length < 2) return matching;
  const devices = (found.data?.items ?? []).map(
    (device): Target => ({
      id: device.id,
      icon: Server,
      label: device.name,
      detail: [STATUS_LOOK[device.operational_status].word, device.siteSlug, device.rack].filter(Boolean).join(' · '),
      go: () => void navigate(paths.device(device.id)),
    }),
  );
  return [...matching, ...devices];
}
