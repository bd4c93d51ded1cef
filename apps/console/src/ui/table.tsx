// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: a group, not a landmark
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** A table that scrolls sideways inside its panel when the window is narrow; the scroll area can be reached by keyboard. */
export function Table({
  label,
  children,
  className,
}: {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <div role="group" aria-label={label} tabIndex={0} className={cx('relative overflow-x-auto', className)}>
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </div>
  );
}

export function Th({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'whitespace-nowrap border-b px-3 py-1.5 text-2xs font-medium text-ink-3 first:pl-4 last:pr-4',
        className,
      )}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={cx('px-3 py-1.5 align-top first:pl-4 last:pr-4', className)} />;
}
