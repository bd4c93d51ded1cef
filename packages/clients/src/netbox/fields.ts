import { z } from 'zod';
import { choiceIn, idIn, isObject } from './raw.ts';

// Fields of NetBox answers, read leniently: releases add keys, turn ids into objects, plain values into {value, label} and
// leave fields out. Only what a record cannot do without is demanded.

/** A field of any kind that may be absent. */
export const anything = z.unknown().optional();

/** The id of a related object that must be there. */
export const relatedId = anything.transform((value, context) => {
  const id = idIn(value);
  if (typeof id === 'number') return id;
  context.addIssue({ code: 'custom', message: 'no related object with an id' });
  return z.NEVER;
});

/** The id of a related object, null when there is none. */
export const relatedIdOrNull = anything.transform((value) => idIn(value) ?? null);

/** The value of a choice that must be there. */
export const choice = anything.transform((value, context) => {
  const found = choiceIn(value);
  if (typeof found === 'string' && found !== '') return found;
  context.addIssue({ code: 'custom', message: 'no value of a choice' });
  return z.NEVER;
});

/** The value of a choice, null when unset. */
export const choiceOrNull = anything.transform((value) => choiceIn(value) || null);

/** A text that may be absent; null and absent read as the empty text. */
export const text = anything.transform((value) => (typeof value === 'string' ? value : ''));

/** A text where empty, null and absent all mean "not known". */
export const textOrNull = anything.transform((value) => (typeof value === 'string' && value !== '' ? value : null));

/** A number that may be written as text (decimals are, in some releases); null when absent or no number. */
export const numberOrNull = anything.transform((value) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
});

export const flag = anything.transform((value) => value === true);

/** One text field of a related object, null when there is no object or no such text. */
export function relatedText(key: string) {
  return anything.transform((value) => {
    const found = isObject(value) ? value[key] : undefined;
    return typeof found === 'string' ? found : null;
  });
}

/** An assigned IP address: its id and its text with prefix length. */
export const relatedAddress = anything.transform((value) => {
  const id = idIn(value);
  if (typeof id !== 'number') return null;
  return { id, address: isObject(value) && typeof value.address === 'string' ? value.address : null };
});

/** Tags of an object. One that cannot be read is left out: a tag is no reason to lose its device. */
export const tagList = anything.transform((value) =>
  (Array.isArray(value) ? value : []).flatMap((tag) =>
    isObject(tag) && typeof tag.id === 'number' && typeof tag.slug === 'string'
      ? [{ id: tag.id, slug: tag.slug, name: typeof tag.name === 'string' ? tag.name : tag.slug }]
      : [],
  ),
);

/** Custom fields by name. NetBox 4.7 writes selections as `{value, label}`; the value is kept, as older releases gave it. */
export const customFields = anything.transform(
  (value): Readonly<Record<string, unknown>> =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainValue(one)])) : {},
);

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  // Exactly these two keys: a JSON field may well hold an object with a "value" among others.
  if (isObject(value) && Object.keys(value).length === 2 && 'value' in value && 'label' in value) return value.value;
  return value;
}

/** When the row last changed, as NetBox writes it (ISO 8601 with microseconds); null when the row does not say. */
export const lastUpdated = anything.transform((value) => (typeof value === 'string' && value !== '' ? value : null));

/** The fields of every record. */
export const idField = z.number().int();
