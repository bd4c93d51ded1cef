import { expect, test } from 'vitest';
import { fixtureDevice } from '../../../dev/fixture-devices.ts';
import { devicesCsv } from './csv.ts';

const device = fixtureDevice(0, new Date('2026-11-30T23:00:00Z'));
const row = (csv: string) => csv.split('\r\n')[1] ?? '';

test('a header names the fields and each device is a line', () => {
  const csv = devicesCsv([device, device]);
  expect(csv.split('\r\n')).toHaveLength(4);
  expect(csv).toMatch(/^name,operational_status,statusSummary,/);
  expect(row(csv)).toMatch(/^kef-r001-tray01,ready,/);
});

test('commas, quotes and line breaks stay within their field', () => {
  expect(row(devicesCsv([{ ...device, name: 'a "b", c' }]))).toMatch(/^"a ""b"", c",/);
});

test('a name that a spreadsheet would run as a formula is disarmed', () => {
  expect(row(devicesCsv([{ ...device, name: '=HYPERLINK("http://x")' }]))).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)",/);
});
