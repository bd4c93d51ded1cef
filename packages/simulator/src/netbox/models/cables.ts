import { cableTouches, endsOf } from '../cabling.ts';
import * as choices from '../choices.ts';
import {
  bookkeeping,
  choice,
  commonFilters,
  computed,
  type Field,
  type Filter,
  fixed,
  type Model,
  owner,
  ref,
  since,
  stringFilters,
  textField,
  value,
} from '../model.ts';
import { type Row, text } from '../store.ts';
import type { View } from '../view.ts';
import { comments, description } from './organisation.ts';

export function cableDisplay(row: Row): string {
  return text(row.label) === '' ? `#${row.id}` : text(row.label);
}

function side(name: 'a_terminations' | 'b_terminations', end: 'A' | 'B'): Field {
  return computed(
    name,
    (row, view) =>
      endsOf(view, row.id, end).map(({ type, port }) => ({
        object_type: type,
        object_id: port.id,
        object: view.nested(view.model(type), port),
      })),
    // The ends are rows of their own; the rules of cabling turn the written value into them.
    { assign: () => ({}) },
  );
}

/** An id that matches nothing is no error here, unlike on most foreign keys. */
function touches(path: string): Filter {
  return {
    kind: 'match',
    test: (row, id, view) => cableTouches(view, row, path, Number(id)),
    check: (id) => (/^-?\d+$/.test(id) ? null : 'Enter a whole number.'),
  };
}

function endsAt(type: string): Filter {
  return {
    kind: 'match',
    test: (row, id, view) => view.store.get(type, Number(id))?.cable === row.id,
    check: (id) => (/^-?\d+$/.test(id) ? null : 'Enter a whole number.'),
  };
}

const cable: Model = {
  type: 'dcim.cable',
  path: 'dcim/cables',
  name: 'Cable',
  verbose: 'cable',
  fields: [
    choice('type', choices.cableType, { bare: true }),
    side('a_terminations', 'A'),
    side('b_terminations', 'B'),
    choice('status', choices.linkStatus, { fallback: 'connected' }),
    choice('profile', choices.cableProfile, since('4.5')),
    ref('tenant', 'tenancy.tenant', { onDelete: 'protect' }),
    fixed('bundle', null, since('4.6')),
    textField('label', { maxLength: 100 }),
    textField('color', { maxLength: 6 }),
    value('length', 'decimal', null),
    choice('length_unit', choices.lengthUnit),
    description,
    owner,
    comments,
    ...bookkeeping,
  ],
  brief: ['id', 'url', 'display', 'label', 'description'],
  display: cableDisplay,
  order: ['id'],
  filters: {
    ...commonFilters,
    ...stringFilters('label', 'description', 'color'),
    type: { kind: 'choice', column: 'type', choices: choices.cableType },
    status: { kind: 'choice', column: 'status', choices: choices.linkStatus },
    device_id: touches('device'),
    rack_id: touches('device__rack'),
    location_id: touches('device__location'),
    site_id: touches('device__site'),
    interface_id: endsAt('dcim.interface'),
    consoleport_id: endsAt('dcim.consoleport'),
    consoleserverport_id: endsAt('dcim.consoleserverport'),
    unterminated: {
      kind: 'flag',
      test: (row, view) => endsOf(view, row.id, 'A').length === 0 || endsOf(view, row.id, 'B').length === 0,
    },
  },
};

export function terminationDisplay(row: Row, view: View): string {
  const ended = view.store.get('dcim.cable', row.cable);
  const port = view.store.get(text(row.termination_type), row.termination_id);
  return `Cable ${ended === undefined ? '' : cableDisplay(ended)} to ${text(port?.name)}`;
}

const termination: Model = {
  type: 'dcim.cabletermination',
  path: 'dcim/cable-terminations',
  name: 'CableTermination',
  verbose: 'cable termination',
  readOnly: true,
  noDisplayUrl: true,
  fields: [
    computed('cable', (row) => row.cable),
    choice('cable_end', choices.cableEnd, { bare: true }),
    value('termination_type', 'string', null),
    value('termination_id', 'integer', null),
    computed('termination', (row, view) => view.nestedById(text(row.termination_type), row.termination_id)),
    value('connector', 'integer', null, since('4.5')),
    value('positions', 'json', null, since('4.5')),
    value('created', 'string', null),
    value('last_updated', 'string', null),
  ],
  brief: ['id', 'url', 'display', 'cable', 'cable_end', 'termination_type', 'termination_id', 'connector', 'positions'],
  display: terminationDisplay,
  order: ['cable', 'cable_end', 'id'],
  filters: {
    id: { kind: 'id' },
    created: { kind: 'time', column: 'created' },
    last_updated: { kind: 'time', column: 'last_updated' },
    cable: { kind: 'ref', path: 'cable', to: 'dcim.cable', by: 'id' },
    cable_id: { kind: 'ref', path: 'cable', to: 'dcim.cable', by: 'id' },
    cable_end: { kind: 'choice', column: 'cable_end', choices: choices.cableEnd },
    termination_type: { kind: 'match', test: (row, type) => row.termination_type === type },
    termination_id: { kind: 'number', column: 'termination_id' },
  },
};

export const cableModels = [cable, termination] as const;
