// The words of other systems that our code gives a meaning to, and what becomes of a word that it does not know.
import { PROVISION_STATES } from '@fleet-manager/domain/ironic/provision-state';

export interface KnownWords {
  readonly words: ReadonlySet<string>;
  /** What the product does with a device that carries another word. */
  readonly otherwise: string;
}

const shown = 'it is shown as it is, and no rule reads it';
const words = (otherwise: string, ...list: readonly string[]): KnownWords => ({ words: new Set(list), otherwise });

const objectStatus = words(shown, 'offline', 'active', 'planned', 'staged', 'failed', 'decommissioning');
/** By service, call and field. */
export const KNOWN_WORDS: Readonly<Record<string, Readonly<Record<string, KnownWords>>>> = {
  'netbox listDevices': {
    status: words(
      'the gate "active in NetBox" stays unmet, and no rule of the status reads it',
      'offline',
      'active',
      'planned',
      'staged',
      'failed',
      'inventory',
      'decommissioning',
    ),
  },
  'netbox listSites': { status: words(shown, 'planned', 'staging', 'active', 'decommissioning', 'retired') },
  'netbox listRacks': { status: words(shown, 'reserved', 'available', 'planned', 'active', 'deprecated') },
  'netbox listModules': { status: objectStatus },
  'netbox listCables': {
    status: words('the cable counts as not connected', 'connected', 'planned', 'decommissioning'),
  },
  'netbox listCableTerminations': {
    cable_end: words('the row is refused, and its cable shows as degraded', 'A', 'B'),
  },
  'baremetal listNodes': {
    provision_state: words(
      'ProvisioningHealthy and InstanceAllocated become Unknown, with the finding unknown-provision-state',
      ...PROVISION_STATES,
    ),
    power_state: words(shown, 'power on', 'power off', 'error', 'rebooting', 'soft power off', 'soft rebooting'),
  },
  'compute listServers': {
    status: words(
      'the server counts as there, in a state that no rule reads',
      ...['ACTIVE', 'BUILD', 'DELETED', 'ERROR', 'HARD_REBOOT', 'MIGRATING', 'PASSWORD', 'PAUSED', 'REBOOT', 'REBUILD'],
      ...['RESCUE', 'RESIZE', 'REVERT_RESIZE', 'SHELVED', 'SHELVED_OFFLOADED', 'SHUTOFF', 'SOFT_DELETED', 'SUSPENDED'],
      ...['UNKNOWN', 'VERIFY_RESIZE'],
    ),
  },
};
