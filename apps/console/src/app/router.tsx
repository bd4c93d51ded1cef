import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { toHubError } from '../api/hub-error.ts';
import { sessionQuery } from '../api/queries.ts';
import { AgentsPage } from '../pages/agents/agents-page.tsx';
import { AuditPage } from '../pages/audit/audit-page.tsx';
import { DevicePage } from '../pages/device/device-page.tsx';
import { DevicesPage } from '../pages/devices/devices-page.tsx';
import { FindingsPage } from '../pages/findings/findings-page.tsx';
import { LoginPage } from '../pages/login/login-page.tsx';
import { OverviewPage } from '../pages/overview/overview-page.tsx';
import { SitesPage } from '../pages/sites/sites-page.tsx';
import { NotFoundPage } from './not-found.tsx';
import { RouteFailure } from './route-failure.tsx';
import {
  parseSearch,
  readAuditSearch,
  readDeviceSearch,
  readDevicesSearch,
  readFindingsSearch,
  readLoginSearch,
  readScopedSearch,
  writeSearch,
} from './search.ts';
import { Shell } from './shell.tsx';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readLoginSearch,
  component: LoginPage,
});

/** Everything behind the log-in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(sessionQuery);
    } catch (error) {
      if (toHubError(error).status !== 401) throw error;
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
    }
  },
  component: Shell,
  // It stands in the place of the shell, which brings the landmark of the page.
  errorComponent: (props) => (
    <main>
      <RouteFailure {...props} />
    </main>
  ),
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readScopedSearch,
  component: OverviewPage,
});
const devices = createRoute({
  getParentRoute: () => shell,
  path: '/devices',
  validateSearch: readDevicesSearch,
  component: DevicesPage,
});
const device = createRoute({
  getParentRoute: () => shell,
  path: '/devices/$id',
  validateSearch: readDeviceSearch,
  component: DevicePage,
});
const findings = createRoute({
  getParentRoute: () => shell,
  path: '/findings',
  validateSearch: readFindingsSearch,
  component: FindingsPage,
});
const agents = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  validateSearch: readScopedSearch,
  component: AgentsPage,
});
const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: AuditPage,
});
const sites = createRoute({ getParentRoute: () => shell, path: '/sites', component: SitesPage });

const routeTree = root.addChildren([
  login,
  shell.addChildren([overview, devices, device, findings, agents, audit, sites]),
]);

export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    parseSearch,
    stringifySearch: writeSearch,
    defaultErrorComponent: RouteFailure,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    defaultPreload: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
