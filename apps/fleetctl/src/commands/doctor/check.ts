/** How one check came out. `next` says how to mend it. */
export type Outcome =
  | { readonly state: 'ok'; readonly detail: string }
  /** Works, and will not for ever, or may be meant so. */
  | { readonly state: 'warning'; readonly detail: string; readonly next: string }
  | { readonly state: 'failed'; readonly detail: string; readonly next: string };

export interface Check<Found> {
  /** Stable name, such as `netbox.token`. */
  readonly id: string;
  readonly title: string;
  /** Ids of checks without which this one says nothing. */
  readonly needs: readonly string[];
  /** Asks the real system. May leave what it learnt in `found` for later checks. */
  run(found: Found, signal: AbortSignal): Promise<Outcome>;
}

export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly state: Outcome['state'] | 'skipped';
  readonly detail: string;
  readonly next: string | null;
  /** Checks that were skipped because this one failed. */
  readonly skips: readonly string[];
}

export const ok = (detail: string): Outcome => ({ state: 'ok', detail });
export const warning = (detail: string, next: string): Outcome => ({ state: 'warning', detail, next });
export const failed = (detail: string, next: string): Outcome => ({ state: 'failed', detail, next });
