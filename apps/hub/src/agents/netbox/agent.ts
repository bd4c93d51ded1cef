import type { Heartbeat } from '@fleet-manager/contract/api/agents';
import { ERRORS, FleetError } from '@fleet-manager/contract/errors';
import type { Logger } from '@fleet-manager/platform/logging';
import type { Database } from '../../database/database.ts';
import { runAsLeader } from '../../database/leader.ts';
import {
  type AgentReporting,
  findingReport,
  type LoopRun,
  loopOf,
  NETBOX_AGENT_CLIENT_ID,
  OBJECT_TYPES_SCOPE,
  Troubles,
  type TypeTrouble,
} from './agent-report.ts';
import { type CycleReport, MirrorCycles } from './cycle.ts';
import type { NetboxAgentSettings } from './settings.ts';
import type { MirrorSources } from './source.ts';

export interface NetboxAgentOptions {
  readonly database: Pick<Database, 'db' | 'connect'>;
  readonly sources: MirrorSources;
  readonly settings: NetboxAgentSettings;
  readonly reporting: AgentReporting;
  readonly log: Logger;
  /** The program's version, for the heartbeat. */
  readonly version: string;
  readonly now?: () => Date;
  /** Waits between two passes; ends early when the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told of each pass: counts for the metrics. */
  readonly onPass?: (report: CycleReport, seconds: number) => void;
}

export interface NetboxAgentStatus {
  readonly leading: boolean;
  readonly changes: Readonly<LoopRun>;
  readonly sweep: Readonly<LoopRun>;
  readonly troubles: readonly TypeTrouble[];
}

export interface NetboxAgent {
  /** One pass of changes now, after the one under way. Answers how it went. */
  poll(): Promise<CycleReport>;
  /** One pass over every row now. */
  sweep(): Promise<CycleReport>;
  status(): NetboxAgentStatus;
  /** Ends the loop and waits for the pass under way to leave. */
  stop(): Promise<void>;
}

/**
 * Starts the NetBox agent: it waits to be leader, mirrors everything, then polls for changes, with a full pass on a slower
 * clock. Whatever fails is shown, in the heartbeat and in the log, and tried again.
 */
export function startNetboxAgent(options: NetboxAgentOptions): NetboxAgent {
  return new Agent(options);
}

