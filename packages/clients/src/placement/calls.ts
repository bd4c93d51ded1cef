import { defineCalls } from '../http/calls.ts';

/** Placement, read only. The version document is public. */
export const placementCalls = defineCalls('placement', {
  versions: { method: 'GET', path: '/', anonymous: true },
  listProviders: { method: 'GET', path: '/resource_providers' },
  getTraits: { method: 'GET', path: '/resource_providers/{id}/traits' },
  getInventories: { method: 'GET', path: '/resource_providers/{id}/inventories' },
  getProviderAllocations: { method: 'GET', path: '/resource_providers/{id}/allocations' },
  getConsumerAllocations: { method: 'GET', path: '/allocations/{id}' },
});
