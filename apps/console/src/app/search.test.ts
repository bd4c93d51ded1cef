import { expect, test } from 'vitest';
import { parseSearch, readDevicesSearch, readLoginSearch, SearchError, writeSearch } from './search.ts';

test('filters survive the address', () => {
  const search = { status: ['failed', 'unknown'], site: ['lulea'], q: 'tray 07 & co', sort: '-statusSince' };
  const address = writeSearch(search);
  expect(address).toBe('?status=failed&status=unknown&site=lulea&q=tray+07+%26+co&sort=-statusSince');
  expect(readDevicesSearch(parseSearch(address))).toEqual(search);
});

test('a filter that is not known is refused by name', () => {
  expect(() => readDevicesSearch({ status: 'exploded' })).toThrow(SearchError);
  expect(() => readDevicesSearch({ status: 'exploded' })).toThrow(/^status: /);
});

test('nothing set leaves no question mark', () => {
  expect(writeSearch({ site: [], q: '' })).toBe('');
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
  'after the log-in nobody is led to %s',
  (next) => {
    expect(readLoginSearch({ next })).toEqual({ next: undefined });
  },
);
