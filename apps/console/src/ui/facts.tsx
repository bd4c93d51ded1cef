import type { ReactNode } from 'react';

/** Names and values, aligned. Values that are absent say so. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5 text-sm">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const absent = children === null || children === undefined || children === '';
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{absent ? <span className="text-ink-3">none</span> : children}</dd>
    </>
  );
}
