/** One line of the benchmark's table: work that the product does, put in relation to a floor measured in the same run. */
export interface BenchLine {
  /** What `--only` names, kebab-case. */
  readonly id: string;
  /** What is done, and on how much. */
  readonly work: string;
  /** What it is compared with, on the same machine and server in the same run. */
  readonly against: string;
  readonly goal: string;
  /**
   * Prepares, warms up, measures at least three interleaved repeats and cleans up after itself. Rejects when it cannot be
   * measured; the other lines then go on.
   */
  run(tools: BenchTools): Promise<Measured>;
}

export interface BenchTools {
  /** Shows what is going on, on the terminal only. */
  progress(text: string): void;
  /** Aborts when the person at the terminal gives up. */
  readonly signal: AbortSignal;
}

export interface Measured {
  /** For people, with its spread: `12.3× (11.8-13.0)`. A line with several goals gives them in order, parted by `; `. */
  readonly measured: string;
  readonly met: boolean;
  /** Measured pairs of subject and floor. */
  readonly repeats: number;
  /** Numbers behind the ratio, one sentence each. */
  readonly details?: readonly string[];
  /** Where a goal is missed: why, and what was tried. Without it a missed goal fails the whole run. */
  readonly whyNot?: string;
}
