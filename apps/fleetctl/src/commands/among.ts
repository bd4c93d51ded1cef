import type { z } from 'zod';
import { EXIT } from '../exit-code.ts';
import { Failure } from '../failure.ts';

/** The values of an option that takes some words of a closed list. @throws Failure naming the list */
export function among<T extends string>(
  schema: z.ZodType<T> & { options: T[] },
  values: readonly string[],
  option: string,
): T[] {
  return values.map((value) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new Failure(
      `${option} ${value}: there is none of that name`,
      `Take one of ${schema.options.join(', ')}.`,
      EXIT.usage,
    );
  });
}
