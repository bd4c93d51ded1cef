import { z } from 'zod';
import {
  AgentPage,
  ConditionReceipt,
  ConditionReport,
  DeviceClassesInUse,
  FindingReport,
  Heartbeat,
  SatellitePage,
} from '../api/agents.ts';
import { PageQuery, ScopeName, Slug, wholeNumber } from '../api/common.ts';
import { PairingPage } from '../api/devices.ts';
import { defineRoute, type Route } from '../route.ts';

const toDevice = (id: string) => ({
  device: { operationId: 'getDevice', parameters: { id } },
  components: { operationId: 'getDeviceComponents', parameters: { id } },
  history: { operationId: 'getDeviceHistory', parameters: { id } },
});

export const agentsRoutes = {
  listAgents: defineRoute({
    operationId: 'listAgents',
    method: 'GET',
    url: '/api/v1/agents',
    summary: 'Agents: heartbeat, version, lag',
    tag: 'agents',
    permission: 'agent:read',
    query: PageQuery,
    responses: { 200: AgentPage },
  }),
  listSatellites: defineRoute({
    operationId: 'listSatellites',
    method: 'GET',
    url: '/api/v1/satellites',
    summary: 'Satellites',
    tag: 'agents',
    permission: 'agent:read',
    query: PageQuery,
    responses: { 200: SatellitePage },
  }),
  putHeartbeat: defineRoute({
    operationId: 'putHeartbeat',
    method: 'PUT',
    url: '/api/v1/agents/{clientId}/heartbeat',
    summary: 'An agent says that it lives',
    tag: 'agents',
    permission: 'agent:report',
    params: z.object({ clientId: Slug }),
    body: Heartbeat,
    responses: { 204: z.null() },
  }),
  getDeviceClassesInUse: defineRoute({
    operationId: 'getDeviceClassesInUse',
    method: 'GET',
    url: '/api/v1/agents/{clientId}/device-classes',
    summary: "Device classes at the agent's sites",
    tag: 'agents',
    permission: 'device:read',
    params: z.object({ clientId: Slug }),
    responses: { 200: DeviceClassesInUse },
  }),
  listPairingDevices: defineRoute({
    operationId: 'listPairingDevices',
    method: 'GET',
    url: '/api/v1/agents/{clientId}/devices',
    summary: 'Devices that the agent pairs with its nodes',
    tag: 'agents',
    permission: 'device:read',
    params: z.object({ clientId: Slug }),
    query: PageQuery.extend({ limit: wholeNumber(1, 5000).default(1000) }),
    links: toDevice('$response.body#/items/0/id'),
    responses: { 200: PairingPage },
  }),
  putConditionReport: defineRoute({
    operationId: 'putConditionReport',
    method: 'PUT',
    url: '/api/v1/agents/{clientId}/condition-reports',
    summary: 'What one walk saw',
    tag: 'agents',
    permission: 'device-condition:create',
    params: z.object({ clientId: Slug }),
    body: ConditionReport,
    problems: ['FM_COVERAGE_GAP'],
    responses: { 200: ConditionReceipt },
  }),
  putFindingReport: defineRoute({
    operationId: 'putFindingReport',
    method: 'PUT',
    url: '/api/v1/agents/{clientId}/findings/{scope}',
    summary: 'The complete set of findings of one scope',
    tag: 'agents',
    permission: 'finding:report',
    params: z.object({ clientId: Slug, scope: ScopeName }),
    body: FindingReport,
    responses: { 200: z.object({ opened: z.int(), changed: z.int(), resolved: z.int() }) },
  }),
} as const satisfies Record<string, Route>;
