import { type Clock, isoTime, systemClock } from './clock.ts';
import { Compute } from './compute.ts';
import { Conductor } from './conductor.ts';
import { Customers } from './customers.ts';
import { buildDirectory, type Directory } from './directory.ts';
import { EventQueue } from './event-queue.ts';
import { Incidents } from './incidents.ts';
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
import { NovaAgent } from './nova-agent.ts';
import type { SitePlan } from './plan.ts';
import { populate } from './populate.ts';
import { Random, uuidOf } from './random.ts';
import type { Site } from './site.ts';

export interface WorldOptions {
  readonly plan: SitePlan;
  /** Same seed and plan, same site. Default 1. */
  readonly seed?: number;
  readonly clock?: Clock;
  /** How much faster than a production site time passes for the hardware; 1 is production. Default 1. */
  readonly pace?: number;
  /** Whether customers come and go and hardware fails by itself. Default false: only requests change the site. */
  readonly busy?: boolean;
  /** Whether the site has the wrong pairings, orphans and faults that a real hall has. Default true. */
  readonly oddities?: boolean;
  /** Whether the nodes are there from the start. Default true; false gives an empty OpenStack. */
  readonly nodes?: boolean;
}

/** The live state of one simulated site: what every double reads and changes. */
export class World implements Site {
  readonly plan: SitePlan;
  readonly seed: number;
  readonly pace: number;
  readonly clock: Clock;
  readonly directory: Directory;
  conductorHost = 'conductor-1';
  conductorAlive = true;
  readonly computeHost = 'compute-ironic-1';
  random: Random;
  readonly queue = new EventQueue();

  readonly nodes = new Map<string, SimNode>();
  readonly ports = new Map<string, SimPort>();
  readonly history = new Map<string, SimHistoryEntry[]>();
  readonly ironicAllocations = new Map<string, SimIronicAllocation>();
  readonly servers = new Map<string, SimServer>();
  readonly flavors = new Map<string, SimFlavor>();
  readonly providers = new Map<string, SimProvider>();
  readonly consumers = new Map<string, SimConsumer>();
  readonly customTraits = new Set<string>();

  readonly conductor: Conductor;
  readonly compute: Compute;
  readonly novaAgent: NovaAgent;
  readonly customers: Customers;
  readonly incidents: Incidents;
  counter = 0;
  #eventTime: number | null = null;

  constructor(options: WorldOptions) {
    this.plan = options.plan;
    this.seed = options.seed ?? 1;
    this.pace = options.pace ?? 1;
    this.clock = options.clock ?? systemClock;
    this.random = new Random(this.seed);
    this.directory = buildDirectory(this.seed);
    this.conductor = new Conductor(this);
    this.compute = new Compute(this);
    this.novaAgent = new NovaAgent(this);
    this.customers = new Customers(this);
    this.incidents = new Incidents(this);
    populate(this, { nodes: options.nodes ?? true, oddities: options.oddities ?? true });
    this.novaAgent.start();
    if (options.busy) {
      this.customers.start();
      this.incidents.start();
    }
  }

  /** The present of the site: the due time of the event being handled, else the clock. */
  now(): number {
    return this.#eventTime ?? this.clock.now();
  }

  time(): string {
    return isoTime(this.now());
  }

  /** Plans something for `milliseconds` of production time from now. */
  later(milliseconds: number, kind: string, target = ''): void {
    this.queue.add(this.now() + milliseconds / this.pace, kind, target);
  }

  /** Lets everything that is due happen. Called by a timer and before every request, so that no double reads the past. */
  tick(): void {
    // A handler that reads the site must not start a second pass inside the first.
    if (this.#eventTime !== null) return;
    const until = this.clock.now();
    try {
      for (let event = this.queue.peek(); event !== undefined && event.at <= until; event = this.queue.peek()) {
        this.queue.take();
        this.#eventTime = event.at;
        this.#handle(event.kind, event.target);
      }
    } finally {
      this.#eventTime = null;
    }
  }

  /** A UUID that no other object of this site has. */
  newUuid(): string {
    return uuidOf(this.seed, 'made', this.counter++);
  }

  /** The node of that UUID or name. */
  findNode(ident: string): SimNode | undefined {
    const byUuid = this.nodes.get(ident);
    if (byUuid !== undefined) return byUuid;
    for (const node of this.nodes.values()) if (node.name === ident) return node;
    return undefined;
  }

  #handle(kind: string, target: string): void {
    const [part] = kind.split(':');
    switch (part) {
      case 'conductor':
        this.conductor.handle(kind, target);
        return;
      case 'compute':
        this.compute.handle(kind, target);
        return;
      case 'nova-agent':
        this.novaAgent.handle();
        return;
      case 'customers':
        this.customers.handle();
        return;
      case 'incidents':
        this.incidents.handle(kind, target);
        return;
      default:
        throw new Error(`the simulated site knows no event ${kind}`);
    }
  }
}
