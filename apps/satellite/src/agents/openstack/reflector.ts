import type { IronicNode } from '@fleet-manager/clients/ironic/node';
import { FleetError } from '@fleet-manager/contract/errors';
import { type IronicInstance, ironicInstanceOf } from '@fleet-manager/domain/device-class';
import type { DraftFinding } from '@fleet-manager/domain/ironic/finding';
import type { ServersView, SiteProjects } from '@fleet-manager/domain/ironic/observation';
import { type OrphanMinutes, OrphanTracker, orphanAges } from '@fleet-manager/domain/ironic/orphan-tracker';
import { PROVISION_STATES } from '@fleet-manager/domain/ironic/provision-state';
import type { StateMinutes } from '@fleet-manager/domain/ironic/state-budgets';
import type { Logger } from '@fleet-manager/platform/logging';
import { type LoopClock, systemLoopClock } from '@fleet-manager/platform/reconciler/clock';
import { Reconciler } from '@fleet-manager/platform/reconciler/reconciler';
import { type Degradations, explain } from './degradations.ts';
import { FindingLedger } from './finding-ledger.ts';
import type { HubPort, PairingDeviceRow } from './hub-port.ts';
import { observeNode } from './observe.ts';
import { Presence } from './presence.ts';
import { readServers } from './read-servers.ts';
import { Reporter } from './reporter.ts';
import type { SiteClients } from './site-clients.ts';
import { readState, writeState } from './state-file.ts';
import { sweepSite } from './sweep-site.ts';
import { viewSite } from './walk-site.ts';

export interface ReflectorOptions {
  readonly instance: IronicInstance;
  readonly hub: HubPort;
  /** Looks the credential up and opens the clients; called again after each failure. */
  readonly open: () => Promise<SiteClients>;
  readonly pollMs: number;
  readonly sweepMs: number;
  readonly siteSlugs: readonly string[];
  readonly stateFile: string;
  readonly degradations: Degradations;
  readonly log: Logger;
  readonly clock?: LoopClock;
  /** Minutes that differ from the table's. */
  readonly orphanMinutes?: OrphanMinutes | undefined;
  readonly stateMinutes?: StateMinutes | undefined;
}

/** Mirrors one Ironic instance into conditions, and looks for orphans between it, Nova and Placement. */
export class Reflector {
  readonly store: string;
  readonly poll: Reconciler;
  readonly sweep: Reconciler;
  readonly #options: ReflectorOptions;
  readonly #clock: LoopClock;
  readonly #reporter: Reporter;
  readonly #pairingFindings: FindingLedger;
  readonly #orphanFindings: FindingLedger;
  #presence: Presence | undefined;
  #tracker = new OrphanTracker();
  #clients: Promise<SiteClients> | undefined;
  #devices: readonly PairingDeviceRow[] = [];
  /** Node uuid → its device, as of the latest walk. */
  #deviceOfNode = new Map<string, string>();
  /** Nodes of the latest complete walk, by provision state. */
  nodesByState: ReadonlyMap<string, number> = new Map();
  /** Undefined until the site has been reached once. */
  variant: 'nova' | 'standalone' | undefined;

