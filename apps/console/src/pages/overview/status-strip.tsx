import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { cx } from '../../ui/cx.ts';
import { NEEDS_ATTENTION, STATUS_LOOK } from '../../ui/status.ts';
import { STATUS_ORDER } from '../../ui/status-badge.tsx';
import { TONE_SOLID, TONE_TEXT } from '../../ui/tones.ts';

/** The whole fleet as one bar, and a number for each status; each number opens the list of its devices. */
export function StatusStrip({ totals }: { readonly totals: Readonly<Record<string, number>> }) {
  const shown = STATUS_ORDER.filter((status) => (totals[status] ?? 0) > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Devices by status" className="rounded-lg border bg-surface p-4 shadow-1">
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full">
        {shown.map((status) => (
          <div
            key={status}
            className={cx('min-w-1', TONE_SOLID[STATUS_LOOK[status].tone])}
            style={{ flexGrow: totals[status], flexBasis: 0 }}
          />
        ))}
      </div>
      <ul className="mt-3 -mb-1 grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-1">
        {shown.map((status) => {
          const look = STATUS_LOOK[status];
          const attention = NEEDS_ATTENTION.includes(status);
          return (
            <li key={status}>
              <Link
                {...paths.devicesWith(status, undefined)}
                title={look.meaning}
                className="group block rounded-md px-2 py-1.5 hover:bg-hover"
              >
                <span
                  className={cx(
                    'num block text-xl font-semibold tracking-[-0.02em]',
                    attention && TONE_TEXT[look.tone],
                  )}
                >
                  {(totals[status] ?? 0).toLocaleString('en')}
                </span>
                <span className="flex items-center gap-1 text-xs text-ink-2">
                  <look.icon aria-hidden className={cx('size-3.5', TONE_TEXT[look.tone])} strokeWidth={2.1} />
                  <span className="group-hover:underline">{look.word}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
