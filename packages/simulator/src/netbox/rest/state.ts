import type { User } from '../access.ts';
import type { MicrosecondClock } from '../clock.ts';
import { models } from '../models/all.ts';
import type { Store } from '../store.ts';
import type { NetBoxVersion } from '../version.ts';
import { View } from '../view.ts';

/** What all routes of one double share. */
export interface DoubleState {
  readonly store: Store;
  readonly version: NetBoxVersion;
  readonly clock: MicrosecondClock;
  readonly users: readonly User[];
  readonly maxPageSize: number;
  /** Views by the address that URLs in answers begin with; kept, because sorted lists are kept with them. */
  readonly views: Map<string, View>;
}

export function viewFor(state: DoubleState, baseUrl: string): View {
  let view = state.views.get(baseUrl);
  if (view === undefined) {
    view = new View(state.store, models, state.version, baseUrl);
    state.views.set(baseUrl, view);
  }
  return view;
}
