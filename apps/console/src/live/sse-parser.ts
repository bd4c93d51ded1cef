/** One server-sent event. */
export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from text that arrives in any pieces. The browser's own EventSource hides the comments that keep
 * a quiet stream alive, so it cannot tell quiet from dead; this reader can.
 */
export class SseParser {
  #rest = '';
  #id: string | undefined;
  #event = '';
  #data: string[] = [];

  /** The newest id of the stream; an id may come alone, to say how far a stream is that hides events. */
  get lastId(): string | undefined {
    return this.#id;
  }

  /** Takes one piece of the stream and gives the events that it completes. */
  push(piece: string): ServerSentEvent[] {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    const events: ServerSentEvent[] = [];
    for (const line of lines) {
      const event = this.#line(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (event !== undefined) events.push(event);
    }
    return events;
  }

  #line(line: string): ServerSentEvent | undefined {
    if (line === '') return this.#dispatch();
    if (line.startsWith(':')) return undefined;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    return undefined;
  }

  #dispatch(): ServerSentEvent | undefined {
    const data = this.#data;
    const event = this.#event === '' ? 'message' : this.#event;
    this.#data = [];
    this.#event = '';
    return data.length === 0 ? undefined : { id: this.#id, event, data: data.join('\n') };
  }
}
