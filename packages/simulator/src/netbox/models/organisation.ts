import * as choices from '../choices.ts';
import {
  bookkeeping,
  choice,
  commonFilters,
  computed,
  type Field,
  fixed,
  type Model,
  owner,
  ref,
  refFilters,
  since,
  stringFilters,
  textField,
  value,
} from '../model.ts';
import { idList, type Row, text } from '../store.ts';
import type { View } from '../view.ts';

export const named = (row: Row) => text(row.name);
export const nameField = textField('name', { required: true, maxLength: 100 });
export const slugField = textField('slug', { required: true, maxLength: 100 });
export const description = textField('description', { maxLength: 200 });
export const comments = textField('comments');
/** Groups of things got a comments field with 4.4. */
export const groupComments = textField('comments', since('4.4'));
export const slugBrief = ['id', 'url', 'display', 'name', 'slug', 'description'] as const;
const parentKeys = ['id', 'url', 'display_url', 'display', 'name', 'slug', '_depth'];
export const uniqueSlug = [
  { columns: ['slug'], message: 'with this slug already exists.', key: 'slug' },
  { columns: ['name'], message: 'with this name already exists.', key: 'name' },
] as const;

/** How many rows of a type point here. */
export function count(name: string, type: string, column: string, rest: { since?: '4.4' | '4.5' | '4.7' } = {}): Field {
  return computed(name, (row, view) => view.store.table(type).countWhere(column, row.id), rest);
}

/** Ids of a row of a tree and of all below it. */
export function withDescendants(view: View, type: string, id: number): Set<number> {
  const ids = new Set([id]);
  for (const found of ids) for (const child of view.store.table(type).where('parent', found)) ids.add(child.id);
  return ids;
}

/** As `count`, but rows that point at a descendant count too. */
export function treeCount(name: string, own: string, type: string, column: string): Field {
  return computed(name, (row, view) => {
    let total = 0;
    for (const id of withDescendants(view, own, row.id)) total += view.store.table(type).countWhere(column, id);
    return total;
  });
}

/** Levels above this row. */
export function depth(own: string, rest: { since?: '4.4' } = {}): Field {
  return computed(
    '_depth',
    (row, view) => {
      let level = 0;
      for (let at = view.store.get(own, row.parent); at !== undefined; at = view.store.get(own, at.parent)) level++;
      return level;
    },
    rest,
  );
}

/** Prefixes and clusters of a site or location. */
function scoped(name: string, type: string, scope: string): Field {
  return computed(
    name,
    (row, view) =>
      view.store
        .table(type)
        .where('scope_id', row.id)
        .filter((item) => item.scope_type === scope).length,
  );
}

export const region: Model = {
  type: 'dcim.region',
  path: 'dcim/regions',
  name: 'Region',
  verbose: 'region',
  fields: [
    nameField,
    slugField,
    ref('parent', 'dcim.region', { onDelete: 'cascade', nested: parentKeys }),
    description,
    ...bookkeeping,
    treeCount('site_count', 'dcim.region', 'dcim.site', 'region'),
    scoped('prefix_count', 'ipam.prefix', 'dcim.region'),
    owner,
    groupComments,
    depth('dcim.region'),
  ],
  brief: [...slugBrief, 'site_count', '_depth'],
  display: named,
  order: ['name'],
  filters: { ...commonFilters, ...stringFilters('name', 'slug'), ...refFilters('parent', 'parent', 'dcim.region') },
  unique: uniqueSlug,
};

export const site: Model = {
  type: 'dcim.site',
  path: 'dcim/sites',
  name: 'Site',
  verbose: 'site',
  fields: [
    nameField,
    slugField,
    choice('status', choices.siteStatus, { fallback: 'active' }),
    ref('region', 'dcim.region'),
    fixed('group', null),
    ref('tenant', 'tenancy.tenant', { onDelete: 'protect' }),
    textField('facility', { maxLength: 50 }),
    value('time_zone', 'string', null),
    description,
    textField('physical_address'),
    textField('shipping_address'),
    value('latitude', 'decimal', null),
    value('longitude', 'decimal', null),
    owner,
    comments,
    fixed('asns', []),
    ...bookkeeping,
    fixed('circuit_count', 0),
    count('device_count', 'dcim.device', 'site'),
    scoped('prefix_count', 'ipam.prefix', 'dcim.site'),
    count('rack_count', 'dcim.rack', 'site'),
    fixed('virtualmachine_count', 0),
    fixed('vlan_count', 0),
  ],
  brief: slugBrief,
  display: named,
  order: ['name'],
  filters: {
    ...commonFilters,
    ...stringFilters('name', 'slug', 'facility', 'description'),
    status: { kind: 'choice', column: 'status', choices: choices.siteStatus },
    ...refFilters('region', 'region', 'dcim.region', { tree: true }),
    ...refFilters('tenant', 'tenant', 'tenancy.tenant'),
  },
  unique: uniqueSlug,
};

