import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';

test('settings and data are needed; every role runs unless some are named', () => {
  expect(parseOptions(['--settings', 'a.yaml', '--data', 'd', '--port', '9000'])).toEqual({
    settings: 'a.yaml',
    data: 'd',
    roles: ['openstack-agent'],
    port: 9000,
  });
});

test.each([
  [['--data', 'd'], '--settings is missing'],
  [['--settings', 'a'], '--data is missing'],
  [['--settings', 'a', '--data', 'd', '--role', 'poet'], '--role poet is not known'],
  [['--settings', 'a', '--data', 'd', '--port', '70000'], '--port 70000 is not a port number'],
  [['--settings', 'a', '--data', 'd', '--colour'], '--colour'],
])('%j: %s', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
});
