import type { Model } from '../model.ts';
import { idList, isRecord, type Row, text } from '../store.ts';
import type { View } from '../view.ts';

/** A row as the change log keeps it: foreign keys as ids, tags as names, no derived keys, no timestamps. */
export function snapshot(view: View, model: Model, row: Row): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const field of model.fields) {
    if (!view.has(field) || field.name === 'created' || field.name === 'last_updated') continue;
    switch (field.kind) {
      case 'value':
      case 'choice':
      case 'ref':
        data[field.name] = row[field.name] ?? null;
        break;
      case 'refs':
        data[field.name] = [...idList(row[field.name])];
        break;
      case 'tags':
        data.tags = idList(row.tags)
          .map((id) => text(view.store.get('extras.tag', id)?.name))
          .sort();
        break;
      case 'customFields':
        data.custom_fields = isRecord(row.custom_fields) ? { ...row.custom_fields } : {};
        break;
      case 'computed':
    }
  }
  return data;
}
