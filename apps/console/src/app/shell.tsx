import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { KEYS } from '../api/keys.ts';
import { useLive } from '../live/use-live.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { LiveBadge } from './live-badge.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** What stands around each page: the rail, the top bar, the live stream. */
export function Shell() {
  const router = useRouter();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const queries = useQueryClient();
  const toLogin = useCallback(() => {
    queries.removeQueries({ queryKey: [KEYS.session] });
    void router.navigate({ to: '/login', search: { next: router.state.location.href } });
  }, [router, queries]);
  useLive(toLogin);
  usePaletteKey(setPaletteOpen);
  const main = useFocusOnNavigation();
  return (
    <div className="flex h-full">
      {/* biome-ignore lint/a11y/useValidAnchor: it is a way within the page; the router would take a change of the fragment for navigation */}
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-accent focus:px-3 focus:py-1.5 focus:text-accent-ink"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <Rail />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-11 shrink-0 items-center gap-3 border-b bg-surface px-5">
          <button
            type="button"
            onClick={() => setPaletteOpen(true)}
            className="flex h-7 w-full max-w-88 items-center gap-2 rounded-md border bg-sunken px-2.5 text-left text-xs text-ink-3 hover:border-line-strong"
          >
            <Search aria-hidden className="size-3.5" />
            <span className="flex-1">Go to a page or device</span>
            <KeyHint>Ctrl K</KeyHint>
          </button>
          <div className="flex-1" />
          <LiveBadge />
          <ThemeMenu />
          <UserMenu />
        </header>
        <main id="main" ref={main} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
          <Outlet />
        </main>
      </div>
      <Palette open={paletteOpen} onOpenChange={setPaletteOpen} />
    </div>
  );
}

function usePaletteKey(setOpen: (open: boolean) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [setOpen]);
}

/** A new page takes the focus and starts at its top, so that a screen reader and the keyboard start there too. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo({ top: 0 });
  }, [pathname]);
  return main;
}
