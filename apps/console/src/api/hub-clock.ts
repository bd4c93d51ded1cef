let skewMs = 0;

/** Learns how far this computer's clock is from the hub's: ages on the screen follow the hub's clock. */
export function learnHubTime(dateHeader: string | null): void {
  if (dateHeader === null) return;
  const at = Date.parse(dateHeader);
  if (Number.isNaN(at)) return;
  // The header has whole seconds, so a difference below two seconds says nothing.
  const difference = at - Date.now();
  skewMs = Math.abs(difference) < 2_000 ? 0 : difference;
}

/** Milliseconds since the epoch by the hub's clock. */
export function hubNow(): number {
  return Date.now() + skewMs;
}
