import { HttpCallError } from '@fleet-manager/clients/http/errors';
import { choiceIn, isObject } from '@fleet-manager/clients/netbox/raw';
import { FleetError } from '@fleet-manager/contract/errors';
import { featureOf } from './features.ts';
import { KNOWN_WORDS } from './known-words.ts';
import type { CallName, Outcome, Verdict } from './verdict.ts';

export interface RowsSeen {
  readonly rows: readonly unknown[];
  /** Fields that were asked for, and that each row should have. */
  readonly fields: readonly string[];
  /** Fields that this release is known not to have, with the release that brought them. */
  readonly notYet?: Readonly<Record<string, string>>;
  /** What our schema says against a row; undefined when it reads it. */
  readonly problem: (row: unknown) => string | undefined;
}

/** Judges rows as they came: fields that are gone, rows our schema refuses, words nobody knows. */
export function judgeRows(name: CallName, seen: RowsSeen): Verdict {
  const rows = seen.rows.filter(isObject);
  if (seen.rows.length === 0) return verdict(name, 'empty', ['no row there whose shape could be read']);
  const notYet = seen.notYet ?? {};
  const absent = seen.fields.filter((field) => !rows.some((row) => field in row));
  const missing = absent.filter((field) => notYet[field] === undefined);
  const facts = [
    ...missing.map((field) => `${field}: in none of ${rows.length} rows`),
    ...absent.flatMap((field) => (notYet[field] === undefined ? [] : [`${field}: comes with ${notYet[field]} only`])),
  ];
  const problems = seen.rows.flatMap((row) => seen.problem(row) ?? []);
  const words = newWords(name, rows);
  facts.push(
    ...(problems.length > 0 ? [`${problems.length} of ${rows.length} rows refused: ${problems[0]}`] : []),
    ...words,
  );
  if (missing.length > 0) {
    const next =
      problems.length > 0
        ? 'the rows are unusable: teach the resource to live without the field, or to read it where it went'
        : 'the field reads as empty: read it where it went, or mark the release that drops it';
    return verdict(name, 'field missing', facts, next);
  }
  if (problems.length > 0)
    return verdict(name, 'unreadable', facts, 'change the schema of this client to read both shapes');
  if (words.length > 0) {
    return verdict(
      name,
      'new value',
      facts,
      'give the word a meaning in the domain, and add it to scripts/contract/known-words.ts',
    );
  }
  return verdict(name, 'ok', facts);
}

function newWords(name: CallName, rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  return Object.entries(KNOWN_WORDS[`${name.service} ${name.call}`] ?? {}).flatMap(([field, known]) => {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const word = choiceIn(row[field]);
      if (typeof word === 'string' && word !== '' && !known.words.has(word))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    return [...counts].map(
      ([word, n]) => `${field}: ${n} rows have "${word}", which is unknown to us: ${known.otherwise}`,
    );
  });
}

/** A verdict; `next` says what to do, and makes it a break. */
export function verdict(name: CallName, outcome: Outcome, facts: readonly string[], next?: string): Verdict {
  const breaks = next === undefined ? null : { feature: featureOf(name.service, name.call), next };
  return { ...name, outcome, facts, breaks };
}

/** What a call that was not answered as hoped says about the release. */
export function judgeFailure(name: CallName, error: unknown): Verdict {
  const message = error instanceof Error ? error.message : String(error);
  const facts = [error instanceof FleetError ? `${error.code}: ${error.detail}` : message];
  const status = statusOf(error);
  if (status === 404 || status === 405 || status === 410) {
    return verdict(name, 'gone', facts, 'find what replaces the endpoint, and declare that call for these releases');
  }
  if (status === 401 || status === 403) {
    return verdict(name, 'refused', facts, 'compare `fleetctl access` with the roles or permissions of this release');
  }
  if (error instanceof FleetError && error.code === 'FM_OPENSTACK_CREDENTIAL_REFUSED') {
    return verdict(name, 'refused', facts, 'compare `fleetctl access` with the rules of the credential');
  }
  if (error instanceof FleetError && error.code === 'FM_OUTSIDE_PROTOCOL') {
    return verdict(name, 'unreadable', facts, 'change the schema of this client to read both shapes');
  }
  return verdict(name, 'unavailable', facts, 'see the log of the service; run again once it answers');
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpCallError) return error.status;
  return error instanceof Error && error.cause !== undefined ? statusOf(error.cause) : undefined;
}
