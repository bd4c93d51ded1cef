import type { SimNode } from '../../world/model.ts';
import type { World } from '../../world/world.ts';
import type { CallerGuard } from '../keystone/caller.ts';

/** Which Ironic is imitated, and how its site has set it up. */
export interface IronicSettings {
  /** Highest minor API version: 82 (2023.1, in Debian 12) or 115. */
  maxMinor: number;
  /** Rows of a page at most; 1000 is Ironic's own. */
  maxLimit: number;
  /** Whether a project sees only nodes that it owns or leases, the default of Ironic from 2024.1 on. */
  strict: boolean;
}

/** What every part of the Ironic double works with. */
export interface IronicService {
  readonly world: World;
  readonly settings: IronicSettings;
  readonly guard: CallerGuard;
  /** Public address without a path, from which links are built. */
  readonly url: () => string;
  /** Virtual interfaces attached to nodes. */
  readonly vifs: WeakMap<SimNode, string[]>;
}
