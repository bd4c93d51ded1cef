import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { HUB_METRICS } from '../../apps/hub/src/metrics/declarations.ts';
import { SATELLITE_METRICS } from '../../apps/satellite/src/metric-declarations.ts';
import { prometheusTool } from '../support/prometheus-tools.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ALERTS = path.join(ROOT, 'deployment/alerts');
const BOARDS = path.join(ROOT, 'deployment/dashboards');
const promtool = (args: string[], cwd = ALERTS) =>
  execFileSync(prometheusTool('promtool'), args, { cwd, encoding: 'utf8' });

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(z.object({ alert: z.string(), expr: z.string(), annotations: z.record(z.string(), z.string()) })),
    }),
  ),
});
const rules = Rules.parse(parse(readFileSync(path.join(ALERTS, 'fleet-manager.rules.yaml'), 'utf8'))).groups.flatMap(
  (group) => group.rules,
);
const Board = z.object({
  uid: z.string(),
  schemaVersion: z.number().min(39),
  panels: z.array(
    z.object({
      title: z.string(),
      datasource: z.object({ uid: z.string().regex(/^\$\{datasource\}$/) }),
      fieldConfig: z.object({
        defaults: z.object({ unit: z.string(), thresholds: z.object({ steps: z.array(z.unknown()) }) }),
      }),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
});
const boards = readdirSync(BOARDS).map((file) => ({
  file,
  board: Board.parse(JSON.parse(readFileSync(path.join(BOARDS, file), 'utf8'))),
}));
const queries = boards.flatMap(({ board }) => board.panels.flatMap((panel) => panel.targets));

test('promtool takes the rules, and each alert fires when it should and stays quiet when it should', () => {
  expect(promtool(['check', 'rules', 'fleet-manager.rules.yaml'])).toContain(`SUCCESS: ${rules.length} rules found`);
  expect(promtool(['test', 'rules', 'fleet-manager.test.yaml'])).toContain('SUCCESS');
  const tested = readFileSync(path.join(ALERTS, 'fleet-manager.test.yaml'), 'utf8');
  for (const { alert } of rules) {
    expect(tested).toContain(`name: ${alert} fires`);
    expect(tested).toContain(`name: ${alert} stays quiet`);
  }
});

test('promtool parses every query of the dashboards', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'fm-boards-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const records = queries.map(({ expr }, i) => ({ record: `query:${i}`, expr }));
  writeFileSync(path.join(dir, 'queries.yaml'), stringify({ groups: [{ name: 'queries', rules: records }] }));
  expect(promtool(['check', 'rules', 'queries.yaml'], dir)).toContain(`SUCCESS: ${queries.length} rules found`);
});

test('queries and alerts use declared metrics, and labels that these have', () => {
  const declared = new Map<string, Set<string>>();
  for (const { name, labels, type } of [...Object.values(HUB_METRICS), ...Object.values(SATELLITE_METRICS)]) {
    const names = type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name];
    for (const one of names)
      declared.set(one, new Set([...labels, ...(declared.get(one) ?? []), 'le', 'job', 'instance']));
  }
  for (const expr of [...queries, ...rules].map((one) => one.expr)) {
    const used = [...expr.matchAll(/\bfleet_manager_\w+/g)].map(([name]) => name);
    for (const name of used) expect(declared.has(name), `${name} in ${expr}`).toBe(true);
    const known = new Set(used.flatMap((name) => [...(declared.get(name) ?? [])]));
    if (used.length === 0) continue;
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) =>
      (list ?? '').split(',').map((l) => l.trim()),
    );
    const matched = [...expr.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label ?? '');
    for (const label of [...grouped, ...matched]) expect(known.has(label), `label ${label} in ${expr}`).toBe(true);
  }
});

test('each alert leads to a section of the runbooks', () => {
  const page = readFileSync(path.join(ROOT, 'docs/runbooks/README.md'), 'utf8');
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook_url).toBe(`docs/runbooks/README.md#${alert.toLowerCase()}`);
    expect(page).toContain(`\n## ${alert}\n`);
  }
});

test('a dashboard is named by its uid', () => {
  for (const { file, board } of boards) expect(file).toBe(`${board.uid}.json`);
});
