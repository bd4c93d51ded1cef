import { useSyncExternalStore } from 'react';

/** When an event last changed a device of a list that is too long to be read again by itself; 0 when none did. */
let changedAt = 0;
const listeners = new Set<() => void>();

export function noteListChange(): void {
  changedAt = Date.now();
  for (const listener of listeners) listener();
}

export function useListChanges(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => changedAt,
  );
}
