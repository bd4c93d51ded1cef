import type { DraftFinding } from './finding.ts';

/** A device of the hub, as far as pairing needs it. */
export interface PairableDevice {
  readonly id: string;
  readonly name: string;
  readonly serial: string | null;
}

/** A node, as far as pairing needs it. */
export interface PairableNode {
  readonly uuid: string;
  readonly name: string | null;
  readonly serials: readonly string[];
  /** Its owner is another project than the site's own: nothing but a serial number ties it to a device. */
  readonly foreign: boolean;
}

export interface Pairing {
  /** Device id → node uuid. */
  readonly pairs: ReadonlyMap<string, string>;
  /** Device id → why it is not paired, in a sentence. */
  readonly conflicts: ReadonlyMap<string, string>;
  /** Devices that no node claims. */
  readonly absent: readonly string[];
  readonly findings: readonly DraftFinding[];
}

type Group<T> = Map<string, T[]>;

/**
 * Pairs devices with nodes: by serial number first, by name where one side has none. Where the two disagree, or more than one
 * candidate stands on either side, nothing is guessed: every device concerned is in conflict, and a finding says why.
 */
export function pairDevices(devices: readonly PairableDevice[], nodes: readonly PairableNode[]): Pairing {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const byUuid = new Map(nodes.map((node) => [node.uuid, node]));
  const nodesBySerial = group(nodes, (node) => node.serials.map(serialKey));
  const nodesByName = group(nodes, (node) => (node.name === null ? [] : [nameKey(node.name)]));
  const devicesByName = group(devices, (device) => [nameKey(device.name)]);

  const conflicts = new Map<string, string>();
  const findings = new Map<string, DraftFinding>();
  const touched = new Set<string>();
  const claims = new Map<string, string[]>();
  const pairs = new Map<string, string>();
  const absent: string[] = [];

  const claim = (node: PairableNode, device: PairableDevice) =>
    claims.set(node.uuid, [...(claims.get(node.uuid) ?? []), device.id]);
  const conflict = (finding: DraftFinding, nodeUuids: readonly string[]) => {
    findings.set(`${finding.kind} ${finding.key}`, finding);
    for (const id of finding.deviceIds) if (!conflicts.has(id)) conflicts.set(id, finding.summary);
    for (const uuid of nodeUuids) touched.add(uuid);
  };

  for (const device of devices) {
    const bySerial = device.serial === null ? [] : (nodesBySerial.get(serialKey(device.serial)) ?? []);
    const namesakes = (devicesByName.get(nameKey(device.name)) ?? []).filter((one) => !sameSerial(one, device));
    // A name is only unique within a NetBox site: a node with the serial of another device of the name is that one's.
    const byName = (nodesByName.get(nameKey(device.name)) ?? []).filter((node) => !isOneOf(node, namesakes, device));
    const candidates = bySerial.length > 0 ? bySerial : byName;
    const [node] = candidates;
    if (node === undefined) {
      absent.push(device.id);
      continue;
    }
    if (candidates.length > 1) {
      conflict(twoNodes(device, candidates), uuids(candidates));
      for (const candidate of candidates) claim(candidate, device);
      continue;
    }
    const mismatch =
      bySerial.length > 0
        ? serialContradictsName(device, node, byName, devicesByName)
        : nameContradictsSerial(device, node);
    if (mismatch !== undefined) {
      conflict(mismatch.finding, mismatch.nodes);
      // By its serial it still claims the node, so another device of that serial is not the sure one.
      if (bySerial.length > 0) claim(node, device);
      continue;
    }
    claim(node, device);
  }

  for (const [uuid, ids] of claims) {
    touched.add(uuid);
    const node = byUuid.get(uuid);
    const [first] = ids;
    if (node === undefined || first === undefined) continue;
    if (ids.length === 1) {
      if (!conflicts.has(first)) pairs.set(first, uuid);
      continue;
    }
    conflict(
      twoDevices(
        node,
        ids.flatMap((id) => byId.get(id) ?? []),
      ),
      [uuid],
    );
  }
  // A device drawn into a conflict by another one may already have been paired.
  for (const id of conflicts.keys()) pairs.delete(id);
  for (const node of nodes) {
    if (touched.has(node.uuid)) continue;
    const finding = leftOver(node);
    findings.set(`${finding.kind} ${finding.key}`, finding);
  }
  return {
    pairs,
    conflicts,
    absent: absent.filter((id) => !conflicts.has(id)),
    findings: withoutParts([...findings.values()]),
  };
}

/** Both devices of a swapped pair find the same mismatch, one of them only its half of it: the whole is enough. */
function withoutParts(findings: readonly DraftFinding[]): DraftFinding[] {
  const mismatches = findings
    .filter((finding) => finding.kind === 'serial-name-mismatch')
    .map((finding) => ({ finding, parts: new Set(finding.key.split('+')) }));
  const isPart = (finding: DraftFinding) =>
    mismatches.some(
      (other) =>
        other.finding.key.length > finding.key.length && finding.key.split('+').every((id) => other.parts.has(id)),
    );
  return findings.filter((finding) => finding.kind !== 'serial-name-mismatch' || !isPart(finding));
}

interface Mismatch {
  readonly finding: DraftFinding;
  readonly nodes: readonly string[];
}

