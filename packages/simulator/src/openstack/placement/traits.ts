/** Standard traits that the providers of a bare-metal site use. */
export const STANDARD_TRAITS: readonly string[] = [
  'COMPUTE_MANAGED_PCI_DEVICE',
  'COMPUTE_NODE',
  'COMPUTE_STATUS_DISABLED',
  'HW_ARCH_AARCH64',
  'HW_ARCH_X86_64',
  'MISC_SHARES_VIA_AGGREGATE',
  'OWNER_CYBORG',
  'OWNER_NOVA',
];

/** Whether a name belongs to the standard set, whose members cannot be made by a client. */
export function isStandardTrait(name: string): boolean {
  return (
    STANDARD_TRAITS.includes(name) || (!name.startsWith('CUSTOM_') && /^(HW|COMPUTE|STORAGE)_[A-Z0-9_]+$/.test(name))
  );
}
