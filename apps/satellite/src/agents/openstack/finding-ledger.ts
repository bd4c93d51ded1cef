import type { ReportedFinding } from '@fleet-manager/contract/api/agents';
import type { DraftFinding } from '@fleet-manager/domain/ironic/finding';
import type { FindingReportBody } from './hub-port.ts';
import { cleanRecord } from './reporter.ts';

export interface LedgerFinding {
  readonly finding: DraftFinding;
  readonly siteSlug: string | null;
  /** Where somebody else counts, these overrule the ledger's own count. */
  readonly firstSeenAt?: Date;
  readonly observations?: number;
}

/** Counts how long each finding of one scope has stood, and sends the whole set to the hub when it says something new. */
export class FindingLedger {
  readonly #send: (report: FindingReportBody, signal: AbortSignal) => Promise<void>;
  readonly #resendAfterMs: number;
  #seen = new Map<string, { first: number; count: number }>();
  #sent: { text: string; at: number } | undefined;

  constructor(send: (report: FindingReportBody, signal: AbortSignal) => Promise<void>, resendAfterMs = 300_000) {
    this.#send = send;
    this.#resendAfterMs = resendAfterMs;
  }

  /** Give it the findings of a complete look only: the hub takes what is absent as resolved. */
  async report(findings: readonly LedgerFinding[], observedAt: Date, signal: AbortSignal): Promise<void> {
    const seen = new Map<string, { first: number; count: number }>();
    const reported = findings.map(({ finding, siteSlug, firstSeenAt, observations }): ReportedFinding => {
      const id = `${finding.kind} ${finding.key}`;
      const before = this.#seen.get(id);
      const now = { first: before?.first ?? observedAt.getTime(), count: (before?.count ?? 0) + 1 };
      seen.set(id, now);
      return {
        kind: finding.kind,
        key: finding.key.slice(0, 300),
        siteSlug,
        deviceIds: [...finding.deviceIds],
        subject: finding.subject.slice(0, 300),
        summary: finding.summary.slice(0, 1000),
        next: finding.next.slice(0, 1000),
        firstObservedAt: (firstSeenAt ?? new Date(now.first)).toISOString(),
        observations: observations ?? now.count,
        evidence: cleanRecord(finding.evidence),
      };
    });
    this.#seen = seen;
    const text = JSON.stringify(reported.map(({ observations: _, ...rest }) => rest));
    const again = this.#sent === undefined || observedAt.getTime() - this.#sent.at >= this.#resendAfterMs;
    if (!again && this.#sent?.text === text) return;
    this.#sent = undefined;
    await this.#send({ observedAt: observedAt.toISOString(), findings: reported }, signal);
    this.#sent = { text, at: observedAt.getTime() };
  }
}
