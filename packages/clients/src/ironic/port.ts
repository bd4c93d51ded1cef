import { z } from 'zod';
import { describeIssues } from '../keystone/reading.ts';
import type { Reading } from '../keystone/walk.ts';
import { rowUuid } from './node.ts';

/** A network port of a node. */
export interface IronicPort {
  readonly uuid: string;
  /** Lower case, colon separated. */
  readonly address: string;
  readonly nodeUuid: string;
}

const row = z.object({ uuid: z.string().min(1), address: z.string(), node_uuid: z.string().min(1) });

export const portFields = Object.keys(row.shape).join(',');

export function readPort(input: unknown): Reading<IronicPort> {
  const parsed = row.safeParse(input);
  const address = parsed.success ? normaliseMac(parsed.data.address) : undefined;
  if (!parsed.success || address === undefined) {
    return {
      ok: false,
      rejected: {
        id: rowUuid(input),
        reason: parsed.success ? `address ${parsed.data.address} is not a MAC` : describeIssues(parsed.error),
      },
    };
  }
  return { ok: true, item: { uuid: parsed.data.uuid, address, nodeUuid: parsed.data.node_uuid } };
}

/** The one spelling of a MAC: six octets, lower case, colons; undefined for anything else (a Fibre Channel name has eight). */
export function normaliseMac(text: string): string | undefined {
  const hex = text.trim().toLowerCase().replaceAll(/[:.-]/g, '');
  return /^[0-9a-f]{12}$/.test(hex) ? (hex.match(/../g) ?? []).join(':') : undefined;
}
