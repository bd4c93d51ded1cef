"""Lists all nodes in detail with openstacksdk, as a script would, and prints their number and the seconds as JSON."""

import json
import sys
import time

import openstack

cloud = openstack.connect(cloud=sys.argv[1])
# The log-in and the version are no part of a poll.
cloud.baremetal.get_endpoint_data()
began = time.perf_counter()
nodes = sum(1 for _ in cloud.baremetal.nodes(details=True))
print(json.dumps({"nodes": nodes, "seconds": time.perf_counter() - began}))
