import type { FleetEvent } from '@fleet-manager/contract/api/agents';
import type { QueryClient } from '@tanstack/react-query';
import { KEYS } from '../api/keys.ts';
import { refreshDeviceLists } from './patch-rows.ts';
import { type Key, touchedBy } from './touched.ts';

/** A page of 10,000 devices is not read again for each event: lists are refreshed at most this often. */
const LISTS_EVERY_MS = 2_000;
const DETAILS_EVERY_MS = 250;

/** Reads again what events made old: details nearly at once, lists in bursts. Only what is on the screen is fetched. */
export class LiveRefresh {
  readonly #queries: QueryClient;
  readonly #pending = { details: new Map<string, Key>(), lists: new Map<string, Key>() };
  readonly #timers = new Map<'details' | 'lists', ReturnType<typeof setTimeout>>();
  #changedDevices = new Set<string>();
  #lastLists = 0;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  readonly onEvent = (event: FleetEvent): void => {
    const touched = touchedBy(event);
    for (const key of touched.details) this.#pending.details.set(key.join('/'), key);
    for (const key of touched.lists) this.#pending.lists.set(key.join('/'), key);
    if (event.deviceId !== null && touched.lists.length > 0) this.#changedDevices.add(event.deviceId);
    if (touched.details.length > 0) this.#schedule('details', DETAILS_EVERY_MS);
    if (touched.lists.length > 0) {
      this.#schedule('lists', Math.max(DETAILS_EVERY_MS, this.#lastLists + LISTS_EVERY_MS - Date.now()));
    }
  };

  readonly everything = (): void => {
    void this.#queries.invalidateQueries();
  };

  #schedule(which: 'details' | 'lists', delayMs: number): void {
    if (this.#timers.has(which)) return;
    this.#timers.set(
      which,
      setTimeout(() => {
        this.#timers.delete(which);
        if (which === 'lists') this.#lastLists = Date.now();
        const keys = [...this.#pending[which].values()];
        this.#pending[which].clear();
        for (const queryKey of keys) {
          if (queryKey[0] !== KEYS.devices)
            void this.#queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
          else void this.#refreshDevices();
        }
      }, delayMs),
    );
  }

  async #refreshDevices(): Promise<void> {
    const changed = this.#changedDevices;
    this.#changedDevices = new Set();
    await refreshDeviceLists(this.#queries, changed);
  }
}
