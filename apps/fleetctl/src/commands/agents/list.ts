import { answer, collect, connect } from '../../hub.ts';
import { age, printRows } from '../../output/print.ts';
import type { GlobalOptions } from '../options.ts';

export async function listAgents(options: GlobalOptions): Promise<void> {
  const { client } = await connect(options);
  const agents = await collect((cursor) =>
    answer(
      client.GET('/api/v1/agents', { params: { query: { limit: 500, ...(cursor === undefined ? {} : { cursor }) } } }),
    ),
  );
  printRows(
    options.output,
    agents,
    [
      { title: 'AGENT', value: (a) => a.clientId },
      { title: 'STATE', value: (a) => a.state },
      { title: 'HEARTBEAT', value: (a) => age(a.lastHeartbeatAt), align: 'right' },
      { title: 'LAG', value: (a) => (a.lagSeconds === null ? null : `${Math.round(a.lagSeconds)}s`), align: 'right' },
      { title: 'VERSION', value: (a) => a.version },
      { title: 'SITES', value: (a) => a.siteSlugs.join(' ') },
      { title: 'DETAIL', value: (a) => a.stateDetail },
    ],
    'No agent has reported. Start a satellite, and look at its log.',
  );
}
