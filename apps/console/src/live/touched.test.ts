import { EventKind } from '@fleet-manager/contract/api/agents';
import { expect, test } from 'vitest';
import { touchedBy } from './touched.ts';

const event = { id: '1', at: '2026-11-30T23:00:00Z', siteSlug: 'lulea', deviceId: 'd', data: {} } as const;

test.each(EventKind.options)('%s makes something on the screen old', (kind) => {
  const { details, lists } = touchedBy({ ...event, kind });
  expect([...details, ...lists].length).toBeGreaterThan(0);
  expect(details).toEqual([['device', 'd']]);
});

test('a changed condition reads its device again, not the lists', () => {
  expect(touchedBy({ ...event, kind: 'condition.changed' }).lists).toEqual([]);
});
