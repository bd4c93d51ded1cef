import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Presence } from './presence.ts';

const devices = Array.from({ length: 10 }, (_, i) => `d${i}`);
const nodeOf = (device: string) => `n-${device}`;

/** One walk in which these devices' nodes are seen; `notFound` are those that a direct look-up does not find either. */
function walk(presence: Presence, seen: readonly string[], notFound: readonly string[], of = devices) {
  const { suspicious } = presence.beginWalk(new Set(seen.map(nodeOf)), new Set(of));
  for (const device of seen) presence.seen(device, nodeOf(device), 'active', 0, null);
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

test('the clock of a state runs from its first sighting, over heartbeats of an agent and over a restart', () => {
  const presence = new Presence();
  expect(presence.seen('d0', 'n', 'clean wait', 1_000, new Date(400))).toBe(400);
  expect(presence.seen('d0', 'n', 'clean wait', 2_000, new Date(1_900))).toBe(400);
  const again = new Presence(JSON.parse(JSON.stringify([...presence.known])));
  expect(again.seen('d0', 'n', 'clean wait', 3_000, new Date(2_900))).toBe(400);
  expect(again.seen('d0', 'n', 'available', 4_000, new Date(3_900))).toBe(4_000);
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
