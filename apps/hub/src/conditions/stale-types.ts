import { ConditionType, FRESH_FOR_MS } from '@fleet-manager/domain/condition';

/** Types for which a watermark of this age no longer speaks. */
export function staleTypesAt(observedAt: Date, now: Date): ConditionType[] {
  const ageMs = now.getTime() - observedAt.getTime();
  return ConditionType.options.filter((type) => ageMs > FRESH_FOR_MS[type]);
}

export const sameTypes = (a: readonly ConditionType[], b: readonly ConditionType[]): boolean =>
  a.length === b.length && a.every((type) => b.includes(type));
