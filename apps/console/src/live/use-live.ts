import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openEventStream } from './event-stream.ts';
import { LiveRefresh } from './refresh.ts';

/** Keeps the screen live while someone is logged in. */
export function useLive(onUnauthenticated: () => void): void {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = new LiveRefresh(queries);
    return openEventStream({ onEvent: refresh.onEvent, onResumed: refresh.everything, onUnauthenticated });
  }, [queries, onUnauthenticated]);
}
