import type { DeviceSummary } from '@fleet-manager/contract/api/devices';

const FIELDS = [
  'name',
  'operational_status',
  'statusSummary',
  'statusSince',
  'gatesMet',
  'gatesTotal',
  'siteSlug',
  'location',
  'rack',
  'position',
  'role',
  'deviceClass',
  'deviceType',
  'cluster',
  'serial',
  'assetTag',
  'netboxStatus',
  'primaryIp',
  'oobIp',
  'platformClass',
  'tags',
  'ironicNodeId',
  'observedAt',
  'netboxId',
  'id',
] as const satisfies readonly (keyof DeviceSummary)[];

/** The devices as CSV (RFC 4180), every field of the list, whatever columns are shown. */
export function devicesCsv(devices: readonly DeviceSummary[]): string {
  const lines = devices.map((device) => FIELDS.map((field) => cell(device[field])).join(','));
  return `${[FIELDS.join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: DeviceSummary[(typeof FIELDS)[number]]): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = Array.isArray(value) ? value.join(' ') : value;
  // A spreadsheet would run text that begins like a formula; names come from another system.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
