import { FleetEvent } from '@fleet-manager/contract/api/agents';
import { hubNow } from '../api/hub-clock.ts';
import { setLiveState } from './live-state.ts';
import { SseParser } from './sse-parser.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
/** After this long without a stream the screen calls itself stale. */
const STALE_AFTER_MS = 10_000;
/** The hub writes a comment at least every 30 s; two missed ones mean that the path is dead. */
const SILENCE_MS = 75_000;

export interface StreamHandlers {
  readonly onEvent: (event: FleetEvent) => void;
  /** The stream is back after a break: what was missed is being replayed, and what cannot be is read again. */
  readonly onResumed: () => void;
  readonly onUnauthenticated: () => void;
}

/** Holds the event stream open until `stop` is called, resuming after the last event that was seen. */
export function openEventStream(handlers: StreamHandlers): () => void {
  const stopped = new AbortController();
  void keepOpen(handlers, stopped.signal);
  return () => stopped.abort();
}

async function keepOpen(handlers: StreamHandlers, stop: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  let downSince: number | undefined;
  let retryMs = FIRST_RETRY_MS;
  const staleTimer = setInterval(() => {
    if (downSince !== undefined && hubNow() - downSince > STALE_AFTER_MS)
      setLiveState({ kind: 'stale', since: downSince });
  }, 1_000);

  while (!stop.aborted) {
    const opened = await readOnce({
      lastId,
      stop,
      onOpen: () => {
        const resumed = downSince !== undefined;
        downSince = undefined;
        retryMs = FIRST_RETRY_MS;
        setLiveState({ kind: 'live' });
        if (resumed) handlers.onResumed();
      },
      onEvent: handlers.onEvent,
      onCursor: (id) => {
        lastId = id;
      },
    });
    if (stop.aborted) break;
    if (opened === 'unauthenticated') {
      handlers.onUnauthenticated();
      break;
    }
    if (downSince === undefined) {
      downSince = hubNow();
      setLiveState({ kind: 'reconnecting', since: downSince });
    }
    await pause(retryMs, stop);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }
  clearInterval(staleTimer);
}

interface ReadOptions {
  readonly lastId: string | undefined;
  readonly stop: AbortSignal;
  readonly onOpen: () => void;
  readonly onEvent: (event: FleetEvent) => void;
  readonly onCursor: (id: string) => void;
}

/** Reads one connection to its end, whatever ends it. */
async function readOnce(options: ReadOptions): Promise<'ended' | 'unauthenticated'> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch('/api/v1/events', {
      headers: {
        accept: 'text/event-stream',
        ...(options.lastId === undefined ? {} : { 'last-event-id': options.lastId }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([options.stop, silence.signal]),
    });
    if (response.status === 401) return 'unauthenticated';
    if (!response.ok || response.body === null) return 'ended';
    options.onOpen();
    const parser = new SseParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      for (const sse of parser.push(value)) {
        const event = parseEvent(sse.data);
        if (event !== undefined) options.onEvent(event);
      }
      if (parser.lastId !== undefined) options.onCursor(parser.lastId);
    }
  } catch {
    return 'ended';
  } finally {
    clearTimeout(timer);
  }
}

/** A newer hub may send kinds that this console does not know: they move the cursor and nothing else. */
function parseEvent(data: string): FleetEvent | undefined {
  try {
    const parsed = FleetEvent.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stop.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