  constructor(options: ReflectorOptions) {
    const { hub, instance } = options;
    this.#options = options;
    this.#clock = options.clock ?? systemLoopClock;
    this.store = `ironic-nodes-${instance}`;
    this.#reporter = new Reporter({ scope: this.store, send: (report, signal) => hub.sendConditions(report, signal) });
    this.#pairingFindings = new FindingLedger((report, signal) =>
      hub.sendFindings(`pairing-${instance}`, report, signal),
    );
    this.#orphanFindings = new FindingLedger((report, signal) =>
      hub.sendFindings(`orphans-${instance}`, report, signal),
    );
    const onFailure = (error: unknown) => options.log.warn({ instance, ...explain(error) }, 'pass failed');
    this.poll = new Reconciler({
      name: this.store,
      intervalMs: options.pollMs,
      clock: this.#clock,
      pass: (signal) => this.#pollOnce(signal),
      onFailure,
    });
    this.sweep = new Reconciler({
      name: `orphan-sweep-${instance}`,
      intervalMs: options.sweepMs,
      clock: this.#clock,
      pass: (signal) => this.#sweepOnce(signal),
      onFailure,
    });
  }

  start(): void {
    this.#options.log.info(`Starting reflector for Ironic instance '${this.#options.instance}'`);
    this.poll.start();
    this.sweep.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.poll.stop(), this.sweep.stop()]);
    await this.#clients?.then(
      (clients) => clients.close(),
      () => undefined,
    );
  }

  /** One set of clients for both loops; a failure to open them is forgotten, so that the next pass tries again. */
  #open(): Promise<SiteClients> {
    this.#clients ??= this.#options.open().then(
      (clients) => {
        this.variant = clients.nova === null ? 'standalone' : 'nova';
        return clients;
      },
      (error: unknown) => {
        this.#clients = undefined;
        throw error;
      },
    );
    return this.#clients;
  }

  /** After a refused credential the file is read again: it may have been renewed. */
  async #forget(clients: SiteClients): Promise<void> {
    this.#clients = undefined;
    await clients.close();
  }

  async #listNodes(signal: AbortSignal) {
    const { degradations, instance } = this.#options;
    const subject = `ironic-${instance}`;
    let clients: SiteClients | undefined;
    try {
      clients = await this.#open();
      const walk = await clients.ironic.listNodes(signal);
      if (!walk.complete) throw walk.error;
      degradations.clear(subject);
      return { clients, walk };
    } catch (error) {
      signal.throwIfAborted();
      degradations.fail(subject, error);
      const refused = error instanceof FleetError && error.code === 'FM_OPENSTACK_CREDENTIAL_REFUSED';
      if (refused && clients !== undefined) await this.#forget(clients);
      throw error;
    }
  }

  async #projects(clients: SiteClients, signal: AbortSignal): Promise<SiteProjects> {
    const { degradations, instance } = this.#options;
    const { projects, problem } = await clients.projects(signal);
    const subject = `validation-project-${instance}`;
    if (problem === undefined) degradations.clear(subject);
    else degradations.fail(subject, problem);
    return projects;
  }

  async #pollOnce(signal: AbortSignal): Promise<{ objects: number }> {
    const { instance, degradations, stateFile } = this.#options;
    this.#presence ??= await this.#restore();
    const observedAt = new Date(this.#clock.now());
    // Ironic before Nova: what Nova does in between can then only make an instance look newer, not lost.
    const { clients, walk } = await this.#listNodes(signal);
    const servers = await this.#servers(clients, walk.items, signal);
    const hubError = await this.#readDevices(signal);
    const view = await viewSite({
      observedAt,
      nodes: walk.items.map(observeNode),
      rejected: walk.rejected,
      devices: this.#devices.filter((device) => ironicInstanceOf(device.deviceClass) === instance),
      servers,
      projects: await this.#projects(clients, signal),
      stateMinutes: this.#options.stateMinutes,
      presence: this.#presence,
      lookUp: async (ident) => ((await clients.ironic.getNode(ident, signal)).kind === 'absent' ? 'absent' : 'found'),
    });
    this.#deviceOfNode = new Map([...view.pairing.pairs].map(([deviceId, uuid]) => [uuid, deviceId]));
    this.nodesByState = countByState(walk.items);
    this.#noteVisibility(view.suspicious, walk.items.length);
    const subject = `unreadable-nodes-${instance}`;
    const [rejected] = walk.rejected;
    if (rejected === undefined) degradations.clear(subject);
    else {
      degradations.set(subject, {
        code: 'FM_OUTSIDE_PROTOCOL',
        detail: `${walk.rejected.length} nodes could not be read; the first is ${rejected.id ?? 'without uuid'}: ${rejected.reason}`,
        next: 'Read the node with `openstack baremetal node show`; report this.',
      });
    }
    await writeState(stateFile, { known: [...this.#presence.known], orphans: this.#tracker.save() });
    // The walk was read and remembered; that the hub could not be told is an error of this pass all the same.
    if (hubError !== undefined) throw hubError;
    await this.#reporter.report({ observedAt, conditions: view.conditions, nodes: view.nodes }, signal);
    await this.#pairingFindings.report(this.#located(view.findings), observedAt, signal);
    return { objects: walk.items.length };
  }

  async #restore(): Promise<Presence> {
    const saved = await readState(this.#options.stateFile);
    if (saved !== undefined) this.#tracker = new OrphanTracker(saved.orphans);
    return new Presence(saved?.known);
  }

  async #servers(clients: SiteClients, nodes: readonly IronicNode[], signal: AbortSignal): Promise<ServersView> {
    const { degradations, instance } = this.#options;
    if (clients.nova === null) return { kind: 'standalone' };
    const subject = `nova-${instance}`;
    try {
      const servers = await readServers(clients.nova, nodes, signal);
      degradations.clear(subject);
      return servers;
    } catch (error) {
      signal.throwIfAborted();
      degradations.fail(subject, error);
      return { kind: 'unreachable', detail: explain(error).detail };
    }
  }

  /** Keeps the devices of the last answer when the hub is away: reading the site goes on. */
  async #readDevices(signal: AbortSignal): Promise<unknown> {
    try {
      this.#devices = await this.#options.hub.pairingDevices(signal);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      return error;
    }
  }

  #noteVisibility(suspicious: { missing: number; known: number } | null, nodes: number): void {
    const { degradations, instance } = this.#options;
    const subject = `node-visibility-${instance}`;
    if (suspicious === null) {
      degradations.clear(subject);
      return;
    }
    degradations.set(subject, {
      code: 'FM_OUTSIDE_HTTP',
      detail:
        nodes === 0
          ? `Ironic lists no nodes at all (${suspicious.known} were known): nothing is concluded from that`
          : `${suspicious.missing} of ${suspicious.known} known nodes are missing from the list at once: nothing is concluded from that`,
      next: 'Check that the credential still has its role and that the nodes still have its project as owner. If the nodes are really gone, set their devices to decommissioning or delete them in NetBox.',
    });
  }

  async #sweepOnce(signal: AbortSignal): Promise<{ objects: number } | undefined> {
    const { degradations, instance } = this.#options;
    this.#presence ??= await this.#restore();
    const clients = await this.#open();
    // Without Nova nobody but Ironic places instances, so there is nothing to disagree with.
    if (clients.nova === null) return undefined;
    const subject = `orphan-sweep-${instance}`;
    try {
      const { confirmed, nodes } = await sweepSite(clients, signal);
      const now = new Date(this.#clock.now());
      this.#tracker.observe(confirmed, now);
      const due = this.#tracker.due(confirmed, now, orphanAges(this.#options.orphanMinutes));
      const nodesOf = new Map(confirmed.map((suspect) => [`${suspect.kind} ${suspect.key}`, suspect.nodeUuids]));
      const findings = due.map(({ finding, firstSeenAt, observations }) => {
        const uuids = nodesOf.get(`${finding.kind} ${finding.key}`) ?? [];
        const deviceIds = uuids.flatMap((uuid) => this.#deviceOfNode.get(uuid) ?? []);
        return { ...this.#locate({ ...finding, deviceIds }), firstSeenAt, observations };
      });
      await writeState(this.#options.stateFile, { known: [...this.#presence.known], orphans: this.#tracker.save() });
      await this.#orphanFindings.report(findings, now, signal);
      degradations.clear(subject);
      this.poll.nudge();
      return { objects: nodes.length };
    } catch (error) {
      signal.throwIfAborted();
      degradations.fail(subject, error);
      throw error;
    }
  }

  #located(findings: readonly DraftFinding[]) {
    return findings.map((finding) => this.#locate(finding));
  }

  /** The site of a finding is that of its first device; without one it is known only where there is but one site. */
  #locate(finding: DraftFinding): { finding: DraftFinding; siteSlug: string | null } {
    const [only, ...others] = this.#options.siteSlugs;
    const device = this.#devices.find((one) => one.id === finding.deviceIds[0]);
    return { finding, siteSlug: device?.siteSlug ?? (others.length === 0 ? (only ?? null) : null) };
  }
}

/** A state that no release of Ironic is known to have counts as `other`: what a service says must not become endless labels. */
function countByState(nodes: readonly { readonly provisionState: string }[]): Map<string, number> {
  const known = new Set<string>(PROVISION_STATES);
  const counts = new Map<string, number>();
  for (const { provisionState } of nodes) {
    const state = known.has(provisionState) ? provisionState : 'other';
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}
