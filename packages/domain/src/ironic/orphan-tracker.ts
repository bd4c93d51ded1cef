import type { DraftFinding } from './finding.ts';
import { ORPHAN_KINDS, type OrphanKind, type Suspect } from './orphans.ts';

const MINUTE = 60_000;

/**
 * How long a suspicion must have stood before it is told. Each is longer than the slowest rightful course of events: a
 * build, Ironic's 30 minutes for an agent that calls back (and ten more), a nova-compute that takes over another's nodes.
 */
export const ORPHAN_MINIMUM_AGE_MS: Readonly<Record<OrphanKind, number>> = {
  'server-without-node': 15 * MINUTE,
  'node-with-dead-instance': 30 * MINUTE,
  'deploying-for-deleted-server': 40 * MINUTE,
  'allocation-left': 30 * MINUTE,
  'provider-without-node': 24 * 60 * MINUTE,
  'node-without-provider': 30 * MINUTE,
  'instance-on-available-node': 30 * MINUTE,
  'two-nodes-one-server': 0,
};
/** Minutes that a site gives a kind of its own. */
export type OrphanMinutes = Readonly<Partial<Record<OrphanKind, number>>>;

/** Minimum age by kind in milliseconds, with a site's own minutes in place of the table's. */
export function orphanAges(own: OrphanMinutes | undefined): Readonly<Record<OrphanKind, number>> {
  const ages: Record<OrphanKind, number> = { ...ORPHAN_MINIMUM_AGE_MS };
  for (const kind of ORPHAN_KINDS) {
    const minutes = own?.[kind];
    if (minutes !== undefined) ages[kind] = minutes * MINUTE;
  }
  return ages;
}

/** A server that is still being built has an hour. */
const BUILD_AGE_MS = 60 * MINUTE;

/** What is remembered of one suspect between sweeps. Plain JSON. */
export interface SuspectRecord {
  readonly kind: OrphanKind;
  readonly key: string;
  readonly firstSeenAt: number;
  /** Complete sweeps in a row that saw it. */
  readonly sweeps: number;
  /** Sweep numbers of the first and the last single re-read that agreed; null before one did. */
  readonly confirmed: { readonly first: number; readonly last: number } | null;
}

/** Two re-reads must agree, and they must lie at least this many sweeps apart. */
const SWEEPS_APART = 2;

export interface ReportedOrphan {
  readonly finding: DraftFinding;
  readonly firstSeenAt: Date;
  readonly observations: number;
}

/** Remembers suspects over sweeps and tells those that have stood long enough. Give it complete sweeps only. */
export class OrphanTracker {
  #records = new Map<string, SuspectRecord>();
  #sweep = 0;

  constructor(saved?: { readonly sweep: number; readonly records: readonly SuspectRecord[] }) {
    if (saved === undefined) return;
    this.#sweep = saved.sweep;
    this.#records = new Map(saved.records.map((record) => [id(record), record]));
  }

  /** Takes in one complete sweep. `confirmed` holds the suspects whose single re-read agreed; the others start again. */
  observe(confirmed: readonly Suspect[], now: Date): void {
    this.#sweep += 1;
    const next = new Map<string, SuspectRecord>();
    for (const suspect of confirmed) {
      const before = this.#records.get(id(suspect));
      next.set(id(suspect), {
        kind: suspect.kind,
        key: suspect.key,
        firstSeenAt: before?.firstSeenAt ?? now.getTime(),
        sweeps: (before?.sweeps ?? 0) + 1,
        confirmed: { first: before?.confirmed?.first ?? this.#sweep, last: this.#sweep },
      });
    }
    this.#records = next;
  }

  /** Those of the suspects that have stood long enough, as findings. */
  due(suspects: readonly Suspect[], now: Date, ages: Readonly<Record<OrphanKind, number>>): ReportedOrphan[] {
    return suspects.flatMap((suspect) => {
      const record = this.#records.get(id(suspect));
      if (record?.confirmed == null || record.confirmed.last - record.confirmed.first < SWEEPS_APART) return [];
      const building = suspect.evidence.server_status === 'BUILD';
      const minimum = building ? Math.max(ages[suspect.kind], BUILD_AGE_MS) : ages[suspect.kind];
      if (now.getTime() - record.firstSeenAt < minimum) return [];
      return [{ finding: describe(suspect), firstSeenAt: new Date(record.firstSeenAt), observations: record.sweeps }];
    });
  }

  save(): { sweep: number; records: SuspectRecord[] } {
    return { sweep: this.#sweep, records: [...this.#records.values()] };
  }
}

function id(suspect: { readonly kind: OrphanKind; readonly key: string }): string {
  return `${suspect.kind} ${suspect.key}`;
}

/** The finding of a suspect, without devices: the caller knows which device each node is. */
function describe(suspect: Suspect): DraftFinding {
  const { kind, key, subject, evidence } = suspect;
  return { kind, key, deviceIds: [], subject, ...WORDS[kind](suspect), evidence };
}

type Words = { readonly summary: string; readonly next: string };
const WORDS: Readonly<Record<OrphanKind, (suspect: Suspect) => Words>> = {
  'server-without-node': (s) => ({
    summary: `Nova server ${s.subject} (${s.serverId}) runs on a node that Ironic does not have, or that does not know it.`,
    next: 'Ask the owner of the server; if nobody needs it, delete it in Nova.',
  }),
  'node-with-dead-instance': (s) => ({
    summary: `Ironic node ${s.subject} carries instance ${s.serverId}, which Nova does not have.`,
    next: 'Keep customers off the node and find out whose data is on its disks. Setting it to deleted erases them: only a person may decide that.',
  }),
  'deploying-for-deleted-server': (s) => ({
    summary: `Ironic is still deploying node ${s.subject} for server ${s.serverId}, which Nova does not have any more.`,
    next: 'Abort the deployment, or set the node to deleted, once you know that nobody waits for it.',
  }),
  'allocation-left': (s) => ({
    summary: `Placement holds an allocation of ${s.serverId} on free node ${s.subject}, and Nova has no such server: nothing can be scheduled there.`,
    next: `Remove the allocation: openstack resource provider allocation unset --provider ${s.providerUuid} ${s.serverId}`,
  }),
  'provider-without-node': (s) => ({
    summary: `Placement has resource provider ${s.subject}, and Ironic has no such node.`,
    next: `If the node is gone for good, delete the provider: openstack resource provider delete ${s.providerUuid}`,
  }),
  'node-without-provider': (s) => ({
    summary: `Ironic node ${s.subject} is available, but Placement has no provider for it: Nova cannot use it.`,
    next: 'Check that a nova-compute serves the conductor group and shard of the node; restart the one that lost it.',
  }),
  'instance-on-available-node': (s) => ({
    summary: `Ironic node ${s.subject} is available, yet it is reserved for instance ${s.serverId}, which Nova does not have.`,
    next: 'If no build is under way, clear instance_uuid of the node in Ironic.',
  }),
  'two-nodes-one-server': (s) => ({
    summary: `Ironic nodes ${s.subject} both carry instance ${s.serverId}.`,
    next: 'Keep customers off both nodes, and find out on which of them the server runs.',
  }),
};
