import { FindingKind } from '@fleet-manager/contract/api/agents';
import { z } from 'zod';
import { answer, collect, connect } from '../../hub.ts';
import { age, printRows } from '../../output/print.ts';
import { among } from '../among.ts';
import { findDevice } from '../devices/find.ts';
import type { GlobalOptions } from '../options.ts';

export interface FindingOptions extends GlobalOptions {
  readonly site?: string[];
  readonly kind?: string[];
  readonly state?: string[];
  readonly device?: string;
}

const State = z.enum(['open', 'acknowledged', 'resolved']);

export async function listFindings(options: FindingOptions): Promise<void> {
  const kind = among(FindingKind, options.kind ?? [], '--kind');
  const state = among(State, options.state ?? ['open'], '--state');
  const { client } = await connect(options);
  const device = options.device === undefined ? undefined : await findDevice(client, options.device);
  const query = { kind, state, site: options.site ?? [], limit: 500, ...(device === undefined ? {} : { device }) };
  const findings = await collect((cursor) =>
    answer(
      client.GET('/api/v1/findings', { params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } } }),
    ),
  );
  printRows(
    options.output,
    findings,
    [
      { title: 'KIND', value: (f) => f.kind },
      { title: 'STATE', value: (f) => f.state },
      { title: 'SINCE', value: (f) => age(f.firstObservedAt), align: 'right' },
      { title: 'SITE', value: (f) => f.siteSlug },
      { title: 'SUBJECT', value: (f) => f.subject },
      { title: 'WHAT', value: (f) => f.summary },
    ],
    'Nothing found: the systems of record agree.',
  );
}
