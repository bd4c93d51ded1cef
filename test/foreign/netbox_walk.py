"""Walks a NetBox with pynetbox as a script of an operator would, and prints what it saw as JSON."""

import json
import sys

import pynetbox

url, token, site = sys.argv[1:4]
nb = pynetbox.api(url, token=token)
threaded = pynetbox.api(url, token=token, threading=True)
seen = {"version": nb.version, "status": nb.status()["netbox-version"]}

devices = list(nb.dcim.devices.all(limit=7))
seen["devices"] = len(devices)
seen["distinct"] = len({device.id for device in devices})
seen["threaded"] = len({port.id for port in threaded.dcim.interfaces.all(limit=200)})
seen["count"] = nb.dcim.interfaces.count()
seen["counted_filter"] = nb.dcim.devices.count(role="gpu-node", site=site)

trays = list(nb.dcim.devices.filter(role="compute-tray", site=site, status="active"))
tray = trays[0]
seen["trays"] = len(trays)
seen["nested"] = [
    str(tray.site), tray.rack.name, tray.device_type.manufacturer.slug, tray.status.value, getattr(tray.role, "parent", None) is not None,
]
seen["address"] = str(tray.primary_ip4)
seen["tags"] = [tag.slug for tag in tray.tags]
seen["class"] = tray.custom_fields["platform_class"]

port = nb.dcim.interfaces.get(device_id=tray.id, name="ib0")
seen["far"] = [port.cable_end, port.connected_endpoints[0].device.name, type(port.connected_endpoints[0]).__name__]
cable = nb.dcim.cables.get(port.cable.id)
seen["ends"] = [cable.a_terminations[0].name, cable.b_terminations[0].device.name]
seen["none"] = nb.dcim.devices.get(name="no-such-device")

try:
    list(nb.dcim.devices.filter(status="staging"))
except pynetbox.RequestError as error:
    seen["refused"] = [error.req.status_code, error.error]

tray.serial = "CHANGED"
seen["saved"] = tray.save()
seen["saved_again"] = tray.save()
seen["read_back"] = nb.dcim.devices.get(tray.id).serial
seen["patched"] = nb.dcim.devices.get(tray.id).update({"description": "by script"})

made = nb.dcim.devices.create(
    name="by-script", device_type=tray.device_type.id, role={"slug": "compute-tray"}, site=tray.site.id, status="staged",
    tags=[{"slug": "ingest"}], custom_fields={"platform_class": "gb200"},
)
seen["made"] = [made.name, made.status.value, made.custom_fields["platform_class"]]
ports = nb.dcim.interfaces.create(
    [{"device": made.id, "name": f"eth{n}", "type": "1000base-t"} for n in range(3)]
)
seen["ports"] = len(ports)
mac = nb.dcim.mac_addresses.create(
    mac_address="02:00:00:00:be:ef", assigned_object_type="dcim.interface", assigned_object_id=ports[0].id
)
seen["mac"] = [str(mac), str(mac.assigned_object)]
link = nb.dcim.cables.create(
    a_terminations=[{"object_type": "dcim.interface", "object_id": ports[0].id}],
    b_terminations=[{"object_type": "dcim.interface", "object_id": ports[1].id}],
)
seen["unplugged"] = link.delete()
seen["deleted"] = made.delete()
seen["gone"] = [nb.dcim.devices.get(made.id), nb.dcim.mac_addresses.get(mac.id)]
changes = nb.core.object_changes.filter(changed_object_id=made.id, changed_object_type="dcim.device")
seen["changes"] = sorted(change.action.value for change in changes)
print(json.dumps(seen))
