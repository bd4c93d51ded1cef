import { cpus, totalmem } from 'node:os';
import type { BenchLine, Measured } from './line.ts';

export type Outcome =
  | { readonly kind: 'measured'; readonly line: BenchLine; readonly result: Measured }
  | { readonly kind: 'failed'; readonly line: BenchLine; readonly why: string };

/** A goal counts as accounted for when it is met, or when the line says why it is not. */
export function isAccountedFor(outcome: Outcome): boolean {
  return outcome.kind === 'measured' && (outcome.result.met || Boolean(outcome.result.whyNot?.trim()));
}

export const repeatCommand = (line: BenchLine): string => `npm run bench -- --only ${line.id}`;

/** The outcome as the one table, in Markdown, with what stands behind each line below it. */
export function tableOf(outcomes: readonly Outcome[], machine: string, day: string): string {
  const head = ['Work', 'Against', 'Goal', 'Measured', 'Met', 'Repeat'];
  const rows = outcomes.map((outcome) => {
    const { line } = outcome;
    const [measured, met] =
      outcome.kind === 'measured'
        ? [outcome.result.measured, outcome.result.met ? 'yes' : 'no']
        : ['not measured', 'no'];
    return [line.work, line.against, line.goal, measured, met, `\`${repeatCommand(line)}\``];
  });
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
  const notes = outcomes.map(noteOf).join('\n\n');
  return `# Benchmark

Measured on ${day}, ${machine}. Every line is a ratio or a bound taken in one run on one machine: subject and floor in turn,
at least three repeats, medians with the smallest and largest value in brackets. \`npm run bench\` writes this file anew.

${table}

## What stands behind each line

${notes}
`;
}

function noteOf(outcome: Outcome): string {
  const title = `### ${outcome.line.id}`;
  if (outcome.kind === 'failed') return `${title}\n\nNot measured: ${outcome.why}`;
  const { repeats, details = [], met, whyNot } = outcome.result;
  const lines = [`${repeats} repeats.`, ...details].map((text) => `- ${text}`).join('\n');
  const missed = met ? '' : `\n\n**Goal not met.** ${whyNot ?? 'No reason is given.'}`;
  return `${title}\n\n${lines}${missed}`;
}

/** The machine in words, without a name: `2 cores, 24 GB of memory`. */
export function machineInWords(): string {
  const cores = cpus().length;
  return `${cores} ${cores === 1 ? 'core' : 'cores'}, ${Math.round(totalmem() / 2 ** 30)} GB of memory`;
}
