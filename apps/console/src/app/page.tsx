import type { ReactNode } from 'react';
import { Freshness, type FreshnessOf } from './freshness.tsx';
import { useTitle } from './use-title.ts';

interface PageProps {
  readonly title: string;
  /** Shown instead of the title where the heading is richer. */
  readonly heading?: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** The query that the page rests on: its age is shown when the stream is down. */
  readonly of?: FreshnessOf;
  /** Fills the window and scrolls inside, as the device list does. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

/** The frame of each page: heading, what it says in short, actions, and the age of its data when that matters. */
export function Page({ title, heading, lead, actions, of, fill = false, children }: PageProps) {
  useTitle(title);
  return (
    <div className={fill ? 'flex h-full min-h-0 flex-col' : 'mx-auto max-w-[120rem] pb-10'}>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 pt-4 pb-3">
        <div className="min-w-0">
          {heading ?? <h1 className="text-xl font-semibold tracking-[-0.015em]">{title}</h1>}
          {lead === undefined ? null : <div className="mt-0.5 text-ink-2">{lead}</div>}
        </div>
        <div className="flex items-center gap-2">{actions}</div>
      </header>
      {of === undefined ? null : <Freshness of={of} />}
      <div className={fill ? 'flex min-h-0 flex-1 flex-col' : 'px-5'}>{children}</div>
    </div>
  );
}
