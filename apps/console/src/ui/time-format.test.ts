import { expect, test } from 'vitest';
import { absolute, inWords, relative } from './time-format.ts';

const MINUTE = 60_000;

test.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [MINUTE, '1 min'],
  [60 * MINUTE, '1 h'],
  [200 * MINUTE, '3 h 20 min'],
  [11 * 60 * MINUTE + 5 * MINUTE, '11 h'],
  [25 * 60 * MINUTE, '1 d'],
])('%d ms reads %s', (ms, words) => {
  expect(inWords(ms)).toBe(words);
});

test('ages look both ways', () => {
  expect(relative(0, 3_000)).toBe('just now');
  expect(relative(0, 90_000)).toBe('1 min ago');
  expect(relative(7_200_000, 0)).toBe('in 2 h');
});

test('absolute times are UTC and say so', () => {
  expect(absolute(Date.UTC(2026, 10, 30, 23, 8, 12))).toBe('2026-11-30 23:08:12 UTC');
});
