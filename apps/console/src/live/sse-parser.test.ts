import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SseParser } from './sse-parser.ts';

const stream =
  ': hello\n\nid: 41\nevent: status.changed\ndata: {"a":1}\n\n:keep-alive\n\ndata: two\ndata: lines\n\nid: 42\r\ndata: x\r\n\r\n';
const expected = [
  { id: '41', event: 'status.changed', data: '{"a":1}' },
  { id: '41', event: 'message', data: 'two\nlines' },
  { id: '42', event: 'message', data: 'x' },
];

test('reads events, keeps the last id and skips comments', () => {
  expect(new SseParser().push(stream)).toEqual(expected);
});

test('reads the same events however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
      const parser = new SseParser();
      const at = [0, ...[...cuts].sort((a, b) => a - b), stream.length];
      const events = at.slice(1).flatMap((end, i) => parser.push(stream.slice(at[i], end)));
      expect(events).toEqual(expected);
    }),
  );
});

test('an id that comes alone moves the cursor', () => {
  const parser = new SseParser();
  expect(parser.push('id: 90\n\n')).toEqual([]);
  expect(parser.lastId).toBe('90');
});

test('an event without data is no event', () => {
  expect(new SseParser().push('event: status.changed\nid: 7\n\n')).toEqual([]);
});
