import { useSyncExternalStore } from 'react';
import { hubNow } from '../api/hub-clock.ts';

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let now = hubNow();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) now = hubNow();
  timer ??= setInterval(() => {
    now = hubNow();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== undefined) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The relative form changes seldom, so a component renders again only when `format` gives another text. */
export function useNow<T extends string | number>(format: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => format(timer === undefined ? hubNow() : now));
}
