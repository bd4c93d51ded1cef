import { CircleAlert, Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Prose } from './prose.tsx';

interface EmptyProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Nothing here, why that is, and what to do. */
export function Empty({ icon: Icon = Inbox, title, children, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      <Icon aria-hidden className="size-6 text-ink-3" strokeWidth={1.6} />
      <p className="text-base font-medium">{title}</p>
      {children === undefined ? null : <div className="max-w-prose text-ink-2">{children}</div>}
      {action}
    </div>
  );
}

interface FailureProps {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly next: string;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly action?: ReactNode;
  /** It is the whole page, so its title is the page's heading. */
  readonly heading?: boolean;
}

/** What failed, and what to do about it. */
export function Failure({ title, detail, next, code, requestId, onRetry, action, heading = false }: FailureProps) {
  const Title = heading ? 'h1' : 'p';
  return (
    <div role="alert" className="mx-auto flex max-w-160 gap-3 px-4 py-8">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
      <div className="min-w-0 space-y-1.5">
        <Title className="text-base font-semibold">{title}</Title>
        {detail === undefined ? null : <p className="break-words text-ink-2">{detail}</p>}
        <p>
          <span className="font-medium">What to do: </span>
          <Prose text={next} />
        </p>
        {code === undefined ? null : (
          <p className="num font-mono text-xs text-ink-3">
            {code}
            {requestId === undefined ? '' : ` · request ${requestId}`}
          </p>
        )}
        {onRetry === undefined && action === undefined ? null : (
          <div className="flex gap-2 pt-1.5">
            {onRetry === undefined ? null : <Button onClick={onRetry}>Try again</Button>}
            {action}
          </div>
        )}
      </div>
    </div>
  );
}

/** Stands where rows will be, in their size, so that nothing jumps when they come. */
export function Skeleton({ rows = 6, label = 'Loading' }: { readonly rows?: number; readonly label?: string }) {
  const widths = ['w-11/12', 'w-4/5', 'w-10/12', 'w-3/4'];
  return (
    <div role="status" aria-label={label} className="space-y-3 p-4">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never move
        <div key={row} className={cx('pulse-soft h-3.5 rounded-sm bg-sunken', widths[row % widths.length])} />
      ))}
      <span className="sr-only">{label}</span>
    </div>
  );
}
