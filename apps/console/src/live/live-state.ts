import { useSyncExternalStore } from 'react';

/**
 * `live`: what the hub sees is on the screen within a second. `reconnecting`: the stream broke a moment ago.
 * `stale`: it has been gone for longer; pages show the age of their data and poll.
 */
export type LiveState =
  | { readonly kind: 'connecting' | 'live' }
  | { readonly kind: 'reconnecting' | 'stale'; readonly since: number };

let state: LiveState = { kind: 'connecting' };
const listeners = new Set<() => void>();

export function setLiveState(next: LiveState): void {
  if (state.kind === next.kind && !('since' in next)) return;
  state = next;
  for (const listener of listeners) listener();
}

export function liveState(): LiveState {
  return state;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, liveState);
}
