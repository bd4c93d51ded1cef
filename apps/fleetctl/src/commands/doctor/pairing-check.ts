import { serialsOf } from '@fleet-manager/clients/ironic/serials';
import { pairDevices } from '@fleet-manager/domain/ironic/pairing';
import { type Check, failed, type Outcome, ok, warning } from './check.ts';
import type { Found } from './found.ts';

/** Does what NetBox says fit what Ironic says? Runs when all that it compares has been read. */
export function pairingCheck(instances: readonly string[]): Check<Found> {
  return {
    id: 'pairing',
    title: 'how devices and nodes pair',
    needs: ['netbox.devices', ...instances.map((instance) => `${instance}.nodes`)],
    async run(found): Promise<Outcome> {
      const nodes = [...found.nodes.values()].flat();
      const devices = found.devices.flatMap(({ id, name, serial }) =>
        name === null ? [] : [{ id: String(id), name, serial: serial === '' ? null : serial }],
      );
      const { pairs, conflicts } = pairDevices(
        devices,
        nodes.map((node) => ({ uuid: node.uuid, name: node.name, serials: serialsOf(node), foreign: false })),
      );
      const sum = `${pairs.size} of ${nodes.length} nodes pair with one of ${devices.length} devices`;
      const next =
        'Compare serial numbers and names in NetBox and Ironic (`properties/serial_number`); `fleetctl findings list` names each once the hub runs.';
      if (pairs.size === 0) return failed(sum, next);
      const [conflict] = conflicts.values();
      if (conflict !== undefined)
        return warning(`${sum}; ${conflicts.size} devices are in conflict, such as: ${conflict}`, next);
      if (pairs.size < nodes.length) return warning(sum, next);
      return ok(sum);
    },
  };
}
