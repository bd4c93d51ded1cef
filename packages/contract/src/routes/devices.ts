import { z } from 'zod';
import { PageQuery, Uuid } from '../api/common.ts';
import {
  Device,
  DeviceComponents,
  DeviceFacets,
  DeviceFilter,
  DevicePage,
  DeviceQuery,
  HistoryPage,
} from '../api/devices.ts';
import { Overview } from '../api/inventory.ts';
import { defineRoute, type Route } from '../route.ts';

const byId = z.object({ id: Uuid });

const toDevice = (id: string) => ({
  device: { operationId: 'getDevice', parameters: { id } },
  components: { operationId: 'getDeviceComponents', parameters: { id } },
  history: { operationId: 'getDeviceHistory', parameters: { id } },
});

export const devicesRoutes = {
  listDevices: defineRoute({
    operationId: 'listDevices',
    method: 'GET',
    url: '/api/v1/devices',
    summary: 'Devices, filtered and sorted',
    tag: 'devices',
    permission: 'device:read',
    query: DeviceQuery,
    etag: 'content',
    links: toDevice('$response.body#/items/0/id'),
    responses: { 200: DevicePage },
  }),
  deviceFacets: defineRoute({
    operationId: 'deviceFacets',
    method: 'GET',
    url: '/api/v1/device-facets',
    summary: 'Counts of the devices that match',
    tag: 'devices',
    permission: 'device:read',
    query: DeviceFilter,
    etag: 'content',
    responses: { 200: DeviceFacets },
  }),
  getDevice: defineRoute({
    operationId: 'getDevice',
    method: 'GET',
    url: '/api/v1/devices/{id}',
    summary: 'One device: status, why, gates, conditions',
    tag: 'devices',
    permission: 'device:read',
    params: byId,
    problems: ['FM_NOT_FOUND'],
    etag: 'content',
    responses: { 200: Device },
  }),
  getDeviceComponents: defineRoute({
    operationId: 'getDeviceComponents',
    method: 'GET',
    url: '/api/v1/devices/{id}/components',
    summary: 'Interfaces, MACs, cables, FRUs, console links, addresses',
    tag: 'devices',
    permission: 'device:read',
    params: byId,
    problems: ['FM_NOT_FOUND'],
    responses: { 200: DeviceComponents },
  }),
  getDeviceHistory: defineRoute({
    operationId: 'getDeviceHistory',
    method: 'GET',
    url: '/api/v1/devices/{id}/history',
    summary: 'What changed and why, newest first',
    tag: 'devices',
    permission: 'device:read',
    params: byId,
    query: PageQuery,
    problems: ['FM_NOT_FOUND'],
    responses: { 200: HistoryPage },
  }),
  getOverview: defineRoute({
    operationId: 'getOverview',
    method: 'GET',
    url: '/api/v1/overview',
    summary: 'The fleet at a glance',
    tag: 'devices',
    permission: 'device:read',
    responses: { 200: Overview },
  }),
} as const satisfies Record<string, Route>;
