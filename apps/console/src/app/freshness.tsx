import { TriangleAlert } from 'lucide-react';
import { toHubError } from '../api/hub-error.ts';
import { useLiveState } from '../live/live-state.ts';
import { Ago } from '../ui/ago.tsx';

export interface FreshnessOf {
  /** When the data on the screen was read; 0 before the first answer. */
  readonly dataUpdatedAt: number;
  readonly error: unknown;
}

/** Says how old the page is as soon as it may be old: when the stream is down or reading fails. Silent while live. */
export function Freshness({ of }: { readonly of: FreshnessOf }) {
  const live = useLiveState();
  const down = live.kind === 'reconnecting' || live.kind === 'stale';
  if (of.dataUpdatedAt === 0 || (!down && of.error === null)) return null;
  const why = of.error === null ? 'The live stream is down; the page polls until it is back.' : failureText(of.error);
  return (
    <div
      role="status"
      className="mx-5 mb-3 flex flex-wrap items-center gap-x-2 rounded-md bg-warn-soft px-3 py-1.5 text-warn"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <span className="font-medium">
        Data as of <Ago at={new Date(of.dataUpdatedAt).toISOString()} />
      </span>
      <span>{why}</span>
    </div>
  );
}

function failureText(error: unknown): string {
  const shown = toHubError(error);
  return `${shown.title}. ${shown.next}`;
}
