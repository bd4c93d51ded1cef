import { expect, test } from 'vitest';
import type { LoopClock } from './clock.ts';
import { Reconciler, type ReconcilerOptions } from './reconciler.ts';

/** A clock that stands still until somebody lets a sleeper go. */
function manualClock() {
  let now = 1_000_000;
  const sleeps: { ms: number; go: () => void }[] = [];
  let arrived = () => {};
  const clock: LoopClock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve());
        sleeps.push({ ms, go: resolve });
        arrived();
      }),
  };
  /** Waits until the loop sleeps, and gives for how long. */
  const asleep = async (): Promise<number> => {
    if (sleeps.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
    return sleeps[0]?.ms ?? -1;
  };
  const wake = () => {
    const next = sleeps.shift();
    now += next?.ms ?? 0;
    next?.go();
  };
  return { clock, asleep, wake, advance: (ms: number) => (now += ms), drop: () => sleeps.shift() };
}

function loop(pass: ReconcilerOptions['pass'], over: Partial<ReconcilerOptions> = {}) {
  const time = manualClock();
  const reconciler = new Reconciler({
    name: 'loop',
    intervalMs: 60_000,
    pass,
    clock: time.clock,
    random: () => 0.5,
    ...over,
  });
  return { ...time, reconciler };
}

test('passes start at a steady interval, whatever one takes', async () => {
  const t = loop(async () => {
    t.advance(7_000);
    return { objects: 3 };
  });
  t.reconciler.start();
  expect(await t.asleep()).toBe(53_000);
  expect(t.reconciler.state).toMatchObject({ objects: 3, passes: 1, lastDurationMs: 7_000, failure: null });
  await t.reconciler.stop();
});

test('a pass may ask to come again sooner', async () => {
  const t = loop(async () => ({ requeueAfterMs: 5_000 }));
  t.reconciler.start();
  expect(await t.asleep()).toBe(5_000);
  await t.reconciler.stop();
});

test('after failures it waits longer each time, scattered, never longer than the interval; a success ends that', async () => {
  let fail = true;
  const seen: unknown[] = [];
  const t = loop(
    async () => {
      if (fail) throw new Error('no');
      return undefined;
    },
    { onFailure: (error) => seen.push(error) },
  );
  t.reconciler.start();
  const waits: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    waits.push(await t.asleep());
    if (i === 6) fail = false;
    t.wake();
  }
  expect(waits).toEqual([1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000]);
  expect(await t.asleep()).toBe(60_000);
  expect(seen).toHaveLength(7);
  expect(t.reconciler.state.failure).toBeNull();
  await t.reconciler.stop();
});

test('a failure keeps the time of the first of its run, and the last success', async () => {
  let passes = 0;
  const t = loop(async () => {
    passes += 1;
    if (passes > 1) throw new Error('down');
    return undefined;
  });
  t.reconciler.start();
  await t.asleep();
  const good = t.reconciler.state.lastSuccessAt;
  t.wake();
  await t.asleep();
  const since = t.reconciler.state.failure?.since;
  t.wake();
  await t.asleep();
  expect(t.reconciler.state).toMatchObject({ lastSuccessAt: good, failure: { since, count: 2 } });
  await t.reconciler.stop();
});

test('a nudge starts a pass at once; one during a pass asks for one more', async () => {
  let passes = 0;
  let release = () => {};
  const t = loop(async () => {
    passes += 1;
    if (passes === 2) await new Promise<void>((resolve) => (release = resolve));
    return undefined;
  });
  t.reconciler.start();
  await t.asleep();
  t.drop();
  t.reconciler.nudge();
  while (passes < 2) await Promise.resolve();
  t.reconciler.nudge();
  release();
  await t.asleep();
  expect(passes).toBe(3);
  await t.reconciler.stop();
});

test('stop aborts the running pass and waits for its end', async () => {
  let ended = false;
  const t = loop(async (signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    ended = true;
    throw new Error('aborted');
  });
  t.reconciler.start();
  await t.reconciler.stop();
  expect(ended).toBe(true);
  expect(t.reconciler.state.failure).toBeNull();
});
