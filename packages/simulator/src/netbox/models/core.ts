import * as choices from '../choices.ts';
import {
  choice,
  commonFilters,
  computed,
  fixed,
  type Model,
  owner,
  since,
  stringFilters,
  textField,
  value,
} from '../model.ts';
import { isRecord, text } from '../store.ts';
import { comments, description, named, nameField } from './organisation.ts';

const objectChange: Model = {
  type: 'core.objectchange',
  path: 'core/object-changes',
  name: 'ObjectChange',
  verbose: 'object change',
  readOnly: true,
  fields: [
    value('time', 'string', null),
    computed('user', (row, view) =>
      isRecord(row.user) && typeof row.user.id === 'number'
        ? {
            id: row.user.id,
            url: `${view.baseUrl}/api/users/users/${row.user.id}/`,
            display: row.user.username,
            username: row.user.username,
          }
        : null,
    ),
    textField('user_name'),
    value('request_id', 'string', null),
    choice('action', choices.changeAction),
    value('changed_object_type', 'string', null),
    value('changed_object_id', 'integer', null),
    computed('changed_object', (row, view) => view.nestedById(text(row.changed_object_type), row.changed_object_id)),
    textField('object_repr', since('4.5')),
    textField('message', since('4.4')),
    value('prechange_data', 'json', null),
    value('postchange_data', 'json', null),
  ],
  brief: null,
  display: (row) =>
    `${text(row.changed_object_type).split('.')[0]?.toUpperCase()} | ${text(row.changed_object_type).split('.')[1]} ` +
    `${text(row.object_repr)} ${choices.changeAction[text(row.action)]?.toLowerCase() ?? ''} by ${text(row.user_name)}`,
  order: ['-time'],
  filters: {
    id: { kind: 'id' },
    time: { kind: 'time', column: 'time' },
    action: { kind: 'choice', column: 'action', choices: choices.changeAction },
    changed_object_type: { kind: 'match', test: (row, type) => row.changed_object_type === type },
    changed_object_id: { kind: 'number', column: 'changed_object_id' },
    ...stringFilters('user_name', 'object_repr'),
    user: { kind: 'match', test: (row, name) => row.user_name === name },
    request_id: { kind: 'match', test: (row, id) => row.request_id === id },
  },
};

const uiVisible = { value: 'always', label: 'Always' };
const customField: Model = {
  type: 'extras.customfield',
  path: 'extras/custom-fields',
  name: 'CustomField',
  verbose: 'custom field',
  fields: [
    value('object_types', 'json', []),
    choice('type', choices.customFieldType),
    fixed('related_object_type', null),
    computed('data_type', (row) => dataTypes[text(row.type)] ?? 'string'),
    nameField,
    textField('label'),
    textField('group_name'),
    description,
    fixed('required', false),
    fixed('unique', false),
    fixed('search_weight', 1000),
    fixed('filter_logic', { value: 'exact', label: 'Exact' }),
    fixed('ui_visible', uiVisible),
    fixed('ui_editable', { value: 'yes', label: 'Yes' }),
    fixed('is_cloneable', false),
    fixed('nulls_first', true, since('4.7')),
    fixed('default', null),
    fixed('related_object_filter', null),
    value('weight', 'integer', 100),
    fixed('validation_minimum', null),
    fixed('validation_maximum', null),
    fixed('validation_regex', ''),
    fixed('validation_schema', null, since('4.7')),
    computed('choice_set', (row, view) => view.nestedById('extras.customfieldchoiceset', row.choice_set)),
    fixed('status', { value: 'active', label: 'Active' }, since('4.7')),
    owner,
    comments,
    value('created', 'string', null, { readOnly: true }),
    value('last_updated', 'string', null, { readOnly: true }),
  ],
  brief: ['id', 'url', 'display', 'name', 'description'],
  display: (row) => (text(row.label) === '' ? text(row.name) : text(row.label)),
  order: ['group_name', 'weight', 'name'],
  filters: { ...commonFilters, ...stringFilters('name', 'label') },
};

const dataTypes: Readonly<Record<string, string>> = {
  integer: 'integer',
  boolean: 'boolean',
  json: 'object',
  date: 'string',
};

const choiceSet: Model = {
  type: 'extras.customfieldchoiceset',
  path: 'extras/custom-field-choice-sets',
  name: 'CustomFieldChoiceSet',
  verbose: 'custom field choice set',
  fields: [
    nameField,
    description,
    fixed('base_choices', null),
    value('extra_choices', 'json', []),
    fixed('choice_colors', {}, since('4.7')),
    fixed('order_alphabetically', false),
    computed('choices_count', (row) => (Array.isArray(row.extra_choices) ? row.extra_choices.length : 0)),
    owner,
    value('created', 'string', null, { readOnly: true }),
    value('last_updated', 'string', null, { readOnly: true }),
  ],
  brief: ['id', 'url', 'display', 'name', 'description', 'choices_count'],
  display: named,
  order: ['name'],
  filters: { ...commonFilters, ...stringFilters('name') },
};

export const coreModels = [objectChange, customField, choiceSet] as const;
