import { cabledTypes } from '../cabling.ts';
import { isRecord, type Row, text } from '../store.ts';
import { HttpProblem, refuse } from '../validation.ts';
import { fullVersions } from '../version.ts';
import type { View } from '../view.ts';
import type { WriteSession } from './session.ts';

type Side = 'A' | 'B';

interface End {
  readonly type: string;
  readonly port: Row;
}

/** The ends that a request body names, checked: each port exists and has no other cable. */
export function readEnds(view: View, input: Readonly<Record<string, unknown>>, cable: number): [Side, End[]][] {
  const sides: [Side, End[]][] = [];
  for (const [key, side] of [
    ['a_terminations', 'A'],
    ['b_terminations', 'B'],
  ] as const) {
    const written = input[key];
    if (written === undefined) continue;
    if (!Array.isArray(written)) throw refuse(key, 'Expected a list of items.');
    sides.push([side, written.map((item: unknown) => readEnd(view, key, item, cable))]);
  }
  return sides;
}

function readEnd(view: View, key: string, written: unknown, cable: number): End {
  if (!isRecord(written)) throw refuse(key, 'Invalid data. Expected a dictionary.');
  const { object_type: type, object_id: id } = written;
  if (typeof type !== 'string' || !cabledTypes.some((known) => known === type)) {
    throw refuse(key, `Invalid content type: ${String(type)}`);
  }
  const model = view.model(type);
  const port = view.store.get(type, id);
  // The real thing answers an unknown port with a server error.
  if (port === undefined) {
    throw new HttpProblem(500, {
      error: `${model.name} matching query does not exist.`,
      exception: 'DoesNotExist',
      netbox_version: fullVersions[view.version],
      python_version: '3.13.0',
    });
  }
  if (typeof port.cable === 'number' && port.cable !== cable) {
    throw refuse('__all__', `Duplicate termination found for ${type} ${port.id}: cable ${port.cable}`);
  }
  if (port.mark_connected === true) throw refuse('__all__', 'Cannot connect a cable to a port marked as connected.');
  return { type, port };
}

/** Ends a cable at ports: a termination row each, and the ports know their cable. */
export function connect(session: WriteSession, cable: Row, side: Side, ends: readonly End[]): void {
  const { view } = session;
  const termination = view.model('dcim.cabletermination');
  for (const { type, port } of ends) {
    session.insert(termination, {
      cable: cable.id,
      cable_end: side,
      termination_type: type,
      termination_id: port.id,
      connector: null,
      positions: null,
    });
    session.write(view.model(type), port, { cable: cable.id, cable_end: side });
  }
}

/** Takes one side of a cable off its ports. */
export function disconnect(session: WriteSession, cable: Row, side: Side): void {
  const { view } = session;
  const termination = view.model('dcim.cabletermination');
  for (const end of view.store.table(termination.type).where('cable', cable.id)) {
    if (end.cable_end !== side) continue;
    const type = text(end.termination_type);
    const port = view.store.get(type, end.termination_id);
    session.drop(termination, end);
    if (port !== undefined) session.write(view.model(type), port, { cable: null, cable_end: null });
  }
}
