import createFetchClient, { type Client } from 'openapi-fetch';
import type { z } from 'zod';
import { Problem } from './api/common.ts';
import type { paths } from './generated/api.ts';

export type HubClient = Client<paths>;

export interface HubClientOptions {
  /** Such as `https://hub.example:8080`, without `/api/v1`. */
  readonly baseUrl: string;
  /** Gives the bearer token at each request; absent in the console, which has a cookie. */
  readonly token?: () => string | Promise<string>;
  readonly fetch?: typeof globalThis.fetch;
}

/** The one typed client of the hub's API: agents, fleetctl and the console use it alike. */
export function createHubClient(options: HubClientOptions): HubClient {
  const client = createFetchClient<paths>({
    baseUrl: options.baseUrl,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
    querySerializer: { array: { style: 'form', explode: true } },
  });
  const { token } = options;
  if (token !== undefined) {
    client.use({
      onRequest: async ({ request }) => {
        request.headers.set('authorization', `Bearer ${await token()}`);
        return request;
      },
    });
  }
  return client;
}

/** Reads an error body of the hub; undefined when something else (a proxy, say) wrote it. */
export function parseProblem(body: unknown): z.infer<typeof Problem> | undefined {
  const parsed = Problem.safeParse(body);
  return parsed.success ? parsed.data : undefined;
}
