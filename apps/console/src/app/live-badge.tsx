import { Radio, RefreshCw, WifiOff } from 'lucide-react';
import { useLiveState } from '../live/live-state.ts';
import { Ago } from '../ui/ago.tsx';
import { cx } from '../ui/cx.ts';
import { Tip } from '../ui/tip.tsx';

const SHAPE = 'inline-flex h-6 items-center gap-1.5 rounded-full px-2 text-xs font-medium';

/** Says whether the screen follows the hub as it happens. */
export function LiveBadge() {
  const live = useLiveState();
  switch (live.kind) {
    case 'live':
      return (
        <Tip text="Changes appear here as the hub learns of them.">
          <button type="button" aria-live="polite" className={cx(SHAPE, 'cursor-default bg-good-soft text-good')}>
            <Radio aria-hidden className="size-3.5" />
            Live
          </button>
        </Tip>
      );
    case 'connecting':
    case 'reconnecting':
      return (
        <span aria-live="polite" className={cx(SHAPE, 'bg-warn-soft text-warn')}>
          <RefreshCw aria-hidden className="size-3.5 animate-spin" />
          {live.kind === 'connecting' ? 'Connecting' : 'Reconnecting'}
        </span>
      );
    case 'stale':
      return (
        <span aria-live="polite" className={cx(SHAPE, 'bg-bad-soft text-bad')}>
          <WifiOff aria-hidden className="size-3.5" />
          <span>
            Stale for <Ago at={new Date(live.since).toISOString()} form="age" />
          </span>
        </span>
      );
  }
}
