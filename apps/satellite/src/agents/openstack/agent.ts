import path from 'node:path';
import type { CallObservation } from '@fleet-manager/clients/http/hooks';
import type { AgentLoop, Heartbeat } from '@fleet-manager/contract/api/agents';
import { FleetError } from '@fleet-manager/contract/errors';
import { type IronicInstance, ironicInstanceOf } from '@fleet-manager/domain/device-class';
import type { OrphanMinutes } from '@fleet-manager/domain/ironic/orphan-tracker';
import type { StateMinutes } from '@fleet-manager/domain/ironic/state-budgets';
import type { Logger } from '@fleet-manager/platform/logging';
import { type LoopClock, systemLoopClock } from '@fleet-manager/platform/reconciler/clock';
import { type LoopState, Reconciler } from '@fleet-manager/platform/reconciler/reconciler';
import { Degradations, explain } from './degradations.ts';
import type { HubPort } from './hub-port.ts';
import { Reflector } from './reflector.ts';
import { type CloudSettings, openSiteClients } from './site-clients.ts';

export interface OpenStackAgentOptions {
  readonly satellite: string;
  readonly siteSlugs: readonly string[];
  readonly version: string;
  readonly openstack: {
    readonly overcloud?: CloudSettings | undefined;
    readonly undercloud?: CloudSettings | undefined;
    readonly placementEnabled: boolean;
    readonly validationProject?: string | undefined;
    readonly pollSeconds: number;
    readonly sweepSeconds: number;
    readonly stateMinutes?: StateMinutes | undefined;
    readonly orphanMinutes?: OrphanMinutes | undefined;
  };
  readonly dataDir: string;
  readonly hub: HubPort;
  readonly log: Logger;
  readonly clock?: LoopClock;
  readonly observe?: (seen: CallObservation) => void;
  /** Default 15 s. */
  readonly heartbeatMs?: number;
  /** How often the hub is asked whether an instance that is not in use has come into use. Default 60 s. */
  readonly discoveryMs?: number;
}

export interface StoreNodes {
  readonly store: string;
  readonly byState: ReadonlyMap<string, number>;
}

const HEARTBEAT_MS = 15_000;
const DISCOVERY_MS = 60_000;
const FIRST_DISCOVERY_MS = 5_000;

/** Mirrors a site's Ironic instances, as far as devices of the hub need them, and says how that goes. */
export class OpenStackAgent {
  readonly degradations: Degradations;
  readonly #options: OpenStackAgentOptions;
  readonly #clock: LoopClock;
  readonly #startedAt: number;
  readonly #reflectors = new Map<IronicInstance, Reflector>();
  readonly #discovery: Reconciler;
  readonly #heartbeat: Reconciler;

