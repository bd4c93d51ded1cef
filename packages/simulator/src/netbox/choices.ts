import type { Choices } from './model.ts';

export const siteStatus: Choices = {
  planned: 'Planned',
  staging: 'Staging',
  active: 'Active',
  decommissioning: 'Decommissioning',
  retired: 'Retired',
};
/** A device is `staged`, a site `staging`: mixing them up is a 400. */
export const deviceStatus: Choices = {
  offline: 'Offline',
  active: 'Active',
  planned: 'Planned',
  staged: 'Staged',
  failed: 'Failed',
  inventory: 'Inventory',
  decommissioning: 'Decommissioning',
};
export const moduleStatus: Choices = {
  offline: 'Offline',
  active: 'Active',
  planned: 'Planned',
  staged: 'Staged',
  failed: 'Failed',
  decommissioning: 'Decommissioning',
};
export const rackStatus: Choices = {
  reserved: 'Reserved',
  available: 'Available',
  planned: 'Planned',
  active: 'Active',
  deprecated: 'Deprecated',
};
export const rackForm: Choices = {
  '2-post-frame': '2-post frame',
  '4-post-frame': '4-post frame',
  '4-post-cabinet': '4-post cabinet',
};
export const rackWidth: Choices = { 10: '10 inches', 19: '19 inches', 21: '21 inches', 23: '23 inches' };
export const deviceFace: Choices = { front: 'Front', rear: 'Rear' };
export const airflow: Choices = {
  'front-to-rear': 'Front to rear',
  'rear-to-front': 'Rear to front',
  'left-to-right': 'Left to right',
  'right-to-left': 'Right to left',
  'side-to-rear': 'Side to rear',
  passive: 'Passive',
  mixed: 'Mixed',
};
export const subdeviceRole: Choices = { parent: 'Parent', child: 'Child' };
export const interfaceType: Choices = {
  virtual: 'Virtual',
  bridge: 'Bridge',
  lag: 'Link Aggregation Group (LAG)',
  '1000base-t': '1000BASE-T (1GE)',
  '10gbase-t': '10GBASE-T (10GE)',
  '10gbase-x-sfpp': 'SFP+ (10GE)',
  '25gbase-x-sfp28': 'SFP28 (25GE)',
  '100gbase-x-qsfp28': 'QSFP28 (100GE)',
  '200gbase-x-qsfp56': 'QSFP56 (200GE)',
  '400gbase-x-qsfp112': 'QSFP112 (400GE)',
  '400gbase-x-osfp': 'OSFP (400GE)',
  '800gbase-x-osfp': 'OSFP (800GE)',
  'infiniband-ndr': 'NDR (100 Gbps)',
  'infiniband-xdr': 'XDR (250 Gbps)',
  other: 'Other',
};
export const consolePortType: Choices = {
  'de-9': 'DE-9',
  'db-25': 'DB-25',
  'rj-45': 'RJ-45',
  'usb-a': 'USB Type A',
  'usb-c': 'USB Type C',
  other: 'Other',
};
export const linkStatus: Choices = { connected: 'Connected', planned: 'Planned', decommissioning: 'Decommissioning' };
export const cableType: Choices = {
  cat5e: 'CAT5e',
  cat6: 'CAT6',
  cat6a: 'CAT6a',
  'dac-active': 'Direct Attach Copper (Active)',
  'dac-passive': 'Direct Attach Copper (Passive)',
  mmf: 'Multimode Fiber',
  'mmf-om4': 'Multimode Fiber (OM4)',
  smf: 'Single-mode Fiber',
  'smf-os2': 'Single-mode Fiber (OS2)',
  aoc: 'Active Optical Cabling (AOC)',
  power: 'Power',
};
export const cableProfile: Choices = {
  'single-1c1p': '1C1P',
  'single-1c2p': '1C2P',
  'breakout-1c4p-4c1p': '1C4P:4C1P',
};
export const lengthUnit: Choices = {
  km: 'Kilometers',
  m: 'Meters',
  cm: 'Centimeters',
  mi: 'Miles',
  ft: 'Feet',
  in: 'Inches',
};
export const cableEnd: Choices = { A: 'A', B: 'B' };
export const ipStatus: Choices = {
  active: 'Active',
  reserved: 'Reserved',
  deprecated: 'Deprecated',
  dhcp: 'DHCP',
  slaac: 'SLAAC',
};
export const ipRole: Choices = {
  loopback: 'Loopback',
  secondary: 'Secondary',
  anycast: 'Anycast',
  vip: 'VIP',
};
export const prefixStatus: Choices = {
  container: 'Container',
  active: 'Active',
  reserved: 'Reserved',
  deprecated: 'Deprecated',
};
export const clusterStatus: Choices = {
  planned: 'Planned',
  staging: 'Staging',
  active: 'Active',
  decommissioning: 'Decommissioning',
  offline: 'Offline',
};
export const changeAction: Choices = { create: 'Created', update: 'Updated', delete: 'Deleted' };
export const customFieldType: Choices = {
  text: 'Text',
  integer: 'Integer',
  boolean: 'Boolean (true/false)',
  date: 'Date',
  json: 'JSON',
  select: 'Selection',
};
