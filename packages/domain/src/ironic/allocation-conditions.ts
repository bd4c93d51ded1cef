import type { NodeObservation, ServersView } from './observation.ts';
import { hidden, type NodeContext, type Verdict } from './verdict.ts';

/** Whom the instance on a node belongs to, as far as it can be told. */
type Tenant =
  | { readonly kind: 'none'; readonly verdict: Verdict }
  | { readonly kind: 'doubt'; readonly verdict: Verdict }
  | {
      readonly kind: 'project';
      readonly project: string;
      readonly inWords: string;
      readonly evidence: Verdict['evidence'];
    };

/** Whether a customer's instance is on the node: any project that is not one of the site's own is a customer. */
export function customerAllocated(node: NodeObservation, allocated: Verdict, context: NodeContext): Verdict {
  const tenant = tenantOf(node, allocated, context);
  if (tenant.kind !== 'project') return tenant.verdict;
  const { unresolved } = context.projects;
  if (unresolved !== undefined && !context.projects.own.has(tenant.project)) {
    return projectUnresolved(tenant.inWords, unresolved, tenant.evidence);
  }
  const own = tenant.project === context.projects.validation || context.projects.own.has(tenant.project);
  return {
    status: own ? 'False' : 'True',
    reason: own ? 'OwnProject' : 'CustomerProject',
    message: `${tenant.inWords}${own ? ', which is one of the site itself.' : '.'}`,
    evidence: tenant.evidence,
  };
}

/** Whether the instance on the node belongs to the site's validation project. */
export function inValidationPool(node: NodeObservation, allocated: Verdict, context: NodeContext): Verdict {
  const { validation, unresolved } = context.projects;
  if (validation === null && unresolved === undefined) {
    return {
      status: 'False',
      reason: 'NoValidationProject',
      message: 'The site has no validation project in its settings.',
      evidence: {},
    };
  }
  const tenant = tenantOf(node, allocated, context);
  if (tenant.kind !== 'project') return tenant.verdict;
  if (unresolved !== undefined) return projectUnresolved(tenant.inWords, unresolved, tenant.evidence);
  const inPool = tenant.project === validation;
  return {
    status: inPool ? 'True' : 'False',
    reason: inPool ? 'ValidationProject' : 'OtherProject',
    message: `${tenant.inWords}, which is ${inPool ? '' : 'not '}the validation project.`,
    evidence: tenant.evidence,
  };
}

function projectUnresolved(inWords: string, name: string, evidence: Verdict['evidence']): Verdict {
  return {
    status: 'Unknown',
    reason: 'ValidationProjectUnresolved',
    message: `${inWords}; whether that is the validation project "${name}" could not be found out.`,
    evidence,
  };
}

function tenantOf(node: NodeObservation, allocated: Verdict, context: NodeContext): Tenant {
  if (allocated.status === 'Unknown') {
    return {
      kind: 'doubt',
      verdict: { ...allocated, message: `Whether an instance is on the node is not known. ${allocated.message}` },
    };
  }
  if (allocated.status === 'False') {
    return {
      kind: 'none',
      verdict: {
        status: 'False',
        reason: 'NoInstance',
        message: 'No instance is on the node.',
        evidence: allocated.evidence,
      },
    };
  }
  switch (context.servers.kind) {
    case 'standalone':
      return standaloneTenant(node);
    case 'unreachable':
      return doubt('NovaUnreachable', 'Nova is not reachable, so nobody can say whose instance it is.', {
        detail: context.servers.detail,
      });
    case 'complete':
      return novaTenant(node, context.servers);
  }
}

function novaTenant(node: NodeObservation, { servers, unread }: Extract<ServersView, { kind: 'complete' }>): Tenant {
  if (!node.instanceUuid.known) return { kind: 'doubt', verdict: hidden('instance_uuid') };
  const instance = node.instanceUuid.value;
  if (instance === null) {
    return doubt('NoInstanceNamed', 'The node is in use but names no instance, so nobody can say whose it is.', {});
  }
  const server = servers.get(instance);
  if (server === undefined && unread.has(instance)) {
    return doubt(
      'ServerUnread',
      `Server ${instance}, which the node names as its instance, could not be read in Nova.`,
      {
        instance_uuid: instance,
      },
    );
  }
  if (server === undefined) {
    return doubt('ServerNotInNova', `Nova has no server ${instance}, which the node names as its instance.`, {
      instance_uuid: instance,
    });
  }
  if (server.projectId === null) {
    return doubt('CellDown', `Nova cannot say whose server ${instance} is: the cell that holds it is down.`, {
      instance_uuid: instance,
      server_status: server.status,
    });
  }
  return {
    kind: 'project',
    project: server.projectId,
    inWords: `Server ${server.name} belongs to project ${server.projectId}`,
    evidence: {
      instance_uuid: instance,
      server_name: server.name,
      server_status: server.status,
      project_id: server.projectId,
    },
  };
}

/** Without Nova the lessee is the tenant; a node without one is used by its owner. */
function standaloneTenant(node: NodeObservation): Tenant {
  if (!node.lessee.known) return { kind: 'doubt', verdict: hidden('lessee') };
  if (!node.owner.known) return { kind: 'doubt', verdict: hidden('owner') };
  const project = node.lessee.value ?? node.owner.value;
  if (project === null) {
    return doubt(
      'NoOwner',
      'The node has an instance but neither lessee nor owner, so nobody can say whose it is.',
      {},
    );
  }
  const role = node.lessee.value === null ? 'owner' : 'lessee';
  return {
    kind: 'project',
    project,
    inWords: `The ${role} of the node is project ${project}`,
    evidence: { owner: node.owner.value, lessee: node.lessee.value },
  };
}

function doubt(reason: string, message: string, evidence: Verdict['evidence']): Tenant {
  return { kind: 'doubt', verdict: { status: 'Unknown', reason, message, evidence } };
}
