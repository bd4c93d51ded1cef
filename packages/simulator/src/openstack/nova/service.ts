import type { FastifyRequest } from 'fastify';
import type { World } from '../../world/world.ts';
import type { CallerGuard } from '../keystone/caller.ts';

/** Which Nova is imitated, and how its site has set it up. */
export interface NovaSettings {
  /** Highest minor API version: 93 (in Debian 12) or 104. */
  maxMinor: number;
  /** Rows of a page at most; 1000 is Nova's own. */
  maxLimit: number;
  /** The database of the cell that holds every placed server does not answer. Servers without a node are in another cell. */
  cellDown: boolean;
}

/** What every part of the Nova double works with. */
export interface NovaService {
  readonly world: World;
  readonly settings: NovaSettings;
  readonly guard: CallerGuard;
  /** Public address without a path. */
  readonly url: () => string;
  readonly minorOf: (request: FastifyRequest) => number;
}
