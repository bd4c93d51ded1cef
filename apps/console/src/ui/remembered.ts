import { useCallback, useState } from 'react';
import type { z } from 'zod';

/** A choice that this computer remembers; what is stored is parsed, because an older console may have written it. */
export function useRemembered<T>(key: string, schema: z.ZodType<T>, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    try {
      const parsed = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
      return parsed.success ? parsed.data : initial;
    } catch {
      return initial;
    }
  });
  const remember = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage may be forbidden; the choice then lasts until the page is left.
      }
    },
    [key],
  );
  return [value, remember];
}
