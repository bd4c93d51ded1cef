import type { Clock } from './clock.ts';
import type { Directory } from './directory.ts';
import type {
  SimConsumer,
  SimFlavor,
  SimHistoryEntry,
  SimIronicAllocation,
  SimNode,
  SimPort,
  SimProvider,
  SimServer,
} from './model.ts';
import type { SitePlan } from './plan.ts';
import type { Random } from './random.ts';

/** What the parts of a simulated site (conductor, Nova, customers…) know of each other. `World` puts them together. */
export interface Site {
  readonly plan: SitePlan;
  readonly seed: number;
  /** How much faster than a production site time passes for the hardware. */
  readonly pace: number;
  readonly clock: Clock;
  readonly directory: Directory;
  /** The conductor that serves the nodes, and whether it runs. */
  conductorHost: string;
  conductorAlive: boolean;
  readonly computeHost: string;
  readonly random: Random;

  /** In the order of their creation, which is the order in which Ironic lists them. */
  readonly nodes: Map<string, SimNode>;
  readonly ports: Map<string, SimPort>;
  readonly history: Map<string, SimHistoryEntry[]>;
  readonly ironicAllocations: Map<string, SimIronicAllocation>;
  readonly servers: Map<string, SimServer>;
  readonly flavors: Map<string, SimFlavor>;
  readonly providers: Map<string, SimProvider>;
  readonly consumers: Map<string, SimConsumer>;
  /** Traits that Placement knows beside the standard ones. */
  readonly customTraits: Set<string>;
  /** Number of the next made-up name or id. */
  counter: number;

  readonly conductor: {
    provision(node: SimNode, target: string): void;
    lockBriefly(node: SimNode, milliseconds: number): void;
  };
  readonly compute: {
    create(request: ServerRequest): SimServer;
    delete(server: SimServer): void;
    onNodeState(node: SimNode): void;
  };
  readonly incidents: {
    failPower(node: SimNode, minutes: number): void;
  };

  /** The present of the site, milliseconds since the epoch. */
  now(): number;
  /** The present as the services write it. */
  time(): string;
  /** Plans an event for `milliseconds` of production time from now. */
  later(milliseconds: number, kind: string, target?: string): void;
  /** A UUID that no other object of this site has. */
  newUuid(): string;
}

export interface ServerRequest {
  readonly name: string;
  readonly projectId: string;
  readonly userId: string;
  readonly flavorId: string;
  readonly imageId: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** UUID of the one node that it may land on. */
  readonly node?: string | null;
}
