import { type IronicNode, isRedacted, type Redactable } from '@fleet-manager/clients/ironic/node';
import { serialsOf } from '@fleet-manager/clients/ironic/serials';
import type { NovaServer } from '@fleet-manager/clients/nova/server';
import {
  HIDDEN,
  type NodeObservation,
  type ServerObservation,
  type Visible,
  visible,
} from '@fleet-manager/domain/ironic/observation';
import type { SweptServer } from '@fleet-manager/domain/ironic/orphans';

/** What the client read, as the domain judges it. */
export function observeNode(node: IronicNode): NodeObservation {
  return {
    uuid: node.uuid,
    name: node.name,
    provisionState: node.provisionState,
    targetProvisionState: node.targetProvisionState,
    powerState: visible(node.powerState),
    maintenance: visible(node.maintenance),
    maintenanceReason: shown(node.maintenanceReason),
    fault: visible(node.fault),
    lastError: shown(node.lastError),
    reservation: shown(node.reservation),
    instanceUuid: visible(node.instanceUuid),
    traits: node.traits === null ? HIDDEN : visible(node.traits),
    owner: visible(node.owner),
    lessee: visible(node.lessee),
    retired: node.retired === null ? HIDDEN : visible(node.retired),
    resourceClass: node.resourceClass,
    serials: serialsOf(node),
    provisionUpdatedAt: instant(node.provisionUpdatedAt),
  };
}

function shown<T>(value: Redactable<T>): Visible<T> {
  return isRedacted(value) ? HIDDEN : visible(value);
}

export function observeServer(server: NovaServer): ServerObservation {
  return {
    id: server.id,
    name: server.name ?? server.id,
    projectId: server.projectId,
    status: server.status,
  };
}

export function sweepServer(server: NovaServer): SweptServer {
  return {
    id: server.id,
    name: server.name ?? server.id,
    projectId: server.projectId,
    status: server.status,
    taskState: server.taskState,
    host: server.computeHost,
    hypervisorHostname: server.hypervisorHostname,
    updatedAt: instant(server.updated),
  };
}

function instant(text: string | null): Date | null {
  if (text === null) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}
