/** One answered request. Headers and bodies are never kept, so the log cannot hold a secret. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** Raw query string without the question mark; empty when there was none. */
  readonly query: string;
  /** Status sent; 0 when the connection was reset or never answered. */
  readonly status: number;
}

const KEPT = 2000;

/** The last requests of one double, oldest first. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    this.#entries.push(entry);
    // Trimmed in halves, so that a busy double does not shift an array on every request.
    if (this.#entries.length > 2 * KEPT) this.#entries = this.#entries.slice(-KEPT);
  }

  list(): readonly LoggedRequest[] {
    return this.#entries.slice(-KEPT);
  }

  clear(): void {
    this.#entries = [];
  }
}
