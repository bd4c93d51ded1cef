import { z } from 'zod';

/** What a device is for. Devices whose NetBox role maps to no class (switches, PDUs) are mirrored but never judged. */
export const DeviceClass = z.enum(['GPU_COMPUTE', 'CPU_BAREMETAL', 'CPU_HYPERVISOR']);
export type DeviceClass = z.infer<typeof DeviceClass>;

/** The two Ironic instances of a dual-Ironic site. */
export const IronicInstance = z.enum(['overcloud', 'undercloud']);
export type IronicInstance = z.infer<typeof IronicInstance>;

/** The Ironic instance that serves a device class. */
export function ironicInstanceOf(deviceClass: DeviceClass): IronicInstance {
  return deviceClass === 'CPU_HYPERVISOR' ? 'undercloud' : 'overcloud';
}
