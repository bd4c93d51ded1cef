import type { Route } from './route.ts';
import { agentsRoutes } from './routes/agents.ts';
import { auditRoutes } from './routes/audit.ts';
import { devicesRoutes } from './routes/devices.ts';
import { eventsRoutes } from './routes/events.ts';
import { findingsRoutes } from './routes/findings.ts';
import { inventoryRoutes } from './routes/inventory.ts';
import { sessionRoutes } from './routes/session.ts';

/** Every operation of the API. One file a group, so that two people seldom touch the same one. */
export const routes = {
  ...inventoryRoutes,
  ...devicesRoutes,
  ...findingsRoutes,
  ...agentsRoutes,
  ...auditRoutes,
  ...eventsRoutes,
  ...sessionRoutes,
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
