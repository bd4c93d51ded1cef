import { ConditionStatus, ConditionType } from '@fleet-manager/domain/condition';
import { DeviceClass } from '@fleet-manager/domain/device-class';
import { OperationalStatus } from '@fleet-manager/domain/operational-status';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DevicesSearch } from '../../app/search.ts';
import { useDebounced } from '../../app/use-debounced.ts';
import { useHotkey } from '../../app/use-hotkey.ts';
import { Button } from '../../ui/button.tsx';
import { CheckMenu } from '../../ui/check-menu.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { STATUS_LOOK } from '../../ui/status.ts';
import { FacetMenu } from './facet-menu.tsx';

export type Change = (patch: Partial<DevicesSearch>) => void;

const CONDITIONS = ConditionType.options.flatMap((type) =>
  [ConditionStatus.enum.False, ConditionStatus.enum.Unknown, ConditionStatus.enum.True].map(
    (status) => `${type}=${status}`,
  ),
);

/** What narrows the list. All of it stands in the address, and all of it is done by the hub. */
export function FilterBar({ search, onChange }: { readonly search: DevicesSearch; readonly onChange: Change }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField text={search.q ?? ''} onChange={(q) => onChange({ q: q === '' ? undefined : q })} />
      <FacetMenu
        label="Status"
        of="status"
        search={search}
        word={(value) => wordOf(value)}
        onChange={(chosen) => onChange({ status: known(OperationalStatus.options, chosen) })}
      />
      <FacetMenu label="Site" of="site" search={search} onChange={(site) => onChange({ site })} />
      <FacetMenu label="Rack" of="rack" search={search} onChange={(rack) => onChange({ rack })} />
      <FacetMenu label="Role" of="role" search={search} onChange={(role) => onChange({ role })} />
      <FacetMenu
        label="Class"
        of="class"
        search={search}
        onChange={(chosen) => onChange({ class: known(DeviceClass.options, chosen) })}
      />
      <FacetMenu label="Tag" of="tag" search={search} onChange={(tag) => onChange({ tag })} />
      <CheckMenu
        label="Condition"
        chosen={search.condition ?? []}
        items={CONDITIONS.map((value) => ({ value, label: value.replace('=', ' is ') }))}
        onChange={(condition) => onChange({ condition })}
      />
    </div>
  );
}

/** The filters in force, each with a way to take it off. */
export function FilterChips({ search, onChange }: { readonly search: DevicesSearch; readonly onChange: Change }) {
  const { sort: _sort, q: _q, includeDeleted, ...lists } = search;
  const chips = Object.entries(lists).flatMap(([key, values]) =>
    (values ?? []).map((value) => ({
      key,
      value,
      word: key === 'status' ? wordOf(value) : value,
      without: () => onChange({ [key]: (values ?? []).filter((other) => other !== value) }),
    })),
  );
  if (chips.length === 0 && includeDeleted !== true) return null;
  return (
    <ul aria-label="Filters in force" className="flex flex-wrap items-center gap-1.5">
      {chips.map((chip) => (
        <li key={`${chip.key}=${chip.value}`}>
          <Chip label={`${NAMES[chip.key] ?? chip.key}: ${chip.word}`} onRemove={chip.without} />
        </li>
      ))}
      {includeDeleted === true ? (
        <li>
          <Chip label="with deleted devices" onRemove={() => onChange({ includeDeleted: undefined })} />
        </li>
      ) : null}
      <li>
        <Button
          look="ghost"
          onClick={() =>
            onChange({
              ...Object.fromEntries(Object.keys(lists).map((key) => [key, undefined])),
              q: undefined,
              includeDeleted: undefined,
            })
          }
        >
          Clear all
        </Button>
      </li>
    </ul>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  site: 'Site',
  rack: 'Rack',
  role: 'Role',
  class: 'Class',
  status: 'Status',
  tag: 'Tag',
  cluster: 'Cluster',
  netboxStatus: 'NetBox status',
  condition: 'Condition',
};

function Chip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <span className="inline-flex h-6 items-center gap-1 rounded-full bg-accent-soft pr-1 pl-2.5 text-xs text-ink">
      {label}
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="rounded-full p-0.5 hover:bg-hover"
      >
        <X aria-hidden className="size-3" />
      </button>
    </span>
  );
}

function SearchField({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  const settled = useDebounced(typed, 250);
  useHotkey('/', (event) => {
    event.preventDefault();
    field.current?.select();
  });
  // The address changed under the field: back, a cleared filter.
  useEffect(() => {
    if (text === sent.current) return;
    sent.current = text;
    setTyped(text);
  }, [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is a reason to search
  useEffect(() => {
    const wanted = settled.trim();
    if (wanted === sent.current) return;
    sent.current = wanted;
    onChange(wanted);
  }, [settled]);
  return (
    <div className="relative">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={field}
        type="search"
        aria-label="Search devices"
        placeholder="Name, serial, asset tag, MAC, IP"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') field.current?.blur();
        }}
        className="h-7 w-72 rounded-md border border-line-strong bg-surface pr-8 pl-8 text-xs placeholder:text-ink-3 max-lg:w-60"
      />
      {typed === '' ? (
        <span aria-hidden className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2">
          <KeyHint>/</KeyHint>
        </span>
      ) : null}
    </div>
  );
}

function wordOf(status: string): string {
  const parsed = OperationalStatus.safeParse(status);
  return parsed.success ? STATUS_LOOK[parsed.data].word : status;
}

function known<T extends string>(options: readonly T[], chosen: readonly string[]): T[] {
  return options.filter((option) => chosen.includes(option));
}
