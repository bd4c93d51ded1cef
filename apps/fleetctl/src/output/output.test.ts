import { describe, expect, it } from 'vitest';
import { age } from './print.ts';
import { renderTable } from './table.ts';

describe('a table', () => {
  it('lines up wide characters, and shows a dash where nothing is known', () => {
    const text = renderTable(
      [
        { title: 'NAME', value: (r: { name: string | null; n: number }) => r.name },
        { title: 'N', value: (r) => r.n, align: 'right' },
      ],
      [
        { name: '東京', n: 7 },
        { name: null, n: 1234 },
      ],
    );
    expect(text).toBe(['NAME     N', '東京     7', '-     1234'].join('\n'));
  });

  it('cannot be made to redraw the terminal by a name', () => {
    expect(renderTable([{ title: 'NAME', value: (r: string) => r }], ['evil\u001b[2Jname\n'])).toBe(
      'NAME\nevil\ufffd[2Jname\ufffd',
    );
  });
});

describe('an age', () => {
  const now = Date.parse('2026-01-02T00:00:00Z');
  it.each([
    ['2026-01-02T00:00:00Z', '0s'],
    ['2026-01-01T23:59:18Z', '42s'],
    ['2026-01-01T23:57:55Z', '2m5s'],
    ['2025-12-30T21:00:00Z', '2d3h'],
    ['2026-01-01T00:00:00Z', '1d'],
    ['2026-01-02T00:00:09Z', '0s'],
  ])('of %s is %s', (instant, text) => expect(age(instant, now)).toBe(text));
});
