import { expect, test } from 'vitest';
import { ahead } from './ahead.ts';

async function* counting(log: string[], failAt = Number.POSITIVE_INFINITY): AsyncGenerator<number> {
  try {
    for (let i = 1; i <= 4; i += 1) {
      log.push(`asked ${i}`);
      if (i === failAt) throw new Error(`no ${i}`);
      yield i;
    }
  } finally {
    log.push('closed');
  }
}

test('items come in order, each asked for while the one before is worked on', async () => {
  const log: string[] = [];
  for await (const item of ahead(counting(log))) {
    await new Promise(setImmediate);
    log.push(`done ${item}`);
  }
  expect(log).toEqual([
    ...['asked 1', 'asked 2', 'done 1', 'asked 3', 'done 2', 'asked 4', 'done 3', 'closed', 'done 4'],
  ]);
});

test('an error comes after the items before it', async () => {
  const got: number[] = [];
  const read = async () => {
    for await (const item of ahead(counting([], 3))) got.push(item);
  };
  await expect(read()).rejects.toThrow('no 3');
  expect(got).toEqual([1, 2]);
});

test.each([2, Number.POSITIVE_INFINITY])(
  'leaving early closes the source, also when the next item fails',
  async (failAt) => {
    const log: string[] = [];
    for await (const _ of ahead(counting(log, failAt))) break;
    expect(log.at(-1)).toBe('closed');
  },
);
