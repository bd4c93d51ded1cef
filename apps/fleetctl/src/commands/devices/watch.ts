import { FleetEvent } from '@fleet-manager/contract/api/agents';
import { parseProblem } from '@fleet-manager/contract/client';
import { createParser } from 'eventsource-parser';
import { EXIT } from '../../exit-code.ts';
import { Failure, fromProblem } from '../../failure.ts';
import { connect, reach } from '../../hub.ts';
import type { GlobalOptions } from '../options.ts';
import { findDevice } from './find.ts';

export interface WatchOptions extends GlobalOptions {
  readonly site?: string[];
  readonly kind?: string[];
  /** Ends after so many events; for scripts. */
  readonly count?: string;
}

const RECONNECT_MS = 2_000;

/** Follows events until it is stopped. A broken stream is taken up where it ended: no event is lost or told twice. */
export async function watchDevices(wanted: string | undefined, options: WatchOptions): Promise<void> {
  const { client, url, token } = await connect(options);
  const query = new URLSearchParams();
  if (wanted !== undefined) query.set('device', await findDevice(client, wanted));
  for (const site of options.site ?? []) query.append('site', site);
  for (const kind of options.kind ?? []) query.append('kind', kind);
  let left = options.count === undefined ? Number.POSITIVE_INFINITY : Number(options.count);
  if (!(left > 0)) throw new Failure('--count takes a whole number above 0', 'Such as --count 10.', EXIT.usage);

  let lastId: string | undefined;
  let everConnected = false;
  while (left > 0) {
    try {
      const headers = {
        authorization: `Bearer ${await token()}`,
        accept: 'text/event-stream',
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
      };
      const response = await reach(url)(`${url.replace(/\/$/, '')}/api/v1/events?${query}`, { headers });
      if (!response.ok || response.body === null) {
        const problem = parseProblem(await response.json().catch(() => undefined));
        throw problem === undefined
          ? new Failure(`${url} answered ${response.status}`, 'Check the address.', EXIT.unavailable)
          : fromProblem(problem);
      }
      if (!everConnected) process.stderr.write('watching; Ctrl-C ends\n');
      everConnected = true;
      const parser = createParser({
        onEvent: (event) => {
          if (event.id !== undefined) lastId = event.id;
          if (event.event === 'reset') process.stderr.write('some events were missed: too long away\n');
          else if (left > 0 && print(event.data, options)) left -= 1;
        },
      });
      const decoder = new TextDecoder();
      for await (const chunk of response.body) {
        parser.feed(decoder.decode(chunk, { stream: true }));
        if (left <= 0) return;
      }
    } catch (error) {
      // Before the first connection a failure is the answer; afterwards it is a pause.
      if (!everConnected || (error instanceof Failure && error.exitCode === EXIT.notPermitted)) throw error;
    }
    process.stderr.write('the stream ended; connecting again\n');
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

function print(data: string, options: WatchOptions): boolean {
  const parsed = FleetEvent.safeParse(JSON.parse(data));
  if (!parsed.success) return false;
  const event = parsed.data;
  if (options.output === 'table') {
    const { name, from, to, summary } = event.data;
    const change = to === undefined ? '' : ` ${from === undefined || from === null ? '' : `${from} → `}${to}`;
    process.stdout.write(
      `${event.at}  ${event.kind}  ${name ?? event.deviceId ?? event.siteSlug ?? ''}${change}${summary === undefined ? '' : `  ${summary}`}\n`,
    );
  } else {
    process.stdout.write(`${JSON.stringify(event)}\n`);
  }
  return true;
}
