import * as choices from '../choices.ts';
import {
  bookkeeping,
  choice,
  commonFilters,
  fixed,
  type Model,
  owner,
  ref,
  refFilters,
  since,
  stringFilters,
  textField,
} from '../model.ts';
import { scope, scopeFilters } from './addresses.ts';
import { comments, count, description, named, nameField, slugBrief, slugField, uniqueSlug } from './organisation.ts';

function group(type: string, path: string, name: string, verbose: string, column: string): Model {
  return {
    type,
    path,
    name,
    verbose,
    fields: [
      nameField,
      slugField,
      description,
      owner,
      textField('comments', since('4.5')),
      ...bookkeeping,
      count('cluster_count', 'virtualization.cluster', column),
    ],
    brief: [...slugBrief, 'cluster_count'],
    display: named,
    order: ['name'],
    filters: { ...commonFilters, ...stringFilters('name', 'slug') },
    unique: uniqueSlug,
  };
}

const clusterType = group(
  'virtualization.clustertype',
  'virtualization/cluster-types',
  'ClusterType',
  'cluster type',
  'type',
);
const clusterGroup = group(
  'virtualization.clustergroup',
  'virtualization/cluster-groups',
  'ClusterGroup',
  'cluster group',
  'group',
);

const cluster: Model = {
  type: 'virtualization.cluster',
  path: 'virtualization/clusters',
  name: 'Cluster',
  verbose: 'cluster',
  fields: [
    nameField,
    ref('type', 'virtualization.clustertype', { required: true, onDelete: 'protect', nested: slugBrief }),
    ref('group', 'virtualization.clustergroup', { onDelete: 'protect', nested: slugBrief }),
    choice('status', choices.clusterStatus, { fallback: 'active' }),
    ref('tenant', 'tenancy.tenant', { onDelete: 'protect' }),
    ...scope,
    description,
    owner,
    comments,
    ...bookkeeping,
    count('device_count', 'dcim.device', 'cluster'),
    fixed('virtualmachine_count', 0),
    fixed('allocated_vcpus', null),
    fixed('allocated_memory', null),
    fixed('allocated_disk', null),
  ],
  brief: ['id', 'url', 'display', 'name', 'description', 'virtualmachine_count'],
  display: named,
  order: ['name'],
  filters: {
    ...commonFilters,
    ...stringFilters('name', 'description'),
    ...scopeFilters(),
    ...refFilters('type', 'type', 'virtualization.clustertype'),
    ...refFilters('group', 'group', 'virtualization.clustergroup'),
    status: { kind: 'choice', column: 'status', choices: choices.clusterStatus },
  },
};

export const virtualizationModels = [clusterType, clusterGroup, cluster] as const;
