import { useEffect, useRef } from 'react';

/** True while keys belong to something that is being typed into, or to an open menu or dialog. */
function keysAreTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null;
}

/** Calls `act` when the key is pressed anywhere, unless someone is typing. */
export function useHotkey(key: string, act: (event: KeyboardEvent) => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || event.metaKey || event.ctrlKey || event.altKey || keysAreTaken(event.target)) return;
      latest.current(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [key]);
}
