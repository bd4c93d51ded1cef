import { breaksOf, type Outcome, type ReleaseResult, type Verdict } from './verdict.ts';

const SHORT: Readonly<Record<Outcome, string>> = {
  ok: 'ok',
  empty: 'ok (no row)',
  'field missing': 'FIELD MISSING',
  'new value': 'NEW VALUE',
  unreadable: 'UNREADABLE',
  gone: 'GONE',
  refused: 'REFUSED',
  unavailable: 'NO ANSWER',
  'not offered': '-',
};

/** One line per endpoint, one column per release; then what breaks, why it matters and what to do. */
export function reportText(results: readonly ReleaseResult[]): string {
  return [...(['netbox', 'openstack'] as const).flatMap((kind) => tableOf(kind, results)), ...breaksText(results)].join(
    '\n',
  );
}

function tableOf(kind: 'netbox' | 'openstack', results: readonly ReleaseResult[]): string[] {
  const own = results.filter((result) => kindOf(result.release) === kind);
  if (own.length === 0) return [];
  const endpoints = [...new Map(own.flatMap(({ verdicts }) => verdicts.map((one) => [keyOf(one), one]))).values()];
  const rows = [
    ['endpoint', ...own.map((result) => result.release)],
    ['', ...own.map((result) => result.versions.join(', ') || '-')],
    ...endpoints.map((endpoint) => [
      `${endpoint.service} ${endpoint.method} ${endpoint.path}`,
      ...own.map(({ verdicts }) => {
        const found = verdicts.find((one) => keyOf(one) === keyOf(endpoint));
        return found === undefined ? '-' : SHORT[found.outcome];
      }),
    ]),
    ['twin suite', ...own.map(({ suites }) => suiteText(suites))],
  ];
  return [...aligned(rows), ''];
}

export function kindOf(release: string): 'netbox' | 'openstack' {
  return release.startsWith('openstack') ? 'openstack' : 'netbox';
}

const keyOf = ({ service, call }: Verdict) => `${service}.${call}`;

function suiteText(suites: ReleaseResult['suites']): string {
  if (suites === null) return 'not run';
  return suites.failed === 0 ? `${suites.passed} passed` : `${suites.failed} FAILED, ${suites.passed} passed`;
}

function breaksText(results: readonly ReleaseResult[]): string[] {
  const total = results.reduce((sum, result) => sum + breaksOf(result), 0);
  if (total === 0) return [`Nothing breaks at ${results.map((result) => result.release).join(', ')}.`];
  return [
    `${total} ${total === 1 ? 'thing breaks' : 'things break'}:`,
    ...results.flatMap(({ release, verdicts, suites, failure }) => [
      ...(failure === null ? [] : [`* ${release}: could not be tried: ${failure}`]),
      ...verdicts.flatMap((one) =>
        one.breaks === null
          ? []
          : [
              `* ${release}: ${one.service} ${one.method} ${one.path}: ${one.outcome}`,
              ...one.facts.map((fact) => `    ${fact}`),
              `    breaks: ${one.breaks.feature}`,
              `    to do:  ${one.breaks.next}`,
            ],
      ),
      ...(suites?.failures ?? []).map((name) => `* ${release}: twin suite: ${name}`),
    ]),
  ];
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((seen, row) => row.map((cell, i) => Math.max(seen[i] ?? 0, cell.length)), []);
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
