import type { Secret } from '@fleet-manager/platform/secret';

const patterns: readonly [RegExp, string][] = [
  // user and password inside a URL
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1[redacted]@'],
  [/\b(bearer|basic|token)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\b(x-(?:auth|subject|service)-token|authorization)(["']?\s*[:=]\s*["']?)[^\s"',;]+/gi, '$1$2[redacted]'],
  [/((?:password|secret|passwd|api_?key|private_key|token)["']\s*:\s*)"(?:[^"\\]|\\.)*"/gi, '$1"[redacted]"'],
  // Keystone's Fernet tokens and NetBox's v2 tokens, wherever they stand
  [/\bgAAAA[A-Za-z0-9_-]{20,}=*/g, '[redacted]'],
  [/\bnbt_[A-Za-z0-9]+\.[A-Za-z0-9]+/g, '[redacted]'],
];
const secretKey = /^(?:.*_)?(?:password|passwd|secret|token|api_?key|private_key|authorization)$/i;
const longestMemory = 64;

/** Takes the secrets it was told of, and what looks like one, out of texts that go to errors and logs. */
export class Redactor {
  readonly #values: string[] = [];

  /** Remembers a value; tokens come and go, so only the latest few dozen are kept. Short values would blank ordinary words. */
  add(secret: Secret | string): void {
    const value = typeof secret === 'string' ? secret : secret.reveal();
    if (value.length < 6 || this.#values.includes(value)) return;
    this.#values.push(value);
    if (this.#values.length > longestMemory) this.#values.shift();
  }

  text(input: string): string {
    let out = input;
    for (const value of this.#values) {
      out = out.replaceAll(value, '[redacted]');
      const quoted = JSON.stringify(value).slice(1, -1);
      if (quoted !== value) out = out.replaceAll(quoted, '[redacted]');
    }
    for (const [pattern, by] of patterns) out = out.replaceAll(pattern, by);
    return out;
  }

  /** The same for a JSON value: keys that name a secret lose their value, all texts are cleaned. */
  json(input: unknown): unknown {
    if (typeof input === 'string') return this.text(input);
    if (Array.isArray(input)) return input.map((one) => this.json(one));
    if (typeof input !== 'object' || input === null) return input;
    return Object.fromEntries(
      Object.entries(input).map(([key, value]) => [
        key,
        secretKey.test(key) && value !== null ? '[redacted]' : this.json(value),
      ]),
    );
  }
}
