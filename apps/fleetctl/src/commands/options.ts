import type { Command } from 'commander';
import type { HubOptions } from '../hub.ts';
import type { Format } from '../output/print.ts';

/** Options that every command has. */
export interface GlobalOptions extends HubOptions {
  readonly output: Format;
}

/** Options of the command together with the global ones. */
export function optionsOf<T extends object>(command: Command): T & GlobalOptions {
  return command.optsWithGlobals<T & GlobalOptions>();
}
