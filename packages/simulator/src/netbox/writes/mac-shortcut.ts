import { normaliseMac } from '../mac.ts';
import type { Row } from '../store.ts';
import { refuse } from '../validation.ts';
import { defaultsOf } from './parse.ts';
import type { WriteSession } from './session.ts';

/**
 * Writing an interface's `mac_address` (from 4.7): the address becomes the primary one and is made when the interface
 * does not have it yet; the one before stays, as a second.
 */
export function assignMac(session: WriteSession, port: Row, written: unknown): void {
  const { view } = session;
  const interfaces = view.model('dcim.interface');
  if (written === null || written === '') {
    session.write(interfaces, port, { primary_mac_address: null });
    return;
  }
  const address = typeof written === 'string' ? normaliseMac(written) : null;
  if (address === null) throw refuse('mac_address', `Invalid MAC address format: ${String(written)}`);
  const model = view.model('dcim.macaddress');
  const own = view.store
    .table(model.type)
    .where('mac_address', address)
    .find((row) => row.assigned_object_type === 'dcim.interface' && row.assigned_object_id === port.id);
  const row =
    own ??
    session.insert(model, {
      ...defaultsOf(view, model),
      mac_address: address,
      assigned_object_type: 'dcim.interface',
      assigned_object_id: port.id,
    });
  if (port.primary_mac_address !== row.id) session.write(interfaces, port, { primary_mac_address: row.id });
}
