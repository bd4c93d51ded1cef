import { z } from 'zod';
import { Finding, FindingKind, FindingPage, FindingPatch } from '../api/agents.ts';
import { listParam, PageQuery, Uuid, Word } from '../api/common.ts';
import { defineRoute, type Route } from '../route.ts';

const byId = z.object({ id: Uuid });

const toFinding = {
  read: { operationId: 'getFinding', parameters: { id: '$response.body#/id' } },
  update: {
    operationId: 'updateFinding',
    parameters: { id: '$response.body#/id', 'if-match': '$response.header.ETag' },
  },
} as const;

export const findingsRoutes = {
  listFindings: defineRoute({
    operationId: 'listFindings',
    method: 'GET',
    url: '/api/v1/findings',
    summary: 'Disagreements between the systems of record',
    tag: 'findings',
    permission: 'finding:read',
    query: PageQuery.extend({
      site: listParam(Word),
      kind: listParam(FindingKind),
      state: listParam(z.enum(['open', 'acknowledged', 'resolved'])),
      device: Uuid.optional(),
    }),
    links: {
      read: { operationId: 'getFinding', parameters: { id: '$response.body#/items/0/id' } },
      device: { operationId: 'getDevice', parameters: { id: '$response.body#/items/0/deviceIds/0' } },
    },
    responses: { 200: FindingPage },
  }),
  getFinding: defineRoute({
    operationId: 'getFinding',
    method: 'GET',
    url: '/api/v1/findings/{id}',
    summary: 'One finding with its evidence',
    tag: 'findings',
    permission: 'finding:read',
    params: byId,
    problems: ['FM_NOT_FOUND'],
    etag: 'version',
    links: toFinding,
    responses: { 200: Finding },
  }),
  updateFinding: defineRoute({
    operationId: 'updateFinding',
    method: 'PATCH',
    url: '/api/v1/findings/{id}',
    summary: 'Acknowledge a finding, or take that back',
    tag: 'findings',
    permission: 'finding:update',
    params: byId,
    headers: z.object({ 'if-match': z.string().optional() }),
    body: FindingPatch,
    problems: ['FM_NOT_FOUND', 'FM_CONFLICT', 'FM_PRECONDITION_FAILED', 'FM_PRECONDITION_REQUIRED'],
    etag: 'version',
    links: toFinding,
    responses: { 200: Finding },
  }),
} as const satisfies Record<string, Route>;
