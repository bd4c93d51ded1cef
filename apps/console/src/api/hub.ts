import { createHubClient } from '@fleet-manager/contract/client';
import { learnHubTime } from './hub-clock.ts';
import { errorOfAnswer } from './hub-error.ts';

/** The hub that served this page. The session is a cookie that scripts cannot read. */
export const hub = createHubClient({ baseUrl: window.location.origin });

hub.use({
  onResponse: ({ response }) => {
    learnHubTime(response.headers.get('date'));
  },
});

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of an answer; throws a `HubError` for every status that is not 2xx. */
export async function bodyOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (!response.ok || data === undefined) throw errorOfAnswer(response.status, error);
  return data;
}

type Compact<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out what is undefined or an empty list: optional query fields are absent, not `undefined`. */
export function compact<T extends object>(value: T): Compact<T> {
  const entries = Object.entries(value).filter(([, v]) => v !== undefined && !(Array.isArray(v) && v.length === 0));
  const kept: object = Object.fromEntries(entries);
  if (!isCompact<T>(kept)) throw new TypeError('a value of the query is undefined');
  return kept;
}

function isCompact<T extends object>(value: object): value is Compact<T> {
  return Object.values(value).every((v) => v !== undefined);
}
