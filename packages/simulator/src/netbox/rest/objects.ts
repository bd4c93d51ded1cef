import { type Action, forbidden, mayUse, rowsFor } from '../access.ts';
import { listPage, selectionOf } from '../listing.ts';
import type { Model } from '../model.ts';
import { type Row, text } from '../store.ts';
import { detail, HttpProblem } from '../validation.ts';
import { atLeast } from '../version.ts';
import type { View } from '../view.ts';
import { createMany, deleteMany, updateMany } from './bulk.ts';
import type { Exchange } from './exchange.ts';

/** Throws 403 unless the caller may do this to the type at all. A token without the right to write can only read. */
export function demand(exchange: Exchange, action: Action, model: Model): void {
  if (action !== 'view' && exchange.user.readOnly) throw forbidden();
  if (!mayUse(exchange.user, action, model)) throw forbidden();
}

/** The row that the caller may act on; 404 when it does not exist or lies outside the caller's constraint. */
export function findRow(exchange: Exchange, model: Model, id: number, action: Action): Row {
  const row = exchange.view.store.get(model.type, id);
  const allowed = rowsFor(exchange.user, action, model, exchange.view);
  if (row === undefined || (allowed !== null && !allowed(row))) {
    throw detail(404, `No ${model.name} matches the given query.`);
  }
  return row;
}

export function list(exchange: Exchange, model: Model): unknown {
  demand(exchange, 'view', model);
  return listPage(exchange.view, model, {
    query: exchange.query,
    url: exchange.url,
    maxPageSize: exchange.state.maxPageSize,
    visible: rowsFor(exchange.user, 'view', model, exchange.view),
  });
}

export function retrieve(exchange: Exchange, model: Model, id: number): unknown {
  demand(exchange, 'view', model);
  const row = findRow(exchange, model, id, 'view');
  sendTag(exchange, row);
  return exchange.view.render(model, row, selectionOf(exchange.view, exchange.query));
}

export function post(exchange: Exchange, model: Model): unknown {
  demand(exchange, 'add', model);
  const session = exchange.session();
  const { view } = exchange;
  if (Array.isArray(exchange.body)) {
    const rows = createMany(session, model, exchange.body, (row) => demandRow(exchange, model, row, 'add'));
    exchange.reply.code(201);
    return rows.map((row) => view.render(model, row));
  }
  const row = view.store.transaction(() => {
    const made = session.create(model, exchange.body);
    demandRow(exchange, model, made, 'add');
    return made;
  });
  exchange.reply.code(201).header('Location', view.url(model, row));
  return view.render(model, row);
}

export function patch(exchange: Exchange, model: Model, id: number, complete: boolean): unknown {
  demand(exchange, 'change', model);
  const row = findRow(exchange, model, id, 'change');
  demandTag(exchange, row);
  exchange.view.store.transaction(() => {
    exchange.session().update(model, row, exchange.body, complete);
    demandRow(exchange, model, row, 'change');
  });
  sendTag(exchange, row);
  return exchange.view.render(model, row);
}

export function patchMany(exchange: Exchange, model: Model, complete: boolean): unknown {
  demand(exchange, 'change', model);
  const allowed = rowsFor(exchange.user, 'change', model, exchange.view);
  const rows = updateMany(exchange.session(), model, exchange.body, { complete, allowed });
  return rows.map((row) => exchange.view.render(model, row));
}

export function remove(exchange: Exchange, model: Model, id: number): undefined {
  demand(exchange, 'delete', model);
  const row = findRow(exchange, model, id, 'delete');
  demandTag(exchange, row);
  exchange.session().delete(model, row);
}

export function removeMany(exchange: Exchange, model: Model): undefined {
  demand(exchange, 'delete', model);
  const allowed = rowsFor(exchange.user, 'delete', model, exchange.view);
  deleteMany(exchange.session(), model, exchange.body, allowed);
}

/** A write that would carry the object outside the caller's constraint is taken back with 403. */
function demandRow(exchange: Exchange, model: Model, row: Row, action: Action): void {
  const allowed = rowsFor(exchange.user, action, model, exchange.view);
  if (allowed !== null && !allowed(row)) throw forbidden();
}

/** Weak tag of the last change; single objects have one from 4.6 on. */
export function entityTag(view: View, row: Row): string | null {
  const stamp = text(row.last_updated);
  return atLeast(view.version, '4.6') && stamp !== '' ? `W/"${stamp.replace(/Z$/, '+00:00')}"` : null;
}

function sendTag(exchange: Exchange, row: Row): void {
  const tag = entityTag(exchange.view, row);
  if (tag !== null) exchange.reply.header('ETag', tag);
}

function demandTag(exchange: Exchange, row: Row): void {
  const wanted = exchange.request.headers['if-match'];
  const tag = entityTag(exchange.view, row);
  if (wanted === undefined || tag === null || wanted.trim() === '*') return;
  if (wanted.split(',').some((item) => item.trim() === tag)) return;
  exchange.reply.header('ETag', tag);
  throw new HttpProblem(412, { detail: 'Precondition failed.' });
}
