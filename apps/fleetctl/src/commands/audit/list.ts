import { AuditOutcome } from '@fleet-manager/contract/api/audit';
import { answer, collect, connect } from '../../hub.ts';
import { age, printRows } from '../../output/print.ts';
import { among } from '../among.ts';
import type { GlobalOptions } from '../options.ts';

export interface AuditOptions extends GlobalOptions {
  readonly actor?: string[];
  readonly action?: string[];
  readonly outcome?: string[];
  readonly target?: string;
  readonly request?: string;
  readonly since?: string;
}

export async function listAudit(options: AuditOptions): Promise<void> {
  const { actor = [], action = [], target, request, since } = options;
  const outcome = among(AuditOutcome, options.outcome ?? [], '--outcome');
  const { client } = await connect(options);
  const query = {
    actor,
    action,
    outcome,
    limit: 500,
    ...(target === undefined ? {} : { target }),
    ...(request === undefined ? {} : { request }),
    ...(since === undefined ? {} : { since }),
  };
  const entries = await collect((cursor) =>
    answer(
      client.GET('/api/v1/audit-events', {
        params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
      }),
    ),
  );
  printRows(
    options.output,
    entries,
    [
      { title: 'AGE', value: (e) => age(e.at), align: 'right' },
      { title: 'ACTOR', value: (e) => e.actorId },
      { title: 'ACTION', value: (e) => e.action },
      { title: 'TARGET', value: (e) => (e.targetId === null ? null : `${e.targetKind}/${e.targetId}`) },
      { title: 'OUTCOME', value: (e) => (e.code === null ? e.outcome : `${e.outcome} ${e.code}`) },
      { title: 'REASON', value: (e) => e.reason },
    ],
    'Nothing that matches was written or refused.',
  );
}
