/** A good answer. */
export interface Answer {
  readonly status: number;
  /** Lower-case names; a repeated header is joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined when the answer has no body. Parse it with a schema before use. */
  readonly body: unknown;
  readonly requestId: string | undefined;
}
