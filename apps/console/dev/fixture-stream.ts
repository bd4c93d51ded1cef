import type { IncomingMessage, ServerResponse } from 'node:http';
import { FleetEvent } from '@fleet-manager/contract/api/agents';
import type { z } from 'zod';

type NewEvent = Omit<z.input<typeof FleetEvent>, 'id' | 'at'>;

/** The event stream of the fixture hub: resumable, and breakable by a test. */
export class FixtureStream {
  readonly #events: FleetEvent[] = [];
  readonly #readers = new Set<ServerResponse>();
  /** `Last-Event-ID` of each connection that was opened, undefined for the first. */
  readonly resumedAfter: (string | undefined)[] = [];
  /** Answers 503 to new readers while true. */
  refusing = false;

  get readers(): number {
    return this.#readers.size;
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    if (this.refusing) {
      response.writeHead(503).end();
      return;
    }
    const header = request.headers['last-event-id'];
    const after = typeof header === 'string' ? header : undefined;
    this.resumedAfter.push(after);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`retry: 2000\n\nid: ${after ?? this.#events.length}\n\n`);
    for (const event of this.#events)
      if (after !== undefined && Number(event.id) > Number(after)) response.write(wire(event));
    this.#readers.add(response);
    response.on('close', () => this.#readers.delete(response));
  }

  emit(event: NewEvent): void {
    const full = FleetEvent.parse({ ...event, id: String(this.#events.length + 1), at: new Date().toISOString() });
    this.#events.push(full);
    for (const reader of this.#readers) reader.write(wire(full));
  }

  /** Cuts every open stream, as a restarting hub or proxy does. */
  drop(): void {
    for (const reader of this.#readers) reader.destroy();
    this.#readers.clear();
  }
}

function wire(event: FleetEvent): string {
  return `id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
}
