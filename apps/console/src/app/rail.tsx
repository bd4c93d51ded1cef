import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, Building, CircleAlert, Gauge, type LucideIcon, ScrollText, Server } from 'lucide-react';
import { overviewQuery } from '../api/queries.ts';
import { paths } from './paths.ts';

const LINK =
  'group flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm text-rail-ink hover:bg-rail-active hover:text-rail-ink-strong max-lg:justify-center max-lg:px-0';
const ACTIVE = { className: 'bg-rail-active text-rail-ink-strong font-medium' };

/** The way between the pages. Counts are of what asks for a person. */
export function Rail() {
  const overview = useQuery(overviewQuery);
  const open = overview.data?.findings.open ?? 0;
  const agents = overview.data === undefined ? 0 : overview.data.agents.stale + overview.data.agents.degraded;
  return (
    <nav
      aria-label="Pages"
      className="flex w-48 shrink-0 flex-col gap-0.5 border-r border-rail-line bg-rail p-2.5 max-lg:w-14 max-lg:px-2"
    >
      <Link
        {...paths.overview()}
        className="mb-3 flex h-9 items-center gap-2.5 rounded-md px-2 text-rail-ink-strong max-lg:justify-center max-lg:px-0"
      >
        <Mark />
        <span className="text-base font-semibold tracking-[-0.01em] max-lg:sr-only">Fleet Manager</span>
      </Link>
      <Link
        {...paths.overview()}
        activeOptions={{ exact: true, includeSearch: false }}
        activeProps={ACTIVE}
        className={LINK}
        title="Overview"
      >
        <Entry icon={Gauge} word="Overview" />
      </Link>
      <Link
        {...paths.devices()}
        activeOptions={{ includeSearch: false }}
        activeProps={ACTIVE}
        className={LINK}
        title="Devices"
      >
        <Entry icon={Server} word="Devices" />
      </Link>
      <Link
        {...paths.findings()}
        activeOptions={{ includeSearch: false }}
        activeProps={ACTIVE}
        className={LINK}
        title="Findings"
      >
        <Entry icon={CircleAlert} word="Findings" count={open} countMeans="open" />
      </Link>
      <Link
        {...paths.agents()}
        activeOptions={{ includeSearch: false }}
        activeProps={ACTIVE}
        className={LINK}
        title="Agents"
      >
        <Entry icon={Bot} word="Agents" count={agents} countMeans="stale or degraded" />
      </Link>
      <Link {...paths.sites()} activeProps={ACTIVE} className={LINK} title="Sites">
        <Entry icon={Building} word="Sites" />
      </Link>
      <Link
        {...paths.audit()}
        activeOptions={{ includeSearch: false }}
        activeProps={ACTIVE}
        className={LINK}
        title="Audit log"
      >
        <Entry icon={ScrollText} word="Audit log" />
      </Link>
    </nav>
  );
}

function Entry({
  icon: Icon,
  word,
  count = 0,
  countMeans,
}: {
  readonly icon: LucideIcon;
  readonly word: string;
  readonly count?: number;
  readonly countMeans?: string;
}) {
  return (
    <>
      <span className="relative">
        <Icon aria-hidden className="size-4" strokeWidth={1.9} />
        {count === 0 ? null : (
          <span aria-hidden className="absolute -top-1 -right-1 size-2 rounded-full bg-warn-solid lg:hidden" />
        )}
      </span>
      <span className="flex-1 max-lg:sr-only">{word}</span>
      {count === 0 ? null : (
        <span className="num rounded-sm bg-rail-active px-1.5 text-2xs text-rail-ink-strong group-hover:bg-rail max-lg:sr-only">
          {count.toLocaleString('en')}
          <span className="sr-only"> {countMeans}</span>
        </span>
      )}
    </>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 20 20" className="size-5 shrink-0" aria-hidden focusable="false">
      <rect x="2" y="3" width="16" height="4" rx="1.3" fill="#8fd6e0" />
      <rect x="2" y="8.5" width="16" height="4" rx="1.3" fill="#8fd6e0" opacity=".66" />
      <rect x="2" y="14" width="16" height="4" rx="1.3" fill="#8fd6e0" opacity=".36" />
    </svg>
  );
}
