import { inspect } from 'node:util';

/**
 * A text that must not be shown. However it is turned into text (string, JSON, `console.log`, an error's message) it
 * reads `[redacted]`; only `reveal()` gives the value, so every use is visible in review.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Pass it straight to the call that needs it; do not keep it. */
  reveal(): string {
    return this.#value;
  }

  /** True when both hold the same text. */
  equals(other: Secret): boolean {
    return this.#value === other.#value;
  }

  get isEmpty(): boolean {
    return this.#value === '';
  }

  toString(): string {
    return '[redacted]';
  }

  toJSON(): string {
    return '[redacted]';
  }

  [Symbol.toPrimitive](): string {
    return '[redacted]';
  }

  [inspect.custom](): string {
    return '[redacted]';
  }
}
