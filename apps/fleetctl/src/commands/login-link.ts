import { answer, connect } from '../hub.ts';
import { printValue } from '../output/print.ts';
import type { GlobalOptions } from './options.ts';

/** Prints a one-time log-in for the console. */
export async function printLoginLink(options: GlobalOptions): Promise<void> {
  const { client } = await connect(options);
  const link = await answer(client.POST('/api/v1/login-links'));
  if (options.output !== 'table') return printValue(options.output, link);
  process.stdout.write(`${link.url}\n`);
  process.stderr.write(`Works once, until ${link.expiresAt}.\n`);
}
