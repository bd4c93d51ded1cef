import { AuditPage, AuditQuery } from '../api/audit.ts';
import { defineRoute, type Route } from '../route.ts';

export const auditRoutes = {
  listAuditEvents: defineRoute({
    operationId: 'listAuditEvents',
    method: 'GET',
    url: '/api/v1/audit-events',
    summary: 'Who changed what, and who was refused, newest first',
    tag: 'audit',
    permission: 'audit:read',
    query: AuditQuery,
    responses: { 200: AuditPage },
  }),
} as const satisfies Record<string, Route>;
