import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface PanelProps {
  readonly title: ReactNode;
  /** Beside the title: a count, an age, an action. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  readonly padded?: boolean;
}

/** A titled region of a page. */
export function Panel({ title, aside, children, className, padded = true }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx('min-w-0 rounded-lg border bg-surface shadow-1', className)}>
      <header className="flex min-h-10 items-center justify-between gap-3 border-b px-4 py-2">
        <h2 id={id} className="text-sm font-semibold tracking-[-0.005em]">
          {title}
        </h2>
        <div className="flex items-center gap-2 text-xs text-ink-3">{aside}</div>
      </header>
      <div className={padded ? 'p-4' : ''}>{children}</div>
    </section>
  );
}
