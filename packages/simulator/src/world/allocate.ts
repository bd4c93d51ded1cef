import type { Site } from './site.ts';

/** Finds a node for an allocation of Ironic's own, and takes it. */
export function processAllocation(world: Site, uuid: string): void {
  const allocation = world.ironicAllocations.get(uuid);
  if (allocation === undefined || allocation.state !== 'allocating') return;
  const fits = [...world.nodes.values()].filter(
    (node) =>
      node.provision_state === 'available' &&
      node.instance_uuid === null &&
      !node.maintenance &&
      node.power_state !== null &&
      node.resource_class === allocation.resource_class &&
      (allocation.candidate_nodes.length === 0 || allocation.candidate_nodes.includes(node.uuid)) &&
      allocation.traits.every((trait) => node.traits.includes(trait)),
  );
  const node = world.random.pick(fits);
  allocation.updated_at = world.time();
  if (node === undefined) {
    allocation.state = 'error';
    allocation.last_error = `Failed to process allocation ${uuid}: no available nodes match the resource class ${allocation.resource_class}`;
    return;
  }
  allocation.state = 'active';
  allocation.node_uuid = node.uuid;
  node.allocation_uuid = uuid;
  node.instance_uuid = uuid;
  node.updated_at = allocation.updated_at;
}
