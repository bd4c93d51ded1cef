import { failed, type Outcome, ok, warning } from './check.ts';

const TOLERATED_SECONDS = 30;

/** Compares our clock with the Date header of an answer that has just come. */
export function compareClocks(who: string, date: string | undefined, now: number = Date.now()): Outcome {
  const theirs = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs))
    return warning(`${who} does not say what time it has`, 'Compare the clocks by hand: `date -u` on both.');
  const ahead = Math.round((theirs - now) / 1000);
  if (Math.abs(ahead) <= TOLERATED_SECONDS) return ok(`the clocks of ${who} and this machine agree`);
  return failed(
    `the clock of ${who} is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's`,
    'Have both machines keep time by NTP (`chronyc tracking`): changes are read, and tokens judged, by these clocks.',
  );
}
