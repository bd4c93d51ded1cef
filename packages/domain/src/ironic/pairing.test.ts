import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PairableDevice, type PairableNode, pairDevices } from './pairing.ts';

const device = (id: string, name: string, serial: string | null): PairableDevice => ({ id, name, serial });
const node = (uuid: string, name: string | null, serials: string[] = [], foreign = false): PairableNode => ({
  uuid,
  name,
  serials,
  foreign,
});
const kinds = (devices: PairableDevice[], nodes: PairableNode[]) =>
  pairDevices(devices, nodes).findings.map((finding) => finding.kind);

test('serials pair whatever their capitals; a device renamed in NetBox keeps its node', () => {
  const result = pairDevices([device('d1', 'new-name', 'abc-1 ')], [node('n1', 'old-name', ['ABC-1'])]);
  expect([...result.pairs]).toEqual([['d1', 'n1']]);
  expect(result.findings).toEqual([]);
});

test('a name pairs where one side has no serial', () => {
  expect([...pairDevices([device('d1', 'Tray-1', null)], [node('n1', 'tray-1', ['X'])]).pairs]).toEqual([['d1', 'n1']]);
  expect([...pairDevices([device('d1', 'tray-1', 'X')], [node('n1', 'tray-1')]).pairs]).toEqual([['d1', 'n1']]);
});

test('a device without a node is absent; a node without a device is a finding', () => {
  const result = pairDevices([device('d1', 'a', 'S1')], [node('n9', 'z', ['S9'])]);
  expect(result.absent).toEqual(['d1']);
  expect(result.findings).toMatchObject([{ kind: 'node-without-device', key: 'n9', subject: 'z' }]);
});

describe('conflicts block every device they touch', () => {
  test('two devices with the serial of one node', () => {
    const result = pairDevices([device('d1', 'a', 'S1'), device('d2', 'b', 's1')], [node('n1', 'a', ['S1'])]);
    expect(result.findings).toMatchObject([{ kind: 'two-devices-one-node', key: 'n1', deviceIds: ['d1', 'd2'] }]);
    expect([...result.conflicts.keys()].sort()).toEqual(['d1', 'd2']);
    expect(result.pairs.size).toBe(0);
  });

  test('two nodes with the serial of one device', () => {
    const result = pairDevices([device('d1', 'a', 'S1')], [node('n1', 'a', ['S1']), node('n2', 'b', ['S1'])]);
    expect(result.findings).toMatchObject([{ kind: 'two-nodes-one-device', key: 'd1' }]);
    expect(result.findings[0]?.summary).toContain('a, b');
    expect(result.conflicts.has('d1')).toBe(true);
  });

  test('the serial names one node and the name another', () => {
    const result = pairDevices(
      [device('d1', 'a', 'S1'), device('d2', 'b', 'S2')],
      [node('n1', 'b', ['S1']), node('n2', 'a', ['S2'])],
    );
    expect(new Set(result.findings.map((finding) => finding.kind))).toEqual(new Set(['serial-name-mismatch']));
    expect([...result.conflicts.keys()].sort()).toEqual(['d1', 'd2']);
    expect(result.pairs.size).toBe(0);
  });

  test('one mismatch is one finding, though both devices see it', () => {
    const result = pairDevices([device('d1', 'a', 'S1'), device('d2', 'b', 'S2')], [node('n1', 'a', ['S2'])]);
    expect(result.findings).toMatchObject([{ kind: 'serial-name-mismatch', deviceIds: ['d2', 'd1'] }]);
    expect([...result.conflicts.keys()].sort()).toEqual(['d1', 'd2']);
  });

  test('a node of the right name with another serial', () => {
    const result = pairDevices([device('d1', 'a', 'S1')], [node('n1', 'a', ['S7'])]);
    expect(result.findings).toMatchObject([{ kind: 'serial-name-mismatch', deviceIds: ['d1'] }]);
    expect(result.conflicts.get('d1')).toContain('S7');
  });

  test('a device paired before another one draws it into a conflict is let go', () => {
    const result = pairDevices(
      [device('d2', 'b', 'S2'), device('d1', 'a', 'S1')],
      [node('n1', 'b', ['S1']), node('n2', null, ['S2'])],
    );
    expect(result.pairs.size).toBe(0);
    expect([...result.conflicts.keys()].sort()).toEqual(['d1', 'd2']);
  });
});

test('a node of another owner pairs by serial only', () => {
  expect(pairDevices([device('d1', 'a', 'S1')], [node('n1', 'x', ['S1'], true)]).pairs.get('d1')).toBe('n1');
  const byName = pairDevices([device('d1', 'a', null)], [node('n1', 'a', [], true)]);
  expect(byName.findings).toMatchObject([{ kind: 'foreign-node', deviceIds: ['d1'] }]);
  expect(byName.conflicts.has('d1')).toBe(true);
  expect(kinds([], [node('n1', 'x', [], true)])).toEqual(['foreign-node']);
});

test('of two devices of one name, in two sites, each has the node of its own serial', () => {
  const [here, there] = [device('d1', 'tray-1', 'S1'), device('d2', 'tray-1', 'S2')];
  const nodes = [node('n1', 'tray-1', ['S1']), node('n2', 'tray-1-b', ['S2'])];
  const both = pairDevices([here, there], nodes);
  expect([...both.pairs]).toEqual([
    ['d1', 'n1'],
    ['d2', 'n2'],
  ]);
  expect(both.findings).toEqual([]);
  expect(pairDevices([here, there], nodes.slice(0, 1))).toMatchObject({ absent: ['d2'], findings: [] });
  expect(pairDevices([here, device('d2', 'tray-1', null)], nodes.slice(0, 1))).toMatchObject({ absent: ['d2'] });
});

test('an empty serial pairs with nothing', () => {
  expect(pairDevices([device('d1', 'a', '')], [node('n1', 'b', [''])]).absent).toEqual(['d1']);
});

const few = fc.constantFrom('a', 'b', 'c', 'd', '');
const devices = fc
  .array(fc.tuple(few, fc.option(few, { nil: null })), { maxLength: 6 })
  .map((rows) => rows.map(([name, serial], i) => device(`d${i}`, name, serial)));
const nodes = fc
  .array(fc.tuple(fc.option(few, { nil: null }), fc.array(few, { maxLength: 2 }), fc.boolean()), { maxLength: 6 })
  .map((rows) => rows.map(([name, serials, foreign], i) => node(`n${i}`, name, serials, foreign)));

test('each device is paired, absent or in conflict, never two of them; no node has two devices; order does not matter', () => {
  fc.assert(
    fc.property(devices, nodes, (ds, ns) => {
      const result = pairDevices(ds, ns);
      for (const d of ds) {
        const places = [result.pairs.has(d.id), result.conflicts.has(d.id), result.absent.includes(d.id)];
        expect(places.filter(Boolean)).toHaveLength(1);
      }
      expect(new Set(result.pairs.values()).size).toBe(result.pairs.size);
      const turned = pairDevices([...ds].reverse(), [...ns].reverse());
      expect(new Map([...turned.pairs].sort())).toEqual(new Map([...result.pairs].sort()));
      expect([...turned.conflicts.keys()].sort()).toEqual([...result.conflicts.keys()].sort());
    }),
    { numRuns: 500 },
  );
});
