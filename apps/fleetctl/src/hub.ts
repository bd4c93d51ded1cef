import { readFile } from 'node:fs/promises';
import { createHubClient, type HubClient, parseProblem } from '@fleet-manager/contract/client';
import { FleetError } from '@fleet-manager/contract/errors';
import { contextFilePath, readContext } from '@fleet-manager/platform/context';
import { EXIT } from './exit-code.ts';
import { exitCodeOfStatus, Failure, fromProblem } from './failure.ts';

/** How the hub was named on the command line; all may be absent. */
export interface HubOptions {
  readonly hub?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly context?: string | undefined;
}

export interface Connection {
  readonly url: string;
  readonly client: HubClient;
  readonly token: () => Promise<string>;
}

/** Finds hub and token: options first, then FM_HUB_URL and FM_TOKEN_FILE, then the context that `npm start` left. */
export async function connect(options: HubOptions): Promise<Connection> {
  const file = contextFilePath();
  const context = await readContext(file, options.context);
  if (options.context !== undefined && context === undefined) {
    throw new FleetError('FM_NO_CONTEXT', `there is no context \`${options.context}\` in ${file}`);
  }
  const url = options.hub ?? process.env.FM_HUB_URL ?? context?.hubUrl;
  const tokenFile = options.tokenFile ?? process.env.FM_TOKEN_FILE ?? context?.tokenFile;
  if (url === undefined || tokenFile === undefined)
    throw new FleetError('FM_NO_CONTEXT', `none in ${file}, and none given`);
  const token = async (): Promise<string> =>
    (
      await readFile(tokenFile, 'utf8').catch((cause: unknown) => {
        throw new Failure(
          `The token file ${tokenFile} cannot be read`,
          'Run `npm start` again, or give --token-file.',
          EXIT.notPermitted,
          { cause },
        );
      })
    ).trim();
  return { url, token, client: createHubClient({ baseUrl: url.replace(/\/$/, ''), token, fetch: reach(url) }) };
}

/** Takes the data out of an answer, or throws what the hub said. */
export async function answer<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (data !== undefined) return data;
  const problem = parseProblem(error);
  if (problem !== undefined) throw fromProblem(problem);
  throw new Failure(
    `${response.url} answered ${response.status}, and not as a hub does`,
    'Check that the address is that of a hub; a proxy may stand between.',
    exitCodeOfStatus(response.status),
  );
}

/** All items of a paged list, page by page. */
export async function* pages<T>(
  fetchPage: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>,
): AsyncGenerator<T[]> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

export async function collect<T>(
  fetchPage: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const all: T[] = [];
  for await (const items of pages(fetchPage)) all.push(...items);
  return all;
}

/** `fetch`, with a failure that says which hub does not answer. */
export function reach(url: string): typeof fetch {
  return async (input, init) => {
    try {
      return await fetch(input, init);
    } catch (cause) {
      if (cause instanceof Failure) throw cause;
      throw new FleetError('FM_HUB_UNREACHABLE', `nothing answers at ${url}`, { cause });
    }
  };
}
