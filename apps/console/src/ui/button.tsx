import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'plain' | 'ghost';
  readonly icon?: LucideIcon;
}

const LOOKS = {
  primary: 'bg-accent text-accent-ink hover:brightness-110 border-transparent',
  plain: 'bg-surface text-ink border-line-strong hover:bg-hover',
  ghost: 'bg-transparent text-ink-2 border-transparent hover:bg-hover hover:text-ink',
} as const;

export function buttonClass(look: keyof typeof LOOKS = 'plain'): string {
  return cx(
    'inline-flex h-7 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border px-2.5 text-xs font-medium transition-colors disabled:opacity-55',
    LOOKS[look],
  );
}

export function Button({ look = 'plain', icon: Icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={cx(buttonClass(look), className)}>
      {Icon === undefined ? null : <Icon aria-hidden className="size-3.5" />}
      {children}
    </button>
  );
}

/** A button that is an icon; its label is read out and shown on hover. */
export function IconButton({
  icon: Icon,
  label,
  className,
  ...rest
}: ButtonProps & { readonly icon: LucideIcon; readonly label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-7 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink',
        className,
      )}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
