import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { TONE_SOFT, type Tone } from './tones.ts';

interface BadgeProps {
  readonly tone: Tone;
  readonly icon?: LucideIcon;
  readonly size?: 'sm' | 'lg';
  readonly children: ReactNode;
  readonly className?: string;
}

/** A word with an icon on a tinted ground. */
export function Badge({ tone, icon: Icon, size = 'sm', children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center whitespace-nowrap font-medium',
        size === 'sm' ? 'gap-1 rounded-sm px-1.5 py-px text-xs' : 'gap-1.5 rounded-md px-2.5 py-1 text-base',
        TONE_SOFT[tone],
        className,
      )}
    >
      {Icon === undefined ? null : (
        <Icon aria-hidden className={size === 'sm' ? 'size-3.5' : 'size-4'} strokeWidth={2.1} />
      )}
      {children}
    </span>
  );
}
