import { Menu } from '@base-ui/react/menu';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import { hub } from '../api/hub.ts';
import { sessionQuery } from '../api/queries.ts';

export function UserMenu() {
  const session = useQuery(sessionQuery);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const logOut = async () => {
    await hub.DELETE('/api/v1/session');
    queries.clear();
    await navigate({ to: '/login', search: {} });
  };
  const name = session.data?.displayName ?? 'Operator';
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={`Account of ${name}`}
        className="inline-flex h-7 items-center gap-1.5 rounded-md px-1.5 text-xs text-ink-2 hover:bg-hover hover:text-ink"
      >
        <UserRound aria-hidden className="size-4" />
        <span className="max-w-40 truncate max-lg:hidden">{name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-40">
          <Menu.Popup className="min-w-48 rounded-lg border border-line-strong bg-raised p-1 shadow-3 outline-none">
            <div className="px-2 py-1.5 text-xs text-ink-3">
              Logged in as <span className="font-medium text-ink">{name}</span>
            </div>
            <Menu.Item
              onClick={() => void logOut()}
              className="flex items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-highlighted:bg-hover"
            >
              <LogOut aria-hidden className="size-3.5 text-ink-3" />
              Log out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