/** The serial names one node: wrong if the device's name names another, or the node's name names another device. */
function serialContradictsName(
  device: PairableDevice,
  node: PairableNode,
  byName: readonly PairableNode[],
  devicesByName: Group<PairableDevice>,
): Mismatch | undefined {
  const otherNodes = byName.filter((one) => one.uuid !== node.uuid);
  const agrees = node.name === null || nameKey(node.name) === nameKey(device.name);
  // Two devices with one serial are two devices on one node, which is found where claims are counted.
  const otherDevices =
    agrees || node.name === null
      ? []
      : (devicesByName.get(nameKey(node.name)) ?? []).filter((one) => one.id !== device.id && !sameSerial(one, device));
  if (otherNodes.length === 0 && otherDevices.length === 0) return undefined;
  const nodes = [node, ...otherNodes];
  return { finding: mismatch(nodes, [device, ...otherDevices]), nodes: uuids(nodes) };
}

/** Only the name matches: wrong when both sides have a serial, or when the node belongs to somebody else. */
function nameContradictsSerial(device: PairableDevice, node: PairableNode): Mismatch | undefined {
  const differs = device.serial !== null && node.serials.length > 0;
  if (differs) return { finding: mismatch([node], [device]), nodes: [node.uuid] };
  return node.foreign ? { finding: foreign(node, device), nodes: [node.uuid] } : undefined;
}

function mismatch(nodes: readonly PairableNode[], devices: readonly PairableDevice[]): DraftFinding {
  const [node] = nodes;
  const nodeWords = nodes.map((n) => `node ${label(n)} has serial ${n.serials.join(', ') || 'none'}`).join(', ');
  const deviceWords = devices.map((d) => `device ${d.name} has serial ${d.serial ?? 'none'}`).join(', ');
  return {
    kind: 'serial-name-mismatch',
    key: [...uuids(nodes), ...devices.map((device) => device.id)].sort().join('+').slice(0, 300),
    deviceIds: devices.map((device) => device.id),
    subject: node === undefined ? '' : label(node),
    summary: `Serial number and name disagree: ${nodeWords}; ${deviceWords}.`,
    next: 'Find out which tray really is in the position, then correct the serial in NetBox or the name or serial of the Ironic node.',
    evidence: sides(nodes, devices),
  };
}

function twoNodes(device: PairableDevice, nodes: readonly PairableNode[]): DraftFinding {
  return {
    kind: 'two-nodes-one-device',
    key: device.id,
    deviceIds: [device.id],
    subject: device.name,
    summary: `${nodes.length} Ironic nodes claim device ${device.name} (serial ${device.serial ?? 'none'}): ${nodes.map(label).join(', ')}.`,
    next: 'Find out which node is the real one, then delete the others from Ironic or correct their serial numbers.',
    evidence: sides(nodes, [device]),
  };
}

function twoDevices(node: PairableNode, devices: readonly PairableDevice[]): DraftFinding {
  return {
    kind: 'two-devices-one-node',
    key: node.uuid,
    deviceIds: devices.map((device) => device.id),
    subject: label(node),
    summary: `${devices.length} devices claim Ironic node ${label(node)} (serial ${node.serials.join(', ') || 'none'}): ${devices.map((d) => d.name).join(', ')}.`,
    next: 'Correct in NetBox the serial number or the name of the device that is not this node.',
    evidence: sides([node], devices),
  };
}

function foreign(node: PairableNode, device?: PairableDevice): DraftFinding {
  const devices = device === undefined ? [] : [device];
  const claim =
    device === undefined ? '' : ` It has the name of device ${device.name}, but no serial number to prove it.`;
  return {
    kind: 'foreign-node',
    key: node.uuid,
    deviceIds: devices.map((one) => one.id),
    subject: label(node),
    summary: `Ironic node ${label(node)} belongs to another project.${claim}`,
    next: "If the node should be managed here, set its owner in Ironic to the site's project; otherwise acknowledge this.",
    evidence: sides([node], devices),
  };
}

function leftOver(node: PairableNode): DraftFinding {
  if (node.foreign) return foreign(node);
  return {
    kind: 'node-without-device',
    key: node.uuid,
    deviceIds: [],
    subject: label(node),
    summary: `No device of NetBox has the serial (${node.serials.join(', ') || 'none'}) or the name of Ironic node ${label(node)}.`,
    next: 'Record the device in NetBox with this serial number and a role that has a device class, or delete the node from Ironic.',
    evidence: sides([node], []),
  };
}

function sides(nodes: readonly PairableNode[], devices: readonly PairableDevice[]): DraftFinding['evidence'] {
  return {
    nodes: nodes.map(({ uuid, name, serials }) => ({ uuid, name, serials })),
    devices: devices.map(({ id, name, serial }) => ({ id, name, serial })),
  };
}

function group<T>(items: readonly T[], keys: (item: T) => readonly string[]): Group<T> {
  const out: Group<T> = new Map();
  for (const item of items) {
    for (const key of new Set(keys(item))) {
      if (key === '') continue;
      const list = out.get(key);
      if (list === undefined) out.set(key, [item]);
      else list.push(item);
    }
  }
  return out;
}

/** Whether the node carries the serial of one of the devices, and not that of `device`. */
function isOneOf(node: PairableNode, devices: readonly PairableDevice[], device: PairableDevice): boolean {
  const serials = new Set(node.serials.map(serialKey));
  const has = ({ serial }: PairableDevice) => serial !== null && serial !== '' && serials.has(serialKey(serial));
  return !has(device) && devices.some((one) => one.id !== device.id && has(one));
}

function sameSerial(a: PairableDevice, b: PairableDevice): boolean {
  return a.serial !== null && b.serial !== null && serialKey(a.serial) === serialKey(b.serial);
}

/** Vendors and people write serials with and without capitals and surrounding spaces. */
export function serialKey(serial: string): string {
  return serial.trim().toUpperCase();
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

function uuids(nodes: readonly PairableNode[]): string[] {
  return nodes.map((node) => node.uuid);
}

function label(node: PairableNode): string {
  return node.name ?? node.uuid;
}
