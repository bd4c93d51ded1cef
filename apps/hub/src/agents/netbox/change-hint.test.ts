import type { ChangeLog } from '@fleet-manager/clients/netbox/change-log';
import { beforeEach, describe, expect, test } from 'vitest';
import { TableSource } from '../../../test/table-source.ts';
import { ChangeHint } from './change-hint.ts';

type Entry = Extract<ChangeLog, { kind: 'complete' }>['entries'][number];

const MINUTE = 60_000;
const signal = new AbortController().signal;
let now: number;
let written: Entry[];
let answer: ((since: Date) => ChangeLog) | null;
let source: TableSource & { changeLog?: (since: Date) => Promise<ChangeLog> };
let hint: ChangeHint;
let poll: number;

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z');
  written = [];
  answer = null;
  poll = 0;
  hint = new ChangeHint(5);
  source = Object.assign(new TableSource(), {
    changeLog: async (since: Date): Promise<ChangeLog> =>
      answer?.(since) ?? {
        kind: 'complete',
        entries: written.filter((entry) => Date.parse(entry.lastUpdated) >= since.getTime()),
        asOf: new Date(now),
      },
  });
});

function write(id: number, objectType: string, objectId: number, minutesAgo = 0, action = 'update'): void {
  const lastUpdated = new Date(now - minutesAgo * MINUTE).toISOString();
  written.push({ id, objectType, objectId, action, lastUpdated });
}

/** A pass a minute after the one before. */
async function pass(): Promise<void> {
  now += MINUTE;
  poll += 1;
  await hint.read(source, poll, new Date(now), signal);
}

/** A first pass, after which everything has been asked for. */
async function start(): Promise<void> {
  await pass();
  for (const type of ['dcim.device', 'dcim.cable', 'dcim.interface'] as const) hint.settled(type, false);
}

test('nothing is left out on the strength of the first reading', async () => {
  await pass();
  expect(hint.isQuiet('dcim.device')).toBe(false);
});

test('a type that the log does not name is left out, one that it names is not, until it was asked', async () => {
  await start();
  write(7, 'dcim.device', 3);
  await pass();
  expect(hint.isQuiet('dcim.device')).toBe(false);
  expect(hint.namedOf('dcim.device')).toEqual(new Set([3]));
  expect(hint.isQuiet('dcim.interface')).toBe(true);
  // The question failed, so that it was not settled.
  await pass();
  expect(hint.isQuiet('dcim.device')).toBe(false);
  hint.settled('dcim.device', true);
  await pass();
  expect(hint.isQuiet('dcim.device')).toBe(true);
});

test('an entry that shows late, with an id and a time already passed, is news', async () => {
  write(20, 'dcim.interface', 1);
  await start();
  write(12, 'dcim.device', 3, 4);
  await pass();
  expect(hint.isQuiet('dcim.device')).toBe(false);
});

test('the ends of a cable tell of the cable', async () => {
  await start();
  write(7, 'dcim.cabletermination', 3);
  await pass();
  expect(hint.isQuiet('dcim.cable')).toBe(false);
});

test('each type is asked every fifth poll, whatever the log says', async () => {
  await start();
  const quiet: boolean[] = [];
  for (let i = 0; i < 6; i += 1) {
    await pass();
    quiet.push(hint.isQuiet('dcim.device'));
  }
  expect(quiet).toEqual([true, true, true, false, true, true]);
});

test('ids are to be compared after a deletion, and where the log cannot be relied on', async () => {
  expect(hint.mayLack('dcim.interface')).toBe(true);
  await start();
  hint.compared('dcim.interface');
  hint.compared('dcim.device');
  write(7, 'dcim.interface', 3);
  await pass();
  expect(hint.mayLack('dcim.interface')).toBe(false);
  write(8, 'dcim.interface', 4, 0, 'delete');
  await pass();
  expect(hint.mayLack('dcim.interface')).toBe(true);
  expect(hint.mayLack('dcim.device')).toBe(false);
  answer = () => ({ kind: 'too-long' });
  await pass();
  expect(hint.mayLack('dcim.device')).toBe(true);
});

describe('nothing is left out', () => {
  test.each<[string, ChangeLog]>([
    ['where the log is too long', { kind: 'too-long' }],
    [
      'where it is refused',
      {
        kind: 'incomplete',
        failure: {
          kind: 'forbidden',
          objectType: 'core.objectchange',
          code: 'FM_NETBOX_PERMISSION_MISSING',
          message: 'netbox: refused',
          advice: 'ask for the right',
        },
      },
    ],
  ])('%s, nor after the next reading, which is a first one again', async (_, given) => {
    await start();
    answer = () => given;
    await pass();
    expect(hint.isQuiet('dcim.device')).toBe(false);
    answer = null;
    await pass();
    expect(hint.isQuiet('dcim.device')).toBe(false);
    await pass();
    expect(hint.isQuiet('dcim.device')).toBe(true);
  });

  test('ever again once a type changed and the log kept silent about it', async () => {
    await start();
    hint.settled('dcim.device', true);
    await pass();
    await pass();
    expect(hint.isQuiet('dcim.device')).toBe(false);
    expect(hint.isQuiet('dcim.interface')).toBe(false);
  });
});

test('a change that came between the reading and the question is no silence', async () => {
  await start();
  write(9, 'dcim.device', 3);
  hint.settled('dcim.device', true);
  await pass();
  hint.settled('dcim.device', false);
  await pass();
  expect(hint.isQuiet('dcim.device')).toBe(true);
});