export const location: Model = {
  type: 'dcim.location',
  path: 'dcim/locations',
  name: 'Location',
  verbose: 'location',
  fields: [
    nameField,
    slugField,
    ref('site', 'dcim.site', { required: true, onDelete: 'cascade' }),
    ref('parent', 'dcim.location', { onDelete: 'cascade', nested: parentKeys }),
    choice('status', choices.siteStatus, { fallback: 'active' }),
    ref('tenant', 'tenancy.tenant', { onDelete: 'protect' }),
    textField('facility', { maxLength: 50 }),
    description,
    ...bookkeeping,
    treeCount('rack_count', 'dcim.location', 'dcim.rack', 'location'),
    treeCount('device_count', 'dcim.location', 'dcim.device', 'location'),
    scoped('prefix_count', 'ipam.prefix', 'dcim.location'),
    owner,
    groupComments,
    depth('dcim.location'),
  ],
  brief: [...slugBrief, 'rack_count', '_depth'],
  display: named,
  order: ['site__name', 'name'],
  filters: {
    ...commonFilters,
    ...stringFilters('name', 'slug'),
    ...refFilters('site', 'site', 'dcim.site'),
    ...refFilters('parent', 'parent', 'dcim.location'),
    ...refFilters('ancestor', 'parent', 'dcim.location', { tree: true }),
    status: { kind: 'choice', column: 'status', choices: choices.siteStatus },
  },
};

export const tenant: Model = {
  type: 'tenancy.tenant',
  path: 'tenancy/tenants',
  name: 'Tenant',
  verbose: 'tenant',
  fields: [
    nameField,
    slugField,
    fixed('group', null),
    description,
    owner,
    comments,
    ...bookkeeping,
    fixed('circuit_count', 0),
    count('device_count', 'dcim.device', 'tenant'),
    count('ipaddress_count', 'ipam.ipaddress', 'tenant'),
    count('prefix_count', 'ipam.prefix', 'tenant'),
    count('rack_count', 'dcim.rack', 'tenant'),
    count('site_count', 'dcim.site', 'tenant'),
    fixed('virtualmachine_count', 0),
    fixed('vlan_count', 0),
    count('vrf_count', 'ipam.vrf', 'tenant'),
    count('cluster_count', 'virtualization.cluster', 'tenant'),
  ],
  brief: slugBrief,
  display: named,
  order: ['name'],
  filters: { ...commonFilters, ...stringFilters('name', 'slug') },
  unique: uniqueSlug,
};

export const tag: Model = {
  type: 'extras.tag',
  path: 'extras/tags',
  name: 'Tag',
  verbose: 'tag',
  fields: [
    nameField,
    slugField,
    textField('color', { maxLength: 6 }),
    description,
    value('weight', 'integer', 1000, since('4.4')),
    fixed('object_types', []),
    computed('tagged_items', (row, view) => {
      let total = 0;
      for (const model of view.models) {
        if (!model.fields.some((field) => field.kind === 'tags')) continue;
        for (const item of view.store.table(model.type).rows()) if (idList(item.tags).includes(row.id)) total++;
      }
      return total;
    }),
    bookkeeping[2],
    bookkeeping[3],
  ].filter((field) => field !== undefined),
  brief: ['id', 'url', 'display', 'name', 'slug', 'color', 'description'],
  display: named,
  order: ['weight', 'name'],
  filters: { ...commonFilters, ...stringFilters('name', 'slug', 'color') },
  unique: uniqueSlug,
};

export const organisationModels = [region, site, location, tenant, tag] as const;
