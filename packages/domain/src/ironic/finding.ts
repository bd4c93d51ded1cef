/** Something on which two systems of record disagree. It is reported with what was seen, and never repaired by itself. */
export interface DraftFinding {
  readonly kind:
    | 'server-without-node'
    | 'node-with-dead-instance'
    | 'deploying-for-deleted-server'
    | 'allocation-left'
    | 'provider-without-node'
    | 'node-without-provider'
    | 'instance-on-available-node'
    | 'two-nodes-one-server'
    | 'device-without-node'
    | 'node-without-device'
    | 'two-devices-one-node'
    | 'two-nodes-one-device'
    | 'serial-name-mismatch'
    | 'unknown-provision-state'
    | 'foreign-node'
    | 'customer-ready-in-doubt';
  /** Names the finding for good within its kind: made of ids, never of texts that change. */
  readonly key: string;
  readonly deviceIds: readonly string[];
  readonly subject: string;
  readonly summary: string;
  /** What a person may do about it. */
  readonly next: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}
