/**
 * What several generators yield, as it comes; each works on its next item while the one before is worked on here. The first
 * that returns something other than undefined ends them all with it.
 */
export async function* merged<T, E>(
  sources: readonly AsyncGenerator<T, E | undefined>[],
): AsyncGenerator<T, E | undefined> {
  type Source = AsyncGenerator<T, E | undefined>;
  const pending = new Map<Source, Promise<IteratorResult<T, E | undefined>>>();
  const ask = (source: Source) => {
    const next = source.next();
    // Whoever reads on meets the error; whoever leaves has no use for it.
    next.catch(() => undefined);
    pending.set(source, next);
  };
  for (const source of sources) ask(source);
  try {
    while (pending.size > 0) {
      const [source, step] = await Promise.race([...pending].map(async ([from, next]) => [from, await next] as const));
      if (step.done) {
        pending.delete(source);
        if (step.value !== undefined) return step.value;
        continue;
      }
      ask(source);
      yield step.value;
    }
    return undefined;
  } finally {
    await Promise.allSettled(pending.values());
    await Promise.allSettled(sources.map((source) => source.return(undefined)));
  }
}
