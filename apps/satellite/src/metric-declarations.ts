import { declareMetrics } from '@fleet-manager/platform/metrics';

/** Every metric of a satellite, beside those of the process (`nodejs_…`, `process_…`). */
export const SATELLITE_METRICS = declareMetrics({
  buildInfo: {
    name: 'fleet_manager_satellite_info',
    type: 'gauge',
    unit: 'none',
    help: 'Always 1; says which release runs',
    labels: ['version'],
  },
  objects: {
    name: 'fleet_manager_store_objects',
    type: 'gauge',
    unit: 'none',
    help: 'Objects that the latest good pass saw; absent before it',
    labels: ['store'],
  },
  nodes: {
    name: 'fleet_manager_store_nodes',
    type: 'gauge',
    unit: 'none',
    help: 'Ironic nodes of the latest complete walk, by provision state',
    labels: ['store', 'provision_state'],
  },
  lastSuccess: {
    name: 'fleet_manager_store_last_success_timestamp_seconds',
    type: 'gauge',
    unit: 'timestamp',
    help: 'When a pass last succeeded; absent before the first time',
    labels: ['store'],
  },
  interval: {
    name: 'fleet_manager_store_interval_seconds',
    type: 'gauge',
    unit: 'seconds',
    help: 'How often a pass is meant to run',
    labels: ['store'],
  },
  lastDuration: {
    name: 'fleet_manager_store_last_duration_seconds',
    type: 'gauge',
    unit: 'seconds',
    help: 'How long the latest pass took',
    labels: ['store'],
  },
  failures: {
    name: 'fleet_manager_store_failures',
    type: 'gauge',
    unit: 'none',
    help: 'Failures in a row; 0 when all is well',
    labels: ['store'],
  },
  passes: {
    name: 'fleet_manager_store_passes_total',
    type: 'counter',
    unit: 'none',
    help: 'Passes that ended, well or not',
    labels: ['store'],
  },
  passesFailed: {
    name: 'fleet_manager_store_passes_failed_total',
    type: 'counter',
    unit: 'none',
    help: 'Passes that failed, by error code',
    labels: ['store', 'code'],
  },
  calls: {
    name: 'fleet_manager_outside_calls_total',
    type: 'counter',
    unit: 'none',
    help: 'Attempts of calls to outside systems, by outcome (a status, or what went wrong)',
    labels: ['service', 'call', 'outcome'],
  },
  callSeconds: {
    name: 'fleet_manager_outside_call_seconds',
    type: 'histogram',
    unit: 'seconds',
    help: 'How long attempts of calls to outside systems took',
    labels: ['service', 'call'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
  },
});
