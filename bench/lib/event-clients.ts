import { FleetEvent } from '@fleet-manager/contract/api/agents';

export interface EventClients {
  /** When each client first heard of the device, as `performance.now()`. Rejects when some do not within the time. */
  heard(deviceId: string, since: number, withinMs: number): Promise<readonly number[]>;
  close(): void;
}

/** Opens the hub's event stream so many times at once, each as a console does. */
export async function openEventClients(hubUrl: string, token: string, count: number): Promise<EventClients> {
  const stop = new AbortController();
  /** Per client, when it first heard of a device since the last question. */
  const clients = Array.from({ length: count }, () => new Map<string, number>());
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
  const bodies = await Promise.all(
    clients.map(async () => {
      const response = await fetch(`${hubUrl}/api/v1/events`, { headers, signal: stop.signal });
      if (!response.ok || response.body === null) throw new Error(`the event stream answered ${response.status}`);
      return response.body;
    }),
  );
  for (const [index, body] of bodies.entries()) {
    const first = clients[index];
    if (first !== undefined) void read(body, first).catch(() => undefined);
  }
  return {
    heard: async (deviceId, since, withinMs) => {
      const giveUpAt = performance.now() + withinMs;
      for (;;) {
        const times = clients.flatMap((first) => first.get(deviceId) ?? []).filter((at) => at >= since);
        if (times.length === count) return times;
        if (performance.now() > giveUpAt) throw new Error(`${times.length} of ${count} clients heard of ${deviceId}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close: () => stop.abort(),
  };
}

async function read(body: ReadableStream<Uint8Array>, first: Map<string, number>): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: ?(.*)$/m.exec(message)?.[1];
      if (data === undefined) continue;
      const event = FleetEvent.safeParse(JSON.parse(data));
      const deviceId = event.success ? event.data.deviceId : null;
      if (deviceId !== null && event.data?.kind === 'condition.changed' && !first.has(deviceId))
        first.set(deviceId, performance.now());
    }
  }
}
