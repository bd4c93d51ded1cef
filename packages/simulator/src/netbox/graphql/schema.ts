import {
  GraphQLError,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql';
import { mayUse, rowsFor } from '../access.ts';
import { rowsFrom } from '../listing.ts';
import type { Model } from '../model.ts';
import { orderedIds } from '../ordering.ts';
import { isRecord, type Row } from '../store.ts';
import { atLeast } from '../version.ts';
import type { View } from '../view.ts';
import { FilterInputs } from './filter-inputs.ts';
import { filterTest } from './filter-match.ts';
import { snakeCase, unlisted } from './names.ts';
import { type Caller, listOf, ObjectTypes } from './object-types.ts';

/** The read-only GraphQL schema of one release line: for each type a `x(id)` and an `x_list(filters, pagination)`. */
export function buildSchema(view: View, maxPageSize: number): GraphQLSchema {
  const types = new ObjectTypes(view);
  const inputs = new FilterInputs(view);
  const fields: GraphQLFieldConfigMap<unknown, Caller> = {};
  for (const model of view.models) {
    if (unlisted.includes(model.type)) continue;
    const stem = snakeCase(model.name);
    fields[stem] = {
      type: new GraphQLNonNull(types.of(model)),
      args: { id: { type: new GraphQLNonNull(GraphQLID) } },
      resolve: (_, { id }: { id?: unknown }, caller) => {
        const row = caller.view.store.get(model.type, Number(id));
        const found = row === undefined ? [] : visibleRows(caller, model, [row]);
        if (found[0] === undefined) throw new GraphQLError(`${model.name} matching query does not exist.`);
        return found[0];
      },
    };
    fields[`${stem}_list`] = {
      type: listOf(types.of(model)),
      args: { filters: { type: inputs.of(model) }, pagination: { type: inputs.pagination } },
      resolve: (_, args: { filters?: unknown; pagination?: unknown }, caller) =>
        listRows(caller, model, args.filters, args.pagination, maxPageSize),
    };
  }
  return new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) });
}

function visibleRows({ view, user }: Caller, model: Model, rows: readonly Row[]): readonly Row[] {
  if (!mayUse(user, 'view', model)) return [];
  const allowed = rowsFor(user, 'view', model, view);
  return allowed === null ? rows : rows.filter(allowed);
}

/** From the last 4.5 on every list ends at the page ceiling, asked or not, and nothing says so. */
function listRows(caller: Caller, model: Model, filters: unknown, pagination: unknown, ceiling: number): Row[] {
  const { view, user } = caller;
  if (!mayUse(user, 'view', model)) return [];
  const page = isRecord(pagination) ? pagination : {};
  const offset = typeof page.offset === 'number' ? page.offset : 0;
  const start = typeof page.start === 'number' ? page.start : null;
  if (start !== null && typeof page.offset === 'number') {
    throw new GraphQLError('Cannot specify both `start` and `offset` in pagination.');
  }
  const capped = atLeast(view.version, '4.5');
  const asked = typeof page.limit === 'number' && page.limit > 0 ? page.limit : Number.POSITIVE_INFINITY;
  const limit = capped ? Math.min(asked, ceiling) : asked;
  const conditions = [{ test: filterTest(view, model, filters) }];
  const allowed = rowsFor(user, 'view', model, view);
  if (allowed !== null) conditions.push({ test: allowed });
  if (start !== null) return rowsFrom(view, model, conditions, start, limit);
  const table = view.store.table(model.type);
  const rows: Row[] = [];
  let skipped = 0;
  for (const id of orderedIds(view, model, null)) {
    const row = table.get(id);
    if (row === undefined || !conditions.every((condition) => condition.test(row))) continue;
    if (skipped++ < offset) continue;
    if (rows.push(row) >= limit) break;
  }
  return rows;
}
