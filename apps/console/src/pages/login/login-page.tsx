import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { CircleAlert, KeyRound } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { bodyOf, hub } from '../../api/hub.ts';
import { type HubError, toHubError } from '../../api/hub-error.ts';
import { sessionQuery } from '../../api/queries.ts';
import { ThemeMenu } from '../../app/theme-menu.tsx';
import { useTitle } from '../../app/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { Prose } from '../../ui/prose.tsx';

const route = getRouteApi('/login');

/** Reads the code of a log-in link. It stands in the fragment, which browsers never send, and is wiped from the address at once. */
function takeCodeFromAddress(): string {
  const code = new URLSearchParams(window.location.hash.slice(1)).get('code') ?? '';
  if (code !== '')
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return code;
}

export function LoginPage() {
  useTitle('Log in');
  const [code, setCode] = useState('');
  const { logIn, busy, problem } = useLogIn();
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef(logIn);
  useEffect(() => {
    latest.current = logIn;
  });
  useEffect(() => {
    const takeCode = () => {
      const given = takeCodeFromAddress();
      if (given === '') {
        field.current?.focus();
        return;
      }
      setCode(given);
      void latest.current(given);
    };
    takeCode();
    // A link that is opened in the tab of this page changes only the fragment.
    window.addEventListener('hashchange', takeCode);
    return () => window.removeEventListener('hashchange', takeCode);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void logIn(code.trim());
  };
  return (
    <main className="grid min-h-full place-items-center bg-canvas p-6">
      <div className="absolute top-3 right-4">
        <ThemeMenu />
      </div>
      <div className="w-full max-w-100 rounded-lg border bg-surface p-7 shadow-1">
        <div className="mb-5 flex items-center gap-3">
          <img src="/favicon.svg" alt="" className="size-9" />
          <div>
            <h1 className="text-lg font-semibold tracking-[-0.015em]">Fleet Manager</h1>
            <p className="text-ink-2">Log in with a one-time code</p>
          </div>
        </div>
        <form onSubmit={submit} noValidate>
          <label htmlFor="code" className="mb-1 block text-xs font-medium">
            One-time code
          </label>
          <input
            id="code"
            ref={field}
            name="code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? 'code-help' : 'code-problem'}
            className="h-9 w-full rounded-md border border-line-strong bg-sunken px-3 font-mono text-base aria-invalid:border-bad"
          />
          {problem === undefined ? (
            <p id="code-help" className="mt-1.5 text-xs text-ink-3">
              It stands in the link that <code className="font-mono whitespace-nowrap">npm start</code> prints.{' '}
              <code className="font-mono whitespace-nowrap">fleetctl login-link</code> makes a new one.
            </p>
          ) : (
            <LoginProblem problem={problem} />
          )}
          <Button type="submit" look="primary" icon={KeyRound} disabled={busy} className="mt-4 h-9 w-full text-sm">
            {busy ? 'Logging in…' : 'Log in'}
          </Button>
        </form>
      </div>
    </main>
  );
}

function LoginProblem({ problem }: { readonly problem: HubError }) {
  return (
    <div id="code-problem" role="alert" className="mt-2 flex gap-2 rounded-md bg-bad-soft p-2.5 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <p className="font-medium">{problem.title}</p>
        <p>
          <Prose text={problem.next} />
        </p>
      </div>
    </div>
  );
}

function useLogIn() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const { next } = route.useSearch();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<HubError>();
  const logIn = async (code: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const session = await bodyOf(hub.POST('/api/v1/session', { body: { code } }));
      queries.clear();
      queries.setQueryData(sessionQuery.queryKey, session);
      if (next === undefined) await navigate({ to: '/', search: {}, replace: true });
      else router.history.replace(next);
    } catch (error) {
      setProblem(toHubError(error));
    } finally {
      setBusy(false);
    }
  };
  return { logIn, busy, problem };
}
