/**
 * What became of one declared call at one release. `empty`: the service answered as it should and had no row whose shape could
 * be read. `field missing`: a field that is asked for came in no row. `new value`: a word that our code has no meaning for.
 * `unreadable`: our schema refuses what came. `gone`: the endpoint is not there. `refused`: the credential may not make the call.
 */
export type Outcome =
  | 'ok'
  | 'empty'
  | 'field missing'
  | 'new value'
  | 'unreadable'
  | 'gone'
  | 'refused'
  | 'unavailable'
  | 'not offered';

export interface CallName {
  readonly service: string;
  readonly call: string;
  readonly method: string;
  readonly path: string;
}

export interface Verdict extends CallName {
  readonly outcome: Outcome;
  /** What was seen, one line per fact: `status: 3 rows have "rebuilding"`. */
  readonly facts: readonly string[];
  /** What would no longer work for us, and what to do; null when nothing breaks. */
  readonly breaks: { readonly feature: string; readonly next: string } | null;
}

/** One release with all that was found out about it. */
export interface ReleaseResult {
  readonly release: string;
  /** What the services say that they are, `baremetal 1.82`. */
  readonly versions: readonly string[];
  readonly verdicts: readonly Verdict[];
  readonly suites: SuiteResult | null;
  /** Why nothing could be asked at all. */
  readonly failure: string | null;
}

export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  /** Names of tests that failed, and files that did not load. */
  readonly failures: readonly string[];
}

/** Number of things that would break at a release. */
export function breaksOf(result: ReleaseResult): number {
  const calls = result.verdicts.filter((verdict) => verdict.breaks !== null).length;
  return calls + (result.suites?.failed ?? 0) + (result.failure === null ? 0 : 1);
}
