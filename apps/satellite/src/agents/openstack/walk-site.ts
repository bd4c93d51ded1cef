import type { Rejected } from '@fleet-manager/clients/keystone/walk';
import {
  conditionsFromNode,
  conditionsWithoutNode,
  type NodeConditions,
} from '@fleet-manager/domain/ironic/conditions';
import type { DraftFinding } from '@fleet-manager/domain/ironic/finding';
import type { NodeObservation, ServersView, SiteProjects } from '@fleet-manager/domain/ironic/observation';
import { type Pairing, pairDevices } from '@fleet-manager/domain/ironic/pairing';
import { isProvisionState } from '@fleet-manager/domain/ironic/provision-state';
import type { StateMinutes } from '@fleet-manager/domain/ironic/state-budgets';
import type { PairingDeviceRow } from './hub-port.ts';
import type { Presence } from './presence.ts';

/** One look at a site: what to tell the hub of it. */
export interface SiteView {
  readonly conditions: Map<string, NodeConditions>;
  readonly nodes: Map<string, string | null>;
  readonly findings: DraftFinding[];
  readonly pairing: Pairing;
  /** So many nodes were missing that nothing is said of the missing ones. */
  readonly suspicious: { readonly missing: number; readonly known: number } | null;
}

export interface SiteInput {
  readonly observedAt: Date;
  /** All nodes of a complete walk. */
  readonly nodes: readonly NodeObservation[];
  readonly rejected: readonly Rejected[];
  readonly devices: readonly PairingDeviceRow[];
  readonly servers: ServersView;
  readonly projects: SiteProjects;
  readonly stateMinutes?: StateMinutes | undefined;
  readonly presence: Presence;
  /** Whether Ironic itself, asked for one node by uuid or name, says that it has none (`absent`), or has one (`found`). */
  readonly lookUp: (ident: string) => Promise<'absent' | 'found'>;
}

const IN_SERVICE = new Set(['active', 'failed']);

/** Judges a complete walk, device by device. */
export async function viewSite(input: SiteInput): Promise<SiteView> {
  const { presence, observedAt } = input;
  const byUuid = new Map(input.nodes.map((node) => [node.uuid, node]));
  // A row that could not be read is a node that is there.
  const present = new Set([...byUuid.keys(), ...input.rejected.flatMap(({ id }) => (id === undefined ? [] : [id]))]);
  const known = presence.known.size;
  const { suspicious, missing } = presence.beginWalk(present, new Set(input.devices.map((device) => device.id)));
  const pairing = pairDevices(
    input.devices,
    input.nodes.map((node) => ({
      uuid: node.uuid,
      name: node.name,
      serials: node.serials,
      foreign: isForeign(node, input.projects),
    })),
  );
  const view: SiteView = {
    conditions: new Map(),
    nodes: new Map(),
    findings: [...pairing.findings],
    pairing,
    suspicious: suspicious ? { missing, known } : null,
  };
  for (const [deviceId, uuid] of pairing.pairs) {
    const node = byUuid.get(uuid);
    if (node === undefined) continue;
    const seen = {
      uuid,
      state: node.provisionState,
      lock: node.reservation.known ? node.reservation.value : undefined,
      error: node.lastError.known ? node.lastError.value : undefined,
      atLatest: node.provisionUpdatedAt,
    };
    const known = presence.seen(deviceId, seen, observedAt.getTime());
    const conditions = conditionsFromNode(node, {
      observedAt,
      inStateSince: new Date(known.since),
      lockedSince: known.lock === undefined ? null : new Date(known.lock.since),
      latestError: known.error ?? null,
      servers: input.servers,
      projects: input.projects,
      stateMinutes: input.stateMinutes,
    });
    view.conditions.set(deviceId, conditions);
    view.nodes.set(deviceId, uuid);
    const doubt = customerReadyInDoubt(deviceId, node, conditions);
    if (doubt !== undefined) view.findings.push(doubt);
  }
  for (const [deviceId, why] of pairing.conflicts) {
    view.conditions.set(
      deviceId,
      conditionsWithoutNode({
        status: 'Unknown',
        reason: 'PairingConflict',
        message: why,
        evidence: { findings: pairing.findings.filter((f) => f.deviceIds.includes(deviceId)).map((f) => f.kind) },
      }),
    );
    view.nodes.set(deviceId, null);
    presence.doubtful(deviceId);
  }
  await judgeAbsent(input, view, present, suspicious);
  view.findings.push(...unknownStates(input.nodes, pairing));
  return view;
}

