import type { Row } from './store.ts';
import { text } from './store.ts';
import type { View } from './view.ts';

/** The ports that a cable may end at here. */
export const cabledTypes = ['dcim.interface', 'dcim.consoleport', 'dcim.consoleserverport'] as const;

export interface CableEnd {
  readonly type: string;
  readonly port: Row;
}

/** Terminations of a cable on one side, in the order they were made. */
export function endsOf(view: View, cable: unknown, side: 'A' | 'B'): CableEnd[] {
  const ends: CableEnd[] = [];
  for (const end of view.store.table('dcim.cabletermination').where('cable', cable)) {
    if (end.cable_end !== side) continue;
    const type = text(end.termination_type);
    const port = view.store.get(type, end.termination_id);
    if (port !== undefined) ends.push({ type, port });
  }
  return ends;
}

/** What is at the other end of the cable of a port. Empty when there is none, or when that device is gone. */
export function peersOf(view: View, port: Row): CableEnd[] {
  if (port.cable === null || port.cable === undefined) return [];
  return endsOf(view, port.cable, port.cable_end === 'A' ? 'B' : 'A');
}

/** Ids of everything of one kind (`device`, `device__site`, ...) that a cable touches. */
export function cableTouches(view: View, cable: Row, path: string, id: number): boolean {
  for (const side of ['A', 'B'] as const) {
    for (const end of endsOf(view, cable.id, side)) {
      if (view.follow(view.model(end.type), end.port, path) === id) return true;
    }
  }
  return false;
}
