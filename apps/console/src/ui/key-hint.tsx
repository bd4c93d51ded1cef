import type { ReactNode } from 'react';

/** A key of the keyboard. */
export function KeyHint({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="rounded-sm border border-line-strong bg-sunken px-1 font-sans text-2xs leading-4 text-ink-3">
      {children}
    </kbd>
  );
}
