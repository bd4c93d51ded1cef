import { expect, test } from 'vitest';
import { abilitiesOf, isAtLeast, parseNetBoxVersion } from './version.ts';

test.each([
  ['4.7.3', 4, 7, 3],
  ['4.2', 4, 2, 0],
  ['v4.4.10', 4, 4, 10],
  ['4.6.5-Docker-5.0.1', 4, 6, 5],
  ['4.7.0-beta1', 4, 7, 0],
])('%s is read as a version, whatever follows it', (text, major, minor, patch) => {
  expect(parseNetBoxVersion(text)).toEqual({ major, minor, patch, text });
});

test.each(['', 'netbox', '4', '4.', '4.7.3.1.2'])('%j is no version', (text) => {
  expect(parseNetBoxVersion(text)).toBeUndefined();
});

test('4.10 is later than 4.9', () => {
  const version = parseNetBoxVersion('4.10.0');
  expect(version && isAtLeast(version, 4, 9)).toBe(true);
});

test.each([
  ['4.2.9', { startCursor: false, excludeConfigContext: true }],
  ['4.5.2', { startCursor: false, excludeConfigContext: true }],
  ['4.6.0', { startCursor: true, excludeConfigContext: true }],
  ['4.7.0', { startCursor: true, excludeConfigContext: false }],
])('NetBox %s has its own ways', (text, abilities) => {
  const version = parseNetBoxVersion(text);
  expect(version && abilitiesOf(version)).toEqual(abilities);
});