class Agent implements NetboxAgent {
  readonly #options: NetboxAgentOptions;
  readonly #now: () => Date;
  readonly #cycles: MirrorCycles;
  readonly #stop = new AbortController();
  readonly #startedAt: Date;
  readonly #changes: LoopRun = newRun();
  readonly #sweep: LoopRun = newRun();
  readonly #held = new Troubles();
  readonly #ended: Promise<void>;
  #troubles: readonly TypeTrouble[] = [];
  #leading = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: NetboxAgentOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    this.#startedAt = this.#now();
    const { database, sources, settings } = options;
    this.#cycles = new MirrorCycles({ db: database.db, sources, settings, now: this.#now });
    this.#ended = runAsLeader(
      {
        database,
        name: NETBOX_AGENT_CLIENT_ID,
        signal: this.#stop.signal,
        onError: (err) => options.log.error({ err }, 'netbox-agent: cannot lead'),
      },
      (signal) => this.#lead(signal),
    );
  }

  poll(): Promise<CycleReport> {
    return this.#inTurn(() => this.#pass(this.#stop.signal));
  }

  sweep(): Promise<CycleReport> {
    return this.#inTurn(() => {
      this.#cycles.requireSweep();
      return this.#pass(this.#stop.signal);
    });
  }

  status(): NetboxAgentStatus {
    return { leading: this.#leading, changes: this.#changes, sweep: this.#sweep, troubles: this.#troubles };
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
    await this.#turn.catch(() => undefined);
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { settings, log } = this.#options;
    const pause = this.#options.pause ?? sleep;
    this.#leading = true;
    log.info({ clusters: settings.deviceFilters.clusters }, 'netbox-agent: leading');
    // Another process may have led in between: what this one remembers of its progress no longer holds.
    this.#cycles.requireSweep();
    let sweptAt = this.#now().getTime();
    try {
      while (!signal.aborted) {
        const begun = this.#now().getTime();
        if (begun - sweptAt >= settings.resyncSeconds * 1000) {
          this.#cycles.requireSweep();
          sweptAt = begun;
        }
        await this.#inTurn(() => this.#pass(signal)).catch(() => undefined);
        const spent = this.#now().getTime() - begun;
        await pause(Math.max(0, settings.pollSeconds * 1000 - spent), signal);
      }
    } finally {
      this.#leading = false;
    }
  }

  /** One pass at a time, whoever asks for it. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.catch(() => undefined).then(work);
    this.#turn = mine;
    return mine;
  }

  async #pass(signal: AbortSignal): Promise<CycleReport> {
    const { log, onPass } = this.#options;
    const startedAt = this.#now();
    this.#changes.lastStartedAt = startedAt;
    try {
      const report = await this.#cycles.run(signal);
      const finishedAt = this.#now();
      const durationMs = finishedAt.getTime() - startedAt.getTime();
      this.#note(report, startedAt, finishedAt, durationMs);
      this.#logPass(report, durationMs);
      onPass?.(report, durationMs / 1000);
      await this.#report(report.failure === null);
      return report;
    } catch (error) {
      if (signal.aborted) throw error;
      // Half a pass may have seen devices arrive whose components it did not read.
      this.#cycles.requireSweep();
      const code = error instanceof FleetError ? error.code : 'FM_INTERNAL';
      const detail = error instanceof Error ? error.message : String(error);
      this.#fail(this.#changes, { code, detail, next: ERRORS[code].next });
      log.error({ err: error }, 'netbox-agent: the pass failed');
      await this.#report(false);
      throw error;
    }
  }

  #note(report: CycleReport, startedAt: Date, finishedAt: Date, durationMs: number): void {
    this.#changes.lastDurationMs = durationMs;
    if (report.failure !== null) {
      const { code, message: detail, advice: next } = report.failure;
      this.#fail(this.#changes, { code, detail, next });
    } else {
      this.#changes.error = null;
      this.#changes.lastSuccessAt = finishedAt;
    }
    this.#troubles = this.#held.observe(this.#cycles.progress, finishedAt);
    // Devices decide whether a sweep counts; a type that cannot be swept shows as degraded.
    if (!report.swept.includes('dcim.device')) return;
    Object.assign(this.#sweep, { lastStartedAt: startedAt, lastSuccessAt: finishedAt, lastDurationMs: durationMs });
  }

  #fail(run: LoopRun, error: { readonly code: string; readonly detail: string; readonly next: string }): void {
    const since = run.error?.code === error.code ? run.error.since : this.#now();
    run.error = { ...error, since };
  }

  #logPass(report: CycleReport, durationMs: number): void {
    const { log } = this.#options;
    for (const { subject, code, detail, next } of this.#troubles) {
      log.warn({ objectType: subject, code, detail, next }, 'netbox-agent: object type degraded');
    }
    const changed = Object.fromEntries(
      Object.entries(report.counts).filter(([, counts]) => Object.values(counts).some((count) => count > 0)),
    );
    const fields = {
      poll: report.poll,
      swept: report.swept.length,
      changed,
      devices: report.devicesProjected,
      suspected: report.devicesSuspected,
      contexts: report.contextsRead,
      degraded: this.#troubles.length,
      durationMs,
    };
    if (report.failure === null) log.info(fields, 'netbox-agent: pass done');
    else {
      const { code, message: detail, advice: next } = report.failure;
      log.warn({ ...fields, code, detail, next }, 'netbox-agent: pass cut short');
    }
  }

  /** A report that cannot be delivered is no reason to stop mirroring. */
  async #report(whole: boolean): Promise<void> {
    const { reporting, log } = this.#options;
    try {
      const at = this.#now();
      await reporting.heartbeat(NETBOX_AGENT_CLIENT_ID, await this.#heartbeat(at));
      if (whole)
        await reporting.findings(NETBOX_AGENT_CLIENT_ID, OBJECT_TYPES_SCOPE, findingReport(this.#troubles, at));
    } catch (error) {
      log.error({ err: error }, 'netbox-agent: cannot report');
    }
  }

  async #heartbeat(at: Date): Promise<Heartbeat> {
    const { database, settings, version } = this.#options;
    const sites = await database.db
      .selectFrom('devices')
      .select('site_slug')
      .distinct()
      .where('deleted_at', 'is', null)
      .orderBy('site_slug')
      .execute();
    const { objects } = await database.db
      .selectFrom('inventory_types')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('objects'), eb.lit(0)).as('objects'))
      .executeTakeFirstOrThrow();
    return {
      kind: 'netbox-agent',
      satellite: null,
      siteSlugs: sites.map((site) => site.site_slug),
      version,
      startedAt: this.#startedAt.toISOString(),
      sentAt: at.toISOString(),
      loops: [
        loopOf('netbox-changes', this.#changes, settings.pollSeconds, null),
        loopOf('netbox-sweep', this.#sweep, settings.resyncSeconds, Number(objects)),
      ],
      degraded: this.#troubles.map(({ subject, code, detail, next, since }) => ({
        subject,
        code,
        detail,
        next,
        since,
      })),
    };
  }
}

function newRun(): LoopRun {
  return { lastStartedAt: null, lastSuccessAt: null, lastDurationMs: null, error: null };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
}
