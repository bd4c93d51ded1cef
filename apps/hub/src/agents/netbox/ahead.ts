/**
 * The same items, the next one asked for while the one before is still being worked on. One item ahead and no more, so that
 * a slow reader holds two at most. Leaving early ends the source as soon as what it was asked for has come.
 */
export async function* ahead<T>(source: AsyncIterable<T>): AsyncGenerator<T, void> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = items.next();
      // Whoever reads on meets the error; whoever leaves has no use for it.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await items.return?.();
  }
}
