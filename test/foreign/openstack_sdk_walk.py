"""Uses a cloud with openstacksdk as an operator's script would, and prints what it saw as JSON."""
import json
import sys

import openstack

seen = {}
conn = openstack.connect(cloud=sys.argv[1])
bm = conn.baremetal

nodes = list(bm.nodes(details=True))
seen['nodes'] = len(nodes)
seen['distinct'] = len({node.id for node in nodes})
seen['by_fields'] = len(list(bm.nodes(fields=['uuid', 'name', 'provision_state', 'owner'])))
seen['active'] = sorted({node.provision_state for node in bm.nodes(provision_state='active', fields=['uuid', 'provision_state'])})

node = bm.create_node(name='walk-sdk', driver='fake-hardware', resource_class='walk.sdk', provision_state='enroll')
states = [bm.get_node(node).provision_state]
for verb in ('manage', 'provide', 'active', 'deleted'):
    if verb == 'provide':
        bm.set_node_power_state(node, 'power off', wait=True, timeout=60)
    node = bm.set_node_provision_state(node, verb, wait=True, timeout=120)
    states.append(node.provision_state)
seen['states'] = states

bm.add_node_trait(node, 'CUSTOM_WALK')
seen['traits'] = bm.get_node(node).traits
bm.remove_node_trait(node, 'CUSTOM_WALK')
seen['traits_after'] = bm.get_node(node).traits

bm.set_node_maintenance(node, 'a reason')
held = bm.get_node(node)
seen['maintenance'] = [held.is_maintenance, held.maintenance_reason]
bm.unset_node_maintenance(node)
seen['maintenance_after'] = bm.get_node(node).is_maintenance

node = bm.update_node(node, extra={'rack': 'A01'})
seen['extra'] = node.extra
port = bm.create_port(node_id=node.id, address='02:00:00:00:00:aa')
seen['ports'] = [found.address for found in bm.ports(node=node.id)]
bm.delete_port(port)

allocation = bm.create_allocation(name='walk-allocation', resource_class='walk.sdk')
allocation = bm.wait_for_allocation(allocation, timeout=60)
seen['allocation'] = [allocation.state, allocation.node_id == node.id]
bm.delete_allocation(allocation)

seen['validate'] = bm.validate_node(node, required=('power',))['power'].result
bm.delete_node(node)
seen['deleted'] = bm.find_node('walk-sdk') is None

servers = list(conn.compute.servers(all_projects=True))
seen['servers'] = len(servers)
seen['server_keys'] = [servers[0].status, servers[0].hypervisor_hostname is not None]
provider = next(conn.placement.resource_providers())
seen['provider'] = provider.id == provider.name
print(json.dumps(seen))
