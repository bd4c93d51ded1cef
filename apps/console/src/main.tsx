import './zod-without-eval.ts';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { toHubError } from './api/hub-error.ts';
import { KEYS } from './api/keys.ts';
import { createConsoleRouter } from './app/router.tsx';
import { liveState } from './live/live-state.ts';
import './styles/index.css';

/** The stream tells of changes; reading again now and then mends whatever it could not tell. */
const POLL_WHILE_LIVE_MS = 60_000;
const POLL_WHILE_DOWN_MS = 15_000;

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (toHubError(error).status !== 401 || router.state.location.pathname === '/login') return;
      queries.removeQueries({ queryKey: [KEYS.session] });
      void router.navigate({ to: '/login', search: { next: router.state.location.href } });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchInterval: () => (liveState().kind === 'live' ? POLL_WHILE_LIVE_MS : POLL_WHILE_DOWN_MS),
      retry: (failures, error) => {
        const { status } = toHubError(error);
        return failures < 2 && (status === 0 || status >= 500);
      },
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
  },
});
const router = createConsoleRouter(queries);

const element = document.getElementById('root');
if (element === null) throw new Error('the page has no #root');
createRoot(element).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <Tooltip.Provider>
          <RouterProvider router={router} />
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
