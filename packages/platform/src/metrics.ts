/** What a metric is, said once: the programs make it from this, docs/metrics.md and the tests of alerts and dashboards read it. */
export interface MetricDeclaration {
  /** `fleet_manager_<thing>[_<unit>][_total]`: see `namingFault`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly unit: MetricUnit;
  readonly labels: readonly MetricLabel[];
  /** Upper bounds of a histogram, in its unit. */
  readonly buckets?: readonly number[];
}

export type MetricUnit = 'none' | 'seconds' | 'timestamp';

/**
 * Every label that a metric may have, with what bounds its values. A device, a serial, an address or a path is no label: a fleet
 * of ten thousand devices must not make more series than one of ten.
 */
export const METRIC_LABELS = {
  agent: 'client id of an agent: one per kind and satellite',
  call: 'name of a declared call',
  code: 'code of the error catalogue',
  database: 'state of a connection: `idle`, `in_use` or `waiting`',
  device_class: 'GPU_COMPUTE, CPU_BAREMETAL, CPU_HYPERVISOR or `none`',
  kind: 'kind of a finding',
  loop: 'a loop of an agent, such as `netbox-sweep`',
  method: 'HTTP method',
  object_type: 'NetBox object type that is mirrored',
  operational_status: 'one of the statuses in docs/operational-status.md',
  outcome: 'HTTP status, or what went wrong',
  provision_state: 'Ironic provision state; states that are not in docs/ironic-states.md count as `other`',
  route: 'route of the contract, never a path',
  scope: 'store that an agent reports, such as `ironic-nodes-overcloud`',
  service: 'type of an outside service, such as `baremetal`',
  severity: 'high, medium or low',
  site: 'slug of a NetBox site',
  state: 'healthy, degraded or stale',
  status: 'HTTP status',
  store: 'store of an agent, such as `ironic-nodes-overcloud`',
  version: 'release of the program',
} as const;
export type MetricLabel = keyof typeof METRIC_LABELS;

/** Declares metrics; the names stay literal, so that a program can't set one that it did not declare. */
export function declareMetrics<const M extends Readonly<Record<string, MetricDeclaration>>>(metrics: M): M {
  return metrics;
}

/** A declaration in the form that prom-client takes, without its type. */
export function promOptions(metric: MetricDeclaration) {
  return { name: metric.name, help: metric.help, labelNames: [...metric.labels] };
}

/** What breaks the convention of names; undefined when nothing does. */
export function namingFault({ name, type, unit, help, buckets }: MetricDeclaration): string | undefined {
  if (!/^fleet_manager_[a-z]+(_[a-z]+)*$/.test(name)) return `${name}: must be fleet_manager_ and lower-case words`;
  if ((type === 'counter') !== name.endsWith('_total')) return `${name}: counters, and only they, end in _total`;
  const bare = name.replace(/_total$/, '');
  const said = bare.endsWith('_timestamp_seconds') ? 'timestamp' : bare.endsWith('_seconds') ? 'seconds' : 'none';
  if (said !== unit) return `${name}: the name says ${said}, the declaration ${unit}`;
  if ((type === 'histogram') !== (buckets !== undefined)) return `${name}: histograms, and only they, have buckets`;
  if (help === '' || help.endsWith('.')) return `${name}: help is a phrase without a full stop`;
  return undefined;
}
