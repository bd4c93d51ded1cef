import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from './secret.ts';

test('a secret reads [redacted] however it is printed', () => {
  const secret = new Secret('hunter2-value');
  const error = new Error(`could not log in with ${secret}`);
  const prints = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ deep: { secret } }),
    error.message,
  ];
  prints.push(inspect(secret, { showHidden: true, depth: 9 }), Object.keys(secret).join());
  for (const text of prints) expect(text).not.toContain('hunter2');
  expect(JSON.stringify({ secret })).toBe('{"secret":"[redacted]"}');
});

test('the value is given only on request, and two secrets can be compared', () => {
  const secret = new Secret('hunter2-value');
  expect(secret.reveal()).toBe('hunter2-value');
  expect(secret.equals(new Secret('hunter2-value'))).toBe(true);
  expect(secret.equals(new Secret('other'))).toBe(false);
});
