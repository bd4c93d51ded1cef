import { type RefObject, useEffect, useState } from 'react';
import { useHotkey } from '../../app/use-hotkey.ts';

/** `j` and `k` walk the rows; the row's link takes the focus, so that Enter opens it. Gives the index of the active row, -1 at first. */
export function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void,
): number {
  const [active, setActive] = useState(-1);
  const move = (event: KeyboardEvent, by: number) => {
    if (count === 0) return;
    event.preventDefault();
    setActive((now) => Math.min(count - 1, Math.max(0, now + by)));
  };
  useHotkey('j', (event) => move(event, 1));
  useHotkey('k', (event) => move(event, -1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrollTo changes with each rendering; only a new row is a reason to move
  useEffect(() => {
    if (active < 0) return;
    scrollTo(active);
    // The row may come into the document only with the next frame.
    const frame = requestAnimationFrame(() => {
      const row = scroller.current?.querySelector(`[data-row="${active}"] [data-row-link]`);
      if (row instanceof HTMLElement) row.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [active, scroller]);
  return Math.min(active, count - 1);
}