async function judgeAbsent(
  input: SiteInput,
  view: SiteView,
  present: ReadonlySet<string>,
  suspicious: boolean,
): Promise<void> {
  const devices = new Map(input.devices.map((device) => [device.id, device]));
  const settle = async (deviceId: string) => {
    const device = devices.get(deviceId);
    if (device === undefined) return;
    const { presence } = input;
    if (suspicious) {
      presence.doubtful(deviceId);
      return;
    }
    const nodeUuid = presence.known.get(deviceId)?.nodeUuid;
    if (!presence.isGone(deviceId)) {
      // A node that is listed, but no longer with this device's serial or name, needs no 404: it is another device's.
      const listed =
        nodeUuid !== undefined && present.has(nodeUuid) && !input.rejected.some(({ id }) => id === nodeUuid);
      const answer = listed ? 'absent' : await input.lookUp(nodeUuid ?? device.name);
      if (answer === 'found') presence.doubtful(deviceId);
      if (answer === 'found' || !presence.absent(deviceId)) return;
    }
    const message =
      'No Ironic node has its serial number or name, after complete walks and direct look-ups two polls apart.';
    const verdict = { status: 'False', reason: 'NotInIronic', message, evidence: { serial: device.serial } } as const;
    const conditions = conditionsWithoutNode({ ...verdict, status: 'Unknown' });
    view.conditions.set(deviceId, { ...conditions, Enrolled: verdict });
    view.nodes.set(deviceId, null);
    if (!IN_SERVICE.has(device.netboxStatus)) return;
    view.findings.push({
      kind: 'device-without-node',
      key: device.id,
      deviceIds: [device.id],
      subject: device.name,
      summary: `NetBox says that ${device.name} is ${device.netboxStatus}, but no Ironic node has its serial number (${device.serial ?? 'none'}) or its name.`,
      next: 'Enrol the device, or set its NetBox status to what it really is.',
      evidence: { serial: device.serial, netbox_status: device.netboxStatus },
    });
  };
  const waiting = [...view.pairing.absent];
  // A few at a time: a site that is being filled has thousands of devices without a node.
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await settle(next);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

function isForeign(node: NodeObservation, projects: SiteProjects): boolean {
  if (projects.own.size === 0 || !node.owner.known || node.owner.value === null) return false;
  return !projects.own.has(node.owner.value) && node.owner.value !== projects.validation;
}

function unknownStates(nodes: readonly NodeObservation[], pairing: Pairing): DraftFinding[] {
  const deviceOf = new Map([...pairing.pairs].map(([deviceId, uuid]) => [uuid, deviceId]));
  return nodes.flatMap((node) => {
    const state = node.provisionState;
    if (state === null || isProvisionState(state)) return [];
    const deviceId = deviceOf.get(node.uuid);
    return [
      {
        kind: 'unknown-provision-state' as const,
        key: `${node.uuid}+${state}`.slice(0, 300),
        deviceIds: deviceId === undefined ? [] : [deviceId],
        subject: node.name ?? node.uuid,
        summary: `Ironic node ${node.name ?? node.uuid} is in provision state "${state}", which this version does not know.`,
        next: 'Update Fleet Manager to a version that knows this release of Ironic.',
        evidence: { node: node.uuid, provision_state: state },
      },
    ];
  });
}

/** The trait says that customers may land on the node, and something else says that they should not. */
function customerReadyInDoubt(
  deviceId: string,
  node: NodeObservation,
  conditions: NodeConditions,
): DraftFinding | undefined {
  if (conditions.CustomerReady.status !== 'True') return undefined;
  const against = (['ProvisioningHealthy', 'MaintenanceClear'] as const).filter(
    (type) => conditions[type].status === 'False',
  );
  const [first] = against;
  if (first === undefined) return undefined;
  return {
    kind: 'customer-ready-in-doubt',
    key: node.uuid,
    deviceIds: [deviceId],
    subject: node.name ?? node.uuid,
    summary: `Ironic node ${node.name ?? node.uuid} is released to customers, but: ${conditions[first].message}`,
    next: 'Quarantine the device until its cause is mended.',
    evidence: Object.fromEntries(against.map((type) => [type, conditions[type].reason])),
  };
}
