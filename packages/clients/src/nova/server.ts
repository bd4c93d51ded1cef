import { z } from 'zod';
import { describeIssues } from '../keystone/reading.ts';
import type { Reading } from '../keystone/walk.ts';

/** A server as far as it is used. Times are ISO 8601 texts of Nova's clock. */
export interface NovaServer {
  readonly id: string;
  /** `ACTIVE`, `BUILD`, `ERROR`, …; `UNKNOWN` when the cell that holds the server is down. */
  readonly status: string;
  /** True when only a stub came, because its cell is down: what is null below is then unknown, not absent. */
  readonly cellDown: boolean;
  readonly name: string | null;
  /** Nova knows it of a server whose cell is down, too. */
  readonly projectId: string | null;
  /** The Ironic node's uuid, once one was chosen; only told to administrators. */
  readonly hypervisorHostname: string | null;
  readonly computeHost: string | null;
  readonly taskState: string | null;
  readonly created: string | null;
  readonly updated: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const row = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  name: text,
  tenant_id: text,
  created: text,
  updated: text,
  'OS-EXT-SRV-ATTR:hypervisor_hostname': text,
  'OS-EXT-SRV-ATTR:host': text,
  'OS-EXT-STS:task_state': text,
  metadata: z.record(z.string(), z.string()).nullish(),
});

/** Names of the fields that are read of a row. */
export const serverFields: readonly string[] = Object.keys(row.shape);

/** Reads one server of a list or of a look-up. */
export function readServer(input: unknown): Reading<NovaServer> {
  const parsed = row.safeParse(input);
  if (!parsed.success) return { ok: false, rejected: { id: serverId(input), reason: describeIssues(parsed.error) } };
  const s = parsed.data;
  return {
    ok: true,
    item: {
      id: s.id,
      status: s.status,
      cellDown: s.status === 'UNKNOWN',
      name: s.name,
      projectId: s.tenant_id,
      hypervisorHostname: s['OS-EXT-SRV-ATTR:hypervisor_hostname'],
      computeHost: s['OS-EXT-SRV-ATTR:host'],
      taskState: s['OS-EXT-STS:task_state'],
      created: s.created,
      updated: s.updated,
      metadata: s.metadata ?? {},
    },
  };
}

export function serverId(input: unknown): string | undefined {
  const found = z.object({ id: z.string().min(1) }).safeParse(input);
  return found.success ? found.data.id : undefined;
}
