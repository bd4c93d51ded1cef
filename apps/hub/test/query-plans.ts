import type pg from 'pg';
import { z } from 'zod';
import type { IssuedQuery } from '../src/database/database.ts';

/** Rows from which on reading or sorting all of them is a fault. */
export const BIG = 2_000;

const PlanNode = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Plan Rows': z.number(),
  'Sort Key': z.array(z.string()).optional(),
  get Plans() {
    return z.array(PlanNode).optional();
  },
});
type PlanNode = z.infer<typeof PlanNode>;
const Explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: PlanNode })]) })]);

const CAN_BE_EXPLAINED = /^\s*(select|insert|update|delete|with)\b/i;

/**
 * What is wrong with the way PostgreSQL would run a query, in words; empty when nothing is. Nothing is run. `rowsOf` tells how
 * many rows a table has.
 */
export async function faultsOf(client: pg.Client, query: IssuedQuery, rowsOf: (table: string) => number) {
  if (!CAN_BE_EXPLAINED.test(query.sql)) return [];
  const { rows } = await client.query(`explain (format json) ${query.sql}`, [...query.parameters]);
  return judge(Explained.parse(rows)[0]['QUERY PLAN'][0].Plan, rowsOf);
}

function judge(node: PlanNode, rowsOf: (table: string) => number): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Sort Key': key = [], Plans: inputs = [] } = node;
  const faults = inputs.flatMap((input) => judge(input, rowsOf));
  if (type === 'Seq Scan' && table !== undefined && rowsOf(table) >= BIG) faults.push(`reads all of ${table}`);
  const sorted = inputs[0]?.['Plan Rows'] ?? 0;
  if (type === 'Sort' && sorted >= BIG) faults.push(`sorts ${sorted} rows by ${key.join(', ')}`);
  return faults;
}