  constructor(options: OpenStackAgentOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemLoopClock;
    this.#startedAt = this.#clock.now();
    this.degradations = new Degradations(() => this.#clock.now());
    const onFailure = (what: string) => (error: unknown) => options.log.warn({ ...explain(error) }, `${what} failed`);
    this.#discovery = new Reconciler({
      name: 'device-classes',
      intervalMs: options.discoveryMs ?? DISCOVERY_MS,
      clock: this.#clock,
      pass: (signal) => this.#discover(signal),
      onFailure: onFailure('asking for device classes'),
    });
    this.#heartbeat = new Reconciler({
      name: 'heartbeat',
      intervalMs: options.heartbeatMs ?? HEARTBEAT_MS,
      clock: this.#clock,
      pass: async (signal) => {
        await options.hub.sendHeartbeat(this.heartbeat(), signal);
        return undefined;
      },
      onFailure: onFailure('heartbeat'),
    });
  }

  start(): void {
    this.#discovery.start();
    this.#heartbeat.start();
  }

  async stop(): Promise<void> {
    await this.#discovery.stop();
    await Promise.all([...this.#reflectors.values()].map((reflector) => reflector.stop()));
    await this.#heartbeat.stop();
  }

  /** The loops whose state counts for health: those of the instances in use, and the question which these are. */
  loops(): LoopState[] {
    const own = [...this.#reflectors.values()].flatMap((reflector) => [
      reflector.poll.state,
      ...(reflector.variant === 'standalone' ? [] : [reflector.sweep.state]),
    ]);
    return [this.#discovery.state, ...own];
  }

  /** Nodes of the latest complete walk of each store, by provision state. */
  nodes(): StoreNodes[] {
    return [...this.#reflectors.values()].map(({ store, nodesByState }) => ({ store, byState: nodesByState }));
  }

  heartbeat(): Heartbeat {
    const { satellite, siteSlugs, version } = this.#options;
    const variants = [...this.#reflectors.values()].map((reflector) => reflector.variant);
    return {
      kind: 'openstack-agent',
      satellite,
      siteSlugs: [...siteSlugs],
      version,
      startedAt: new Date(this.#startedAt).toISOString(),
      sentAt: new Date(this.#clock.now()).toISOString(),
      openstackVariant: variants.includes('nova') ? 'nova' : variants.includes('standalone') ? 'standalone' : 'unknown',
      loops: this.loops().map(loopOf),
      degraded: this.degradations.list(),
    };
  }

  /** Starts a reflector for each instance that devices need. An instance without devices is left alone, its credential unread. */
  async #discover(signal: AbortSignal): Promise<{ objects: number }> {
    const { classes, unknownClasses } = await this.#options.hub.deviceClassesInUse(signal);
    if (unknownClasses.length === 0) this.degradations.clear('device-classes');
    else {
      const detail = `devices of class ${unknownClasses.join(', ')} are not looked at: this version does not know the class`;
      this.degradations.fail('device-classes', new FleetError('FM_AGENT_OUTDATED', detail));
    }
    const inUse = classes.filter((one) => one.devices > 0);
    for (const { class: deviceClass } of inUse) {
      const instance = ironicInstanceOf(deviceClass);
      if (this.#reflectors.has(instance)) continue;
      const cloud = this.#options.openstack[instance];
      const subject = `ironic-${instance}`;
      if (cloud === undefined) {
        this.degradations.set(subject, {
          code: 'FM_SETTINGS_INVALID',
          detail: `devices of class ${deviceClass} need the ${instance}, and the settings have none`,
          next: `Give \`satellite.openstack.${instance}\` in the site file.`,
        });
        continue;
      }
      this.degradations.clear(subject);
      const reflector = this.#reflector(instance, cloud);
      this.#reflectors.set(instance, reflector);
      reflector.start();
    }
    // A hub that has just been set up does not know its devices yet: until the first is known it is asked again soon.
    return { objects: inUse.length, ...(this.#reflectors.size === 0 ? { requeueAfterMs: FIRST_DISCOVERY_MS } : {}) };
  }

  #reflector(instance: IronicInstance, cloud: CloudSettings): Reflector {
    const { openstack, hub, log, observe, siteSlugs, dataDir } = this.#options;
    return new Reflector({
      instance,
      hub,
      log,
      siteSlugs,
      clock: this.#clock,
      degradations: this.degradations,
      pollMs: openstack.pollSeconds * 1000,
      sweepMs: openstack.sweepSeconds * 1000,
      stateFile: path.join(dataDir, `ironic-nodes-${instance}.json`),
      stateMinutes: openstack.stateMinutes,
      orphanMinutes: openstack.orphanMinutes,
      open: () =>
        openSiteClients({
          cloud,
          placementEnabled: openstack.placementEnabled,
          validationProject: openstack.validationProject,
          ...(observe === undefined ? {} : { observe }),
        }),
    });
  }
}

function loopOf(state: LoopState): AgentLoop {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    name: state.name,
    lastStartedAt: at(state.lastStartedAt),
    lastSuccessAt: at(state.lastSuccessAt),
    lastDurationMs: state.lastDurationMs === null ? null : Math.round(state.lastDurationMs),
    intervalSeconds: Math.max(1, Math.round(state.intervalMs / 1000)),
    objects: state.objects,
    error:
      state.failure === null
        ? null
        : { ...explain(state.failure.error), since: new Date(state.failure.since).toISOString() },
  };
}
