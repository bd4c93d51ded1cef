import type { FindingRow } from '../../api/types.ts';

type Kind = FindingRow['kind'];

interface KindWords {
  readonly title: string;
  /** What it is and why it matters, for someone who meets it for the first time. */
  readonly meaning: string;
}

export const FINDING_KINDS: Readonly<Record<Kind, KindWords>> = {
  'server-without-node': {
    title: 'Server without a node',
    meaning:
      'Nova holds a server that says it runs on a bare-metal node, but Ironic has no such node. A tenant believes they have a machine that nobody manages.',
  },
  'node-with-dead-instance': {
    title: 'Node with a dead instance',
    meaning:
      'The Ironic node still names an instance that Nova no longer has. The node is lost to new tenants until it is undeployed.',
  },
  'deploying-for-deleted-server': {
    title: 'Deploying for a deleted server',
    meaning:
      'Ironic keeps deploying a node for a server that has been deleted. Left alone, it ends active with no owner.',
  },
  'allocation-left': {
    title: 'Allocation left behind',
    meaning: 'Placement still counts resources for a consumer that is gone, so the scheduler passes the node by.',
  },
  'provider-without-node': {
    title: 'Resource provider without a node',
    meaning: 'Placement knows a resource provider for which Ironic has no node. Scheduling onto it fails.',
  },
  'node-without-provider': {
    title: 'Node without a resource provider',
    meaning: 'Ironic has the node but Placement has no resource provider for it, so nothing is ever scheduled onto it.',
  },
  'instance-on-available-node': {
    title: 'Instance on an available node',
    meaning: 'The node is free by its provision state and yet carries an instance. Two tenants could meet on it.',
  },
  'two-nodes-one-server': {
    title: 'Two nodes for one server',
    meaning: 'Two Ironic nodes name the same server. One of them is wrong and holds a machine back.',
  },
  'device-without-node': {
    title: 'Device without a node',
    meaning: 'NetBox has a device that should be in Ironic, and no node matches its serial or name.',
  },
  'node-without-device': {
    title: 'Node without a device',
    meaning: 'Ironic has a node that no NetBox device matches. Nobody can say where it stands.',
  },
  'two-devices-one-node': {
    title: 'Two devices claim one node',
    meaning: 'Two NetBox devices match the same Ironic node. Neither is paired until NetBox is corrected.',
  },
  'two-nodes-one-device': {
    title: 'Two nodes for one device',
    meaning: 'Two Ironic nodes match one NetBox device. Neither is paired until one of them is removed.',
  },
  'serial-name-mismatch': {
    title: 'Serial and name disagree',
    meaning:
      'The serial points at one node and the name at another. Hardware was probably swapped without NetBox being told.',
  },
  'unknown-provision-state': {
    title: 'Unknown provision state',
    meaning:
      'Ironic reports a provision state that this version does not know. The device reads as unknown rather than as healthy.',
  },
  'foreign-node': {
    title: 'Node of another owner',
    meaning:
      'The node belongs to another project, or its fields are hidden from our credential. It is watched, never judged.',
  },
  'object-type-degraded': {
    title: 'Object type cannot be read',
    meaning:
      'NetBox refuses one type of object to our token, or gives it only in part. What is mirrored of it grows old or has gaps; everything else goes on.',
  },
  'customer-ready-in-doubt': {
    title: 'Customer-ready in doubt',
    meaning:
      'The mark that lets customers land on the device is not the same in all systems. Doubt keeps customers away.',
  },
};
