import { z } from 'zod';
import { planSite } from '../world/plan.ts';
import type { NetBoxDouble } from './double.ts';

/** Two GPU racks, which is the smallest plan with an `offline` tray in it. */
export const plan = planSite({ racks: 2 });

const answer = z.record(z.string(), z.unknown());
const page = z.object({
  count: z.number().nullable(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(answer),
});

type UserName = keyof NetBoxDouble['tokens'];

/** A bare HTTP client for tests, as one of the double's users. */
export function clientOf(double: NetBoxDouble, user: UserName = 'admin') {
  const newTokens = ['4.5', '4.6', '4.7'].includes(double.version);
  const { v1, v2 } = double.tokens[user];
  const authorization = newTokens ? `Bearer ${v2}` : `Token ${v1}`;
  const send = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${double.url}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
    });
  const json = async (response: Response): Promise<unknown> => {
    const text = await response.text();
    return text === '' ? null : JSON.parse(text);
  };
  return {
    send,
    /** Status and body of a call. */
    async call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) {
      const response = await send(method, path, body, headers);
      return { status: response.status, body: await json(response) };
    },
    async one(path: string) {
      return answer.parse(await json(await send('GET', path)));
    },
    async list(path: string) {
      return page.parse(await json(await send('GET', path)));
    },
    async ids(path: string) {
      return page.parse(await json(await send('GET', path))).results.map((row) => row.id);
    },
    async graphql(query: string, variables?: unknown) {
      return answer.parse(await json(await send('POST', '/graphql/', { query, variables })));
    },
  };
}
