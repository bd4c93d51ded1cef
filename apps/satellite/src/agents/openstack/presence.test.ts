import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Presence, type SeenNode } from './presence.ts';

const devices = Array.from({ length: 10 }, (_, i) => `d${i}`);
const nodeOf = (device: string) => `n-${device}`;

/** One walk in which these devices' nodes are seen; `notFound` are those that a direct look-up does not find either. */
function walk(presence: Presence, seen: readonly string[], notFound: readonly string[], of = devices) {
  const { suspicious } = presence.beginWalk(new Set(seen.map(nodeOf)), new Set(of));
  for (const device of seen) presence.seen(device, { uuid: nodeOf(device), state: 'active', atLatest: null }, 0);
  return of
    .filter((device) => !seen.includes(device))
    .filter((device) => {
      if (suspicious || !notFound.includes(device)) {
        presence.doubtful(device);
        return false;
      }
      return presence.isGone(device) || presence.absent(device);
    });
}

test('gone after two direct 404s two walks apart, and no sooner', () => {
  const presence = new Presence();
  walk(presence, devices, []);
  const rest = devices.slice(1);
  expect([1, 2, 3, 4].map(() => walk(presence, rest, ['d0']).length)).toEqual([0, 0, 1, 1]);
  walk(presence, devices, []);
  expect(walk(presence, rest, ['d0'])).toEqual([]);
});

test('a look-up that finds the node starts the count again', () => {
  const presence = new Presence();
  walk(presence, devices, []);
  const rest = devices.slice(1);
  walk(presence, rest, ['d0']);
  walk(presence, rest, []);
  expect([1, 2].map(() => walk(presence, rest, ['d0']).length)).toEqual([0, 0]);
});

test('devices that NetBox no longer has do not make a walk suspicious: a whole rack can be taken away', () => {
  const presence = new Presence();
  walk(presence, devices, []);
  const left = devices.slice(5);
  expect(presence.beginWalk(new Set(left.map(nodeOf)), new Set(left)).suspicious).toBe(false);
  expect(presence.known.size).toBe(5);
});

const seen = (state: string, atLatest: number, over: Partial<SeenNode> = {}): SeenNode => ({
  uuid: 'n',
  state,
  atLatest: new Date(atLatest),
  ...over,
});
const restarted = (presence: Presence) => new Presence(JSON.parse(JSON.stringify([...presence.known])));

test('the clock of a state runs from its first sighting, over heartbeats of an agent and over a restart', () => {
  const presence = new Presence();
  expect(presence.seen('d0', seen('clean wait', 400), 1_000).since).toBe(400);
  expect(presence.seen('d0', seen('clean wait', 1_900), 2_000).since).toBe(400);
  const again = restarted(presence);
  expect(again.seen('d0', seen('clean wait', 2_900), 3_000).since).toBe(400);
  expect(again.seen('d0', seen('available', 3_900), 4_000).since).toBe(4_000);
});

test('the clock of a lock runs while the same conductor holds it in each walk, over changes of state and a restart', () => {
  const presence = new Presence();
  const since = (of: Presence, lock: string | null | undefined, at: number, state = 'available') =>
    of.seen('d0', seen(state, 0, { lock }), at).lock?.since;
  expect(since(presence, 'c1', 1_000)).toBe(1_000);
  expect(since(presence, 'c1', 2_000, 'manageable')).toBe(1_000);
  const again = restarted(presence);
  expect(since(again, 'c1', 3_000)).toBe(1_000);
  expect(since(again, 'c2', 4_000)).toBe(4_000);
  expect(since(again, null, 5_000)).toBeUndefined();
  expect(since(again, 'c2', 6_000)).toBe(6_000);
  expect(since(again, undefined, 7_000)).toBeUndefined();
});

test('an error is kept as long as the state lasts', () => {
  const presence = new Presence();
  const error = (state: string, text: string | null) => presence.seen('d0', seen(state, 0, { error: text }), 1).error;
  expect(error('inspect failed', null)).toBeUndefined();
  expect(error('inspect failed', 'no Processors')).toBe('no Processors');
  expect(error('inspect failed', null)).toBe('no Processors');
  expect(error('manageable', null)).toBeUndefined();
});

test('I1: an empty walk, or one that lost more than a fifth, never makes anything gone', () => {
  const visible = fc.subarray(devices, { maxLength: 7 });
  fc.assert(
    fc.property(fc.array(visible, { minLength: 1, maxLength: 8 }), (walks) => {
      const presence = new Presence();
      walk(presence, devices, []);
      for (const seen of walks) expect(walk(presence, seen, devices)).toEqual([]);
    }),
  );
});
