#!/usr/bin/env bash
# openstack.sh - real Keystone, Ironic, Placement, Glance and Nova on loopback, in either of two generations.
#
# usage: openstack.sh [up|install|start|stop|status|env|seed N|destroy]
#   up       install + start (default); prints the path of a clouds.yaml when everything answers
#   install  packages only              start    write config, create databases, start, bootstrap (idempotent)
#   stop     end only the processes this script started (by recorded pid)
#   status   pid and RSS per service    destroy  stop, then remove the data directory
#   seed N   register N fake nodes (fake-0001..., or with OS_UP_SEED_PREFIX instead of fake-) in project "fleet" and walk them to available
#
# Needs root (apt, and to run PostgreSQL as a plain user). No systemd: every service is a plain process.
# OS_UP_RELEASE  debian (default) = Debian 12 packages: Keystone 22, Ironic 21.4 (API 1.82), Placement 8, Glance 25, Nova 26 (2.93)
#                latest = PyPI in a virtual environment: Keystone 30, Ironic 39 (API 1.115), Placement 16, Glance 33, Nova 34 (2.104)
#                The two have different directories and ports (latest: +500), so they can run side by side.
# OS_UP_DIR   data directory            (default /var/tmp/openstack-up, or /var/tmp/openstack-up-latest)
# OS_UP_VENV  virtual environment of "latest" (default /var/tmp/openstack-venv; made when absent; destroy keeps it)
# OS_UP_NOVA  1 = also RabbitMQ, Glance, Neutron stub, Nova (default 1); 0 = Keystone+Ironic+Placement only
# OS_UP_STRICT  1 = Ironic enforces scope and its new default roles (default 1)
# OS_UP_FAKE_POWER_DELAY, _DEPLOY_DELAY, _INSPECT_DELAY, _MANAGEMENT_DELAY  seconds the fake driver takes (default 0; "a,b" = random)
# OS_UP_CLEAN_STEPS  automated clean steps of fake nodes, "interface.step:priority ..." (example "bios.factory_reset:20"); default none
# OS_UP_FAKE_BIOS_DELAY, _RESCUE_DELAY  as above (bios_delay slows those clean steps)
# OS_UP_IRONIC_MAX_LIMIT  page ceiling of Ironic lists (default 1000)
# Redfish nodes: driver "redfish" works against any Redfish service on loopback. There is no deploy ramdisk, so before "provide" set
#   automated_clean=false on the node (needs the "system" cloud), and to deploy set deploy_interface=ramdisk and instance_info/boot_iso=URL.
set -euo pipefail
REL=${OS_UP_RELEASE:-debian}
case $REL in debian) O=0 SFX="" ;; latest) O=500 SFX=-latest ;; *) echo "OS_UP_RELEASE: debian or latest" >&2; exit 2 ;; esac
DIR=${OS_UP_DIR:-/var/tmp/openstack-up$SFX}
VENV=${OS_UP_VENV:-/var/tmp/openstack-venv}
NOVA=${OS_UP_NOVA:-1}
H=127.0.0.1
P_KEY=${OS_UP_PORT_KEYSTONE:-$((15000+O))} P_IRO=${OS_UP_PORT_IRONIC:-$((16385+O))} P_PLA=${OS_UP_PORT_PLACEMENT:-$((18778+O))}
P_NOV=${OS_UP_PORT_NOVA:-$((18774+O))} P_GLA=${OS_UP_PORT_GLANCE:-$((19292+O))} P_NEU=${OS_UP_PORT_NEUTRON:-$((19696+O))}
P_PG=${OS_UP_PORT_PG:-$((15433+O))} P_MQ=${OS_UP_PORT_AMQP:-$((15673+O))} P_EPMD=${OS_UP_PORT_EPMD:-$((14369+O))} P_DIST=${OS_UP_PORT_ERL:-$((15674+O))}
PW=${OS_UP_PASSWORD:-openstack-up-test}
STRICT=$([ "${OS_UP_STRICT:-1}" = 1 ] && echo true || echo false)
BASEPY=/usr/bin/python3        # never a pyenv/venv python: Debian's packages live in dist-packages
PGBIN=/usr/lib/postgresql/15/bin
HERE=$(cd "$(dirname "$0")" && pwd)
if [ $REL = latest ]; then
  PY=$VENV/bin/python BIN=$VENV/bin/ IRONIC=ironic.command
  W_KEY=keystone.wsgi.api:application W_PLA=placement.wsgi.api:application
else
  PY=$BASEPY BIN="" IRONIC=ironic.cmd
  W_KEY=keystone.server.wsgi:initialize_public_application W_PLA=placement.wsgi:init_application
fi
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=${HOME:-/root}
unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY all_proxy ALL_PROXY PYTHONPATH || true
T0=$(date +%s%3N)
say() { local t=$(( $(date +%s%3N) - T0 )); printf '%4d.%ds  %s\n' $((t/1000)) $((t%1000/100)) "$*" >&2; }

if [ $REL = latest ]; then
  PKGS="postgresql-15 curl python3-venv" PKGS_NOVA="rabbitmq-server"
  # the service pins; openstack-latest.txt beside this script (pip freeze of a proven set) pins everything else
  PIPS="keystone==30.0.0 ironic==39.0.0 openstack-placement==16.0.0 glance==33.0.0 nova==34.0.0 keystonemiddleware psycopg2-binary waitress"
else
  PKGS="postgresql-15 curl python3-waitress python3-keystone python3-ironic python3-sushy python3-placement python3-openstacksdk python3-psycopg2"
  PKGS_NOVA="rabbitmq-server python3-glance python3-nova python3-ironicclient"
fi

install_pkgs() {
  install_apt
  [ $REL = latest ] || return 0
  [ -e "$VENV/.openstack-up" ] && return 0
  rm -rf "$VENV"; ${OS_UP_PYTHON:-$BASEPY} -m venv "$VENV"
  # --no-compile: only what is really imported gets compiled, at first start
  "$VENV/bin/pip" install -q --disable-pip-version-check --no-compile $([ -e "$HERE/openstack-latest.txt" ] && echo "-c $HERE/openstack-latest.txt") $PIPS \
    >"$DIR/log/pip.log" 2>&1 || { tail -20 "$DIR/log/pip.log" >&2; exit 1; }
  touch "$VENV/.openstack-up"; say "virtual environment $VENV"
}
install_apt() {
  local want=$PKGS; [ "$NOVA" = 1 ] && want="$want $PKGS_NOVA"
  local miss=""; for p in $want; do dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || miss="$miss $p"; done
  [ -z "$miss" ] && { say "packages present"; return; }
  # the python3-* packages hold all code, and have no debconf questions, no init scripts and no daemons.
  # postgresql-common and rabbitmq-server would create a cluster / start a daemon: forbid both.
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] || echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf
  local made=0
  [ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d; chmod +x /usr/sbin/policy-rc.d; made=1; }
  local apt="apt-get -y -o DPkg::Lock::Timeout=600 -o Dpkg::Options::=--force-unsafe-io -o Dpkg::Options::=--force-confold" rc=0
  export DEBIAN_FRONTEND=noninteractive
  # the package lists may be absent or stale on a new machine: refresh them once if the first try fails
  $apt install --no-install-recommends $miss >"$DIR/log/apt.log" 2>&1 \
    || { $apt update >>"$DIR/log/apt.log" 2>&1; $apt install --no-install-recommends $miss >>"$DIR/log/apt.log" 2>&1; } || rc=$?
  [ $made = 0 ] || rm -f /usr/sbin/policy-rc.d
  [ $rc = 0 ] || { tail -20 "$DIR/log/apt.log" >&2; exit 1; }
  say "installed:$miss"
}

# ---- process book-keeping: one pid file per service, holding pid and kernel start time (so a reused pid is not ended)
ptime() { awk '{sub(/^.*\) /,""); print $20}' "/proc/$1/stat" 2>/dev/null; }
alive() { local f="$DIR/pid/$1" p t; [ -s "$f" ] || return 1; read -r p t <"$f"; [ -n "$p" ] && [ "$(ptime "$p")" = "$t" ]; }
launch() { # name, command...
  local n=$1; shift; alive "$n" && return 0
  setsid "$@" >>"$DIR/log/$n.log" 2>&1 </dev/null &
  local p=$!; sleep 0.1; echo "$p $(ptime $p)" >"$DIR/pid/$n"; say "start $n (pid $p)"
}
end_one() { # name [signal]
  alive "$1" || { rm -f "$DIR/pid/$1"; return 0; }
  local p t; read -r p t <"$DIR/pid/$1"; kill -"${2:-TERM}" -- "-$p" 2>/dev/null || kill -"${2:-TERM}" "$p" 2>/dev/null || true
  for _ in $(seq 100); do [ "$(ptime "$p")" = "$t" ] || { rm -f "$DIR/pid/$1"; return 0; }; sleep 0.1; done
  kill -KILL -- "-$p" 2>/dev/null || true; rm -f "$DIR/pid/$1"
}
wait_http() { # name url [seconds]
  local i; for i in $(seq $(( ${3:-60} * 5 ))); do
    curl -s -o /dev/null --noproxy '*' -m 5 "$2" && { say "ready $1"; return 0; }
    alive "$1" || { echo "$1 died:" >&2; tail -25 "$DIR/log/$1.log" >&2; exit 1; }
    sleep 0.2
  done; echo "$1 not ready at $2:" >&2; tail -25 "$DIR/log/$1.log" >&2; exit 1
}
wait_port() { local i; for i in $(seq $(( ${3:-60} * 5 ))); do (exec 3<>/dev/tcp/$H/"$2") 2>/dev/null && { say "ready $1"; return 0; }; alive "$1" || { tail -25 "$DIR/log/$1.log" >&2; exit 1; }; sleep 0.2; done; exit 1; }

# ---- PostgreSQL: own throw-away cluster
pg() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
start_pg() {
  if [ ! -s "$DIR/pg/PG_VERSION" ]; then
    mkdir -p "$DIR/pg"; chown postgres:postgres "$DIR/pg"; chmod 700 "$DIR/pg"
    (cd /; pg $PGBIN/initdb -D "$DIR/pg" -U os -A trust -E UTF8 --no-sync >"$DIR/log/initdb.log")
  fi
  (cd /; launch pg setpriv --reuid=postgres --regid=postgres --clear-groups $PGBIN/postgres -D "$DIR/pg" \
     -c listen_addresses=$H -c port=$P_PG -c unix_socket_directories= -c fsync=off -c synchronous_commit=off \
     -c full_page_writes=off -c shared_buffers=64MB -c max_connections=200)
  wait_port pg $P_PG
  # the port opens before PostgreSQL takes queries ("the database system is starting up")
  local i; for i in $(seq 300); do $PGBIN/psql -h $H -p $P_PG -U os -d postgres -Atc 'select 1' >/dev/null 2>&1 && break; sleep 0.2; done
  local d; for d in ${1:-keystone ironic placement glance nova_api nova nova_cell0}; do
    $PGBIN/psql -h $H -p $P_PG -U os -d postgres -Atc "select 1 from pg_database where datname='$d'" 2>/dev/null | grep -q 1 \
      || $PGBIN/psql -q -h $H -p $P_PG -U os -d postgres -c "create database $d" ; done
}
db() { echo "postgresql+psycopg2://os:x@$H:$P_PG/$1"; }

# ---- configuration
authtoken() { cat <<E
[keystone_authtoken]
www_authenticate_uri = http://$H:$P_KEY/v3
auth_url = http://$H:$P_KEY/v3
auth_type = password
username = $1
password = $PW
project_name = service
user_domain_id = default
project_domain_id = default
# without service_type every request made with an access-rule application credential is refused
service_type = $2
E
}
client_auth() { cat <<E
auth_type = password
auth_url = http://$H:$P_KEY/v3
username = $1
password = $PW
user_domain_id = default
region_name = RegionOne
E
}
# Ironic without the parts that need a Keystone; arguments: how it authenticates, and its database
ironic_conf() {
  local LB=""; [ $REL = latest ] && LB=,redfish-https
  cat <<E
[DEFAULT]
host = ironic-conductor-1
${1:-auth_strategy = keystone}
rpc_transport = none
enabled_hardware_types = fake-hardware,redfish
enabled_boot_interfaces = fake,redfish-virtual-media$LB
enabled_deploy_interfaces = fake,direct,ramdisk
enabled_inspect_interfaces = fake,no-inspect,redfish
enabled_management_interfaces = fake,redfish
enabled_power_interfaces = fake,redfish
enabled_bios_interfaces = fake,no-bios,redfish
enabled_console_interfaces = fake,no-console
enabled_firmware_interfaces = fake,no-firmware,redfish
enabled_raid_interfaces = fake,no-raid,agent,redfish
enabled_rescue_interfaces = fake,no-rescue
enabled_storage_interfaces = fake,noop
enabled_vendor_interfaces = fake,no-vendor,redfish
enabled_network_interfaces = noop
default_network_interface = noop
default_resource_class = baremetal
state_path = $DIR/ironic
my_ip = $H
use_stderr = true
minimum_memory_warning_only = true
[api]
host_ip = $H
port = $P_IRO
api_workers = 1
max_limit = ${OS_UP_IRONIC_MAX_LIMIT:-1000}
public_endpoint = http://$H:$P_IRO
[conductor]
automated_clean = true
heartbeat_interval = 10
sync_power_state_interval = 60
workers_pool_size = $([ $REL = latest ] && echo 60 || echo 20)
check_provision_state_interval = 10
check_allocations_interval = 10
$(for i in ${OS_UP_CLEAN_STEPS:-}; do echo "clean_step_priority_override = $i"; done)
permit_provisioning_without_uuid_hostname = true
[dhcp]
dhcp_provider = none
[fake]
power_delay = ${OS_UP_FAKE_POWER_DELAY:-0}
deploy_delay = ${OS_UP_FAKE_DEPLOY_DELAY:-0}
inspect_delay = ${OS_UP_FAKE_INSPECT_DELAY:-0}
management_delay = ${OS_UP_FAKE_MANAGEMENT_DELAY:-0}
bios_delay = ${OS_UP_FAKE_BIOS_DELAY:-0}
rescue_delay = ${OS_UP_FAKE_RESCUE_DELAY:-0}
[redfish]
use_swift = false
[oslo_policy]
# what later Ironic releases do by default: role "admin" alone no longer opens every node
enforce_scope = $STRICT
enforce_new_defaults = $STRICT
[deploy]
# hand a boot ISO's URL to the BMC as it is: there is no web server of Ironic's own here
ramdisk_image_download_source = http
iso_master_path = $DIR/ironic/iso
http_root = $DIR/http
http_url = http://$H:1/
[pxe]
tftp_root = $DIR/tftp
[oslo_concurrency]
lock_path = $DIR/lock
[database]
connection = $(db "${2:-ironic}")
max_pool_size = 20
E
}
ironic_keystone_conf() { cat <<E
[service_catalog]
$(client_auth ironic)
project_name = service
project_domain_id = default
[glance]
$(client_auth ironic)
project_name = service
project_domain_id = default
$(authtoken ironic baremetal)
E
}
write_conf() {
  local C=$DIR/etc; mkdir -p $C/keystone/fernet $C/keystone/credential $C/placement $C/nova $C/glance "$DIR"/{images,state,ironic,lock,tftp,http}
  cat >$C/keystone/keystone.conf <<E
[DEFAULT]
log_file =
use_stderr = true
insecure_debug = false
[database]
connection = $(db keystone)
max_pool_size = 3
[token]
provider = fernet
expiration = 3600
[fernet_tokens]
key_repository = $C/keystone/fernet
[fernet_receipts]
key_repository = $C/keystone/fernet
[credential]
key_repository = $C/keystone/credential
[identity]
# bcrypt at its lowest cost: a test cloud authenticates all the time (12 rounds take 0.3 s and more)
password_hash_rounds = 4
[cache]
enabled = true
backend = dogpile.cache.memory
E
  cat >$C/placement/placement.conf <<E
[DEFAULT]
use_stderr = true
[api]
auth_strategy = keystone
[placement_database]
connection = $(db placement)
max_pool_size = 3
$(authtoken placement placement)
E
  { ironic_conf; ironic_keystone_conf; } >$C/ironic.conf
  [ "$NOVA" = 1 ] || return 0
  cat >$C/glance/glance-api.conf <<E
[DEFAULT]
bind_host = $H
bind_port = $P_GLA
workers = 0
use_stderr = true
enabled_backends = file:file
[database]
connection = $(db glance)
max_pool_size = 3
[glance_store]
default_backend = file
[file]
filesystem_store_datadir = $DIR/images
[os_glance_staging_store]
filesystem_store_datadir = $DIR/state/staging
[os_glance_tasks_store]
filesystem_store_datadir = $DIR/state/tasks
[paste_deploy]
flavor = keystone
config_file = $C/glance/paste.ini
[oslo_concurrency]
lock_path = $DIR/lock
$(authtoken glance image)
E
  cat >$C/glance/paste.ini <<'E'
[pipeline:glance-api-keystone]
pipeline = versionnegotiation authtoken context rootapp
[composite:rootapp]
paste.composite_factory = glance.api:root_app_factory
/: apiversions
/v2: apiv2app
[app:apiversions]
paste.app_factory = glance.api.versions:create_resource
[app:apiv2app]
paste.app_factory = glance.api.v2.router:API.factory
[filter:versionnegotiation]
paste.filter_factory = glance.api.middleware.version_negotiation:VersionNegotiationFilter.factory
[filter:context]
paste.filter_factory = glance.api.middleware.context:ContextMiddleware.factory
[filter:authtoken]
paste.filter_factory = keystonemiddleware.auth_token:filter_factory
delay_auth_decision = true
E
  cat >$C/nova/nova.conf <<E
[DEFAULT]
host = ironic-compute-1
my_ip = $H
state_path = $DIR/state
transport_url = rabbit://guest:guest@$H:$P_MQ/
compute_driver = ironic.IronicDriver
force_config_drive = false
osapi_compute_listen = $H
osapi_compute_listen_port = $P_NOV
osapi_compute_workers = 1
enabled_apis = osapi_compute
use_stderr = true
instance_usage_audit = false
vif_plugging_is_fatal = false
vif_plugging_timeout = 0
reserved_host_memory_mb = 0
update_resources_interval = 10
sync_power_state_interval = 60
# nova-compute sends no sign of life while it registers many nodes in its first pass; without this the scheduler takes it for dead
service_down_time = 600
[wsgi]
api_paste_config = $C/nova/paste.ini
[api]
auth_strategy = keystone
[api_database]
connection = $(db nova_api)
max_pool_size = 5
[database]
connection = $(db nova)
max_pool_size = 5
[conductor]
workers = 1
[scheduler]
workers = 1
discover_hosts_in_cells_interval = 15
[filter_scheduler]
track_instance_changes = false
enabled_filters = ComputeFilter,ComputeCapabilitiesFilter,ImagePropertiesFilter
[ironic]
$(client_auth nova)
system_scope = all
api_retry_interval = 2
[placement]
$(client_auth nova)
project_name = service
project_domain_id = default
[glance]
$(client_auth nova)
project_name = service
project_domain_id = default
[neutron]
$(client_auth nova)
project_name = service
project_domain_id = default
[cinder]
$(client_auth nova)
project_name = service
project_domain_id = default
[service_user]
send_service_user_token = false
[oslo_concurrency]
lock_path = $DIR/lock
[oslo_messaging_notifications]
driver = noop
$(authtoken nova compute)
E
  cat >$C/nova/paste.ini <<'E'
[composite:osapi_compute]
use = call:nova.api.openstack.urlmap:urlmap_factory
/: versions
/v2.1: version_v2
/v2.1/+: v21
[composite:v21]
use = call:nova.api.auth:pipeline_factory_v21
keystone = reqid faultwrap sizelimit authtoken keystonecontext app_v21
noauth2 = reqid faultwrap app_v21
[app:app_v21]
paste.app_factory = nova.api.openstack.compute:APIRouterV21.factory
[pipeline:versions]
pipeline = faultwrap app_versions
[pipeline:version_v2]
pipeline = reqid faultwrap app_version_v2
[app:app_versions]
paste.app_factory = nova.api.openstack.compute.versions:Versions.factory
[app:app_version_v2]
paste.app_factory = nova.api.openstack.compute.versions:VersionsV2.factory
[filter:reqid]
paste.filter_factory = nova.api.compute_req_id:ComputeReqIdMiddleware.factory
[filter:faultwrap]
paste.filter_factory = nova.api.openstack:FaultWrapper.factory
[filter:sizelimit]
paste.filter_factory = oslo_middleware:RequestBodySizeLimiter.factory
[filter:keystonecontext]
paste.filter_factory = nova.api.auth:NovaKeystoneContext.factory
[filter:authtoken]
paste.filter_factory = keystonemiddleware.auth_token:filter_factory
E
  cat >$DIR/neutron_stub.py <<'E'
# The smallest Neutron that lets Nova build, list and delete bare-metal servers: in-memory networks and ports.
# Not a Neutron: no auth check, no IPAM, no policy. The network's id is fixed so tests can name it.
import json, re, sys, uuid, itertools
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit, parse_qs
NET, SUB = '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'
nets = {NET: dict(id=NET, name='provider', status='ACTIVE', admin_state_up=True, shared=True, subnets=[SUB], mtu=1500,
                  tenant_id='', project_id='', port_security_enabled=True, **{'router:external': False, 'provider:network_type': 'flat', 'provider:physical_network': 'physnet1', 'provider:segmentation_id': None})}
subs = {SUB: dict(id=SUB, network_id=NET, name='provider-v4', ip_version=4, cidr='192.0.2.0/24', gateway_ip='192.0.2.1', enable_dhcp=False, dns_nameservers=[], host_routes=[], tenant_id='', project_id='')}
ports, seq = {}, itertools.count(10)
EXT = ['binding', 'binding-extended', 'port-security', 'security-group', 'provider', 'quotas', 'external-net', 'port-resource-request']
coll = {'networks': nets, 'subnets': subs, 'ports': ports}
one = {'networks': 'network', 'subnets': 'subnet', 'ports': 'port'}
class H(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def log_message(self, f, *a): sys.stderr.write('%s\n' % (f % a)); sys.stderr.flush()
    def out(self, code, body=None):
        raw = b'' if body is None else json.dumps(body).encode()
        self.send_response(code); self.send_header('Content-Type', 'application/json'); self.send_header('Content-Length', str(len(raw))); self.end_headers(); self.wfile.write(raw)
    def body(self):
        n = int(self.headers.get('Content-Length') or 0); return json.loads(self.rfile.read(n) or b'{}')
    def go(self):
        u = urlsplit(self.path); q = parse_qs(u.query); m = self.command
        data = self.body() if m in ('POST', 'PUT') else {}
        p = [x for x in u.path.split('/') if x]
        if not p: return self.out(200, {'versions': [{'id': 'v2.0', 'status': 'CURRENT', 'links': [{'rel': 'self', 'href': 'http://%s/v2.0/' % self.headers['Host']}]}]})
        p = p[1:]
        if not p: return self.out(200, {'resources': []})
        r = p[0]
        if r == 'extensions': return self.out(200, {'extensions': [dict(alias=a, name=a, description='', links=[], updated='2020-01-01T00:00:00-00:00') for a in EXT]})
        if r == 'quotas': return self.out(200, {'quota': {k: -1 for k in ('port', 'network', 'security_group', 'floatingip', 'router', 'subnet', 'security_group_rule')}})
        if r == 'security-groups': 
            sg = [dict(id='33333333-3333-4333-8333-333333333333', name='default', description='', tenant_id=q.get('tenant_id', [''])[0], project_id='', security_group_rules=[])]
            return self.out(200, {'security_groups': sg})
        if r in ('floatingips', 'security-group-rules', 'agents', 'segments', 'routers'): return self.out(200, {r.replace('-', '_'): []})
        if r not in coll: return self.out(404, {'NeutronError': {'type': 'HTTPNotFound', 'message': 'The resource could not be found.', 'detail': ''}})
        c = coll[r]
        if len(p) == 1 and m == 'GET':
            rows = [x for x in c.values() if all(str(x.get(k)) in v or not v for k, v in q.items() if k in x)]
            return self.out(200, {r: rows})
        if len(p) == 1 and m == 'POST':
            d = data[one[r]]; i = str(uuid.uuid4()); n = next(seq)
            x = dict(id=i, name='', status='ACTIVE' if r == 'ports' else 'ACTIVE', admin_state_up=True, device_id='', device_owner='', tenant_id='', project_id='')
            if r == 'ports':
                x.update({'mac_address': 'fa:16:3e:00:%02x:%02x' % (n // 256 % 256, n % 256), 'fixed_ips': [{'subnet_id': SUB, 'ip_address': '192.0.2.%d' % (n % 240 + 2)}], 'security_groups': [], 'binding:vnic_type': 'normal', 'binding:vif_type': 'unbound', 'binding:vif_details': {}, 'binding:profile': {}, 'binding:host_id': '', 'port_security_enabled': True, 'allowed_address_pairs': [], 'extra_dhcp_opts': []})
            x.update(d); x['project_id'] = x['tenant_id'] = d.get('tenant_id') or d.get('project_id') or ''
            if r == 'ports' and d.get('fixed_ips') and 'ip_address' not in d['fixed_ips'][0]: x['fixed_ips'] = [{'subnet_id': SUB, 'ip_address': '192.0.2.%d' % (n % 240 + 2)}]
            c[i] = x; return self.out(201, {one[r]: x})
        if len(p) > 1 and p[1] not in c: return self.out(404, {'NeutronError': {'type': one[r].capitalize() + 'NotFound', 'message': '%s %s could not be found.' % (one[r].capitalize(), p[1]), 'detail': ''}})
        if len(p) > 2: return self.out(200, {p[2]: []})
        if m == 'GET': return self.out(200, {one[r]: c[p[1]]})
        if m == 'PUT': c[p[1]].update(data[one[r]]); return self.out(200, {one[r]: c[p[1]]})
        if m == 'DELETE': del c[p[1]]; return self.out(204)
        self.out(405)
    do_GET = do_POST = do_PUT = do_DELETE = go
ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), H).serve_forever()
E
}

bootstrap_py() { cat <<'E'
import sys, os, json, time
from keystoneauth1 import session, loading
from keystoneauth1.identity import v3
url, pw, out = sys.argv[1], sys.argv[2], sys.argv[3]
ports = dict(a.split('=') for a in sys.argv[4:])
auth = v3.Password(auth_url=url, username='admin', password=pw, user_domain_id='default', system_scope='all')
s = session.Session(auth=auth)
def c(method, path, **kw): return s.request(url + path, method, raise_exc=False, **kw)
def ensure(kind, plural, match, body):
    r = c('GET', '/%s?%s' % (plural, '&'.join('%s=%s' % i for i in match.items()))).json()[plural]
    if r: return r[0]['id']
    r = c('POST', '/' + plural, json={kind: body}); assert r.status_code == 201, r.text
    return r.json()[kind]['id']
role = {n: ensure('role', 'roles', {'name': n}, {'name': n}) for n in ('admin', 'member', 'reader', 'manager', 'service')}
proj = {n: ensure('project', 'projects', {'name': n, 'domain_id': 'default'}, {'name': n, 'domain_id': 'default'}) for n in ('service', 'fleet', 'slurm')}
def user(n): return ensure('user', 'users', {'name': n, 'domain_id': 'default'}, {'name': n, 'domain_id': 'default', 'password': pw})
usr = {n: user(n) for n in ('ironic', 'placement', 'glance', 'nova', 'neutron', 'fleet-manager')}
def grant(p, u, r): x = c('PUT', '/projects/%s/users/%s/roles/%s' % (proj[p], usr[u], role[r])); assert x.status_code == 204, x.text
for n in ('ironic', 'placement', 'glance', 'nova', 'neutron'):
    for r in ('admin', 'service'): grant('service', n, r)
assert c('PUT', '/system/users/%s/roles/%s' % (usr['nova'], role['admin'])).status_code == 204
for p in ('fleet', 'slurm'):
    for r in ('admin', 'manager', 'member', 'reader'): grant(p, 'fleet-manager', r)
for name, typ, href in (('ironic', 'baremetal', 'http://127.0.0.1:%s' % ports['ironic']), ('placement', 'placement', 'http://127.0.0.1:%s' % ports['placement']),
                        ('nova', 'compute', 'http://127.0.0.1:%s/v2.1' % ports['nova']), ('glance', 'image', 'http://127.0.0.1:%s' % ports['glance']), ('neutron', 'network', 'http://127.0.0.1:%s' % ports['neutron'])):
    if ports['nova'] == '0' and typ in ('compute', 'image', 'network'): continue
    sid = ensure('service', 'services', {'name': name}, {'name': name, 'type': typ})
    for i in ('public', 'internal'):
        ensure('endpoint', 'endpoints', {'service_id': sid, 'interface': i}, {'service_id': sid, 'interface': i, 'url': href, 'region_id': 'RegionOne'})
# application credentials with access rules: the contract of an openstack-overcloud document
def rules(t, *rs): return [{'service': t, 'method': m, 'path': p} for m, p in rs]
R = (rules('baremetal', ('GET', '/v1'), ('GET', '/v1/nodes'), ('GET', '/v1/nodes/**'), ('POST', '/v1/nodes'), ('PATCH', '/v1/nodes/*'), ('PUT', '/v1/nodes/**'), ('DELETE', '/v1/nodes/**'), ('POST', '/v1/ports'), ('GET', '/v1/ports/**'), ('GET', '/v1/ports'), ('DELETE', '/v1/ports/*'), ('PATCH', '/v1/ports/*'), ('GET', '/v1/conductors'), ('GET', '/v1/allocations/*'))
     + rules('placement', ('GET', '/resource_providers'), ('GET', '/resource_providers/**'), ('PUT', '/resource_providers/*/traits'), ('GET', '/traits/*'), ('PUT', '/traits/*'), ('GET', '/allocations/*'))
     + rules('compute', ('GET', '/v2.1/servers'), ('GET', '/v2.1/servers/**'), ('POST', '/v2.1/servers'), ('DELETE', '/v2.1/servers/*'), ('GET', '/v2.1/flavors/**'), ('GET', '/v2.1/os-keypairs/**'), ('GET', '/v2.1/os-hypervisors/**'))
     + rules('image', ('GET', '/v2/images/**'), ('GET', '/v2/images')) + rules('identity', ('GET', '/v3/projects'), ('GET', '/v3/auth/projects')))
creds = {}
for p in ('fleet', 'slurm'):
    us = session.Session(auth=v3.Password(auth_url=url, username='fleet-manager', password=pw, user_domain_id='default', project_name=p, project_domain_id='default'))
    base = '%s/users/%s/application_credentials' % (url, usr['fleet-manager'])
    have = {a['name']: a for a in us.get(base).json()['application_credentials']}
    for name, rl in (('fm-' + p, R), ('fm-%s-norules' % p, None), ('fm-%s-readonly' % p, [r for r in R if r['method'] == 'GET'])):
        # Keystone can't change the rules of a credential: one made before a rule was added is made anew.
        wanted = {(r['service'], r['method'], r['path']) for r in rl or []}
        held = {(r['service'], r['method'], r['path']) for r in have.get(name, {}).get('access_rules') or []}
        if name in have and held != wanted:
            r = us.delete('%s/%s' % (base, have.pop(name)['id']), raise_exc=False); assert r.status_code == 204, r.text
        if name not in have:
            b = {'name': name, 'secret': pw + '-' + name, 'unrestricted': False}
            if rl: b['access_rules'] = rl
            r = us.post(base, json={'application_credential': b}, raise_exc=False); assert r.status_code == 201, r.text
    creds[p] = 'fm-' + p
y = ['clouds:']
def cloud(n, lines): y.extend(['  %s:' % n] + ['    ' + l for l in lines] + ['    region_name: RegionOne', '    identity_api_version: 3'])
cloud('admin', ['auth:', '  auth_url: ' + url, '  username: admin', '  password: ' + pw, '  project_name: admin', '  user_domain_id: default', '  project_domain_id: default'])
cloud('system', ['auth:', '  auth_url: ' + url, '  username: admin', '  password: ' + pw, '  user_domain_id: default', '  system_scope: all'])
for p in ('fleet', 'slurm'):
    for sfx in ('', '-norules', '-readonly'):
        cloud(p + sfx, ['auth_type: v3applicationcredential', 'auth:', '  auth_url: ' + url, '  application_credential_name: fm-%s%s' % (p, sfx), '  application_credential_secret: %s-fm-%s%s' % (pw, p, sfx), '  username: fleet-manager', '  user_domain_id: default'])
open(out + '/clouds.yaml', 'w').write('\n'.join(y) + '\n'); os.chmod(out + '/clouds.yaml', 0o600)
E
}
nova_seed_py() { cat <<'E'
import sys
from keystoneauth1 import session
from keystoneauth1.identity import v3
url, pw, nova, glance = sys.argv[1:5]
s = session.Session(auth=v3.Password(auth_url=url, username='admin', password=pw, user_domain_id='default', project_name='admin', project_domain_id='default'))
if not any(f['name'] == 'g.baremetal' for f in s.get(nova + '/flavors').json()['flavors']):
    f = s.post(nova + '/flavors', json={'flavor': {'name': 'g.baremetal', 'ram': 1024, 'vcpus': 1, 'disk': 10, 'id': 'g.baremetal'}}).json()['flavor']
    s.post(nova + '/flavors/%s/os-extra_specs' % f['id'], json={'extra_specs': {'resources:CUSTOM_GPU_GB300': '1', 'resources:VCPU': '0', 'resources:MEMORY_MB': '0', 'resources:DISK_GB': '0'}})
if not s.get(glance + '/v2/images?name=test-image').json()['images']:
    i = s.post(glance + '/v2/images', json={'name': 'test-image', 'disk_format': 'raw', 'container_format': 'bare', 'visibility': 'public'}).json()
    s.put(glance + '/v2/images/%s/file' % i['id'], data=b'\0' * 4096, headers={'Content-Type': 'application/octet-stream'})
E
}

uw() { # name, port, module:factory or module:application, env... - a WSGI application under waitress (threaded, proper keep-alive)
  # uwsgi --http-socket resets keep-alive connections after body-less PUT/204 answers; waitress does not
  local n=$1 port=$2 f=$3; shift 3
  local call="()"; [ "${f##*:}" = application ] && call=""
  launch "$n" env "$@" $PY -W ignore -c "import sys; sys.argv=['$n']; from ${f%%:*} import ${f##*:} as f; from waitress import serve; serve(f$call, host='$H', port=$port, threads=6, ident=None)"
}
ep() { # python entry point: name module args...
  local n=$1 mod=$2; shift 2
  launch "$n" $PY -W ignore -c "import sys; sys.argv[0]='$n'; from $mod import main; sys.exit(main())" "$@"
}
ep_run() { local n=$1 mod=$2; shift 2; $PY -W ignore -c "import sys; sys.argv[0]='$n'; from $mod import main; sys.exit(main())" "$@" >>"$DIR/log/setup.log" 2>&1 || { tail -20 "$DIR/log/setup.log" >&2; exit 1; }; }

setup_keystone() {
  [ -e "$DIR/state/keystone.done" ] && return 0
  local km="--config-file $DIR/etc/keystone/keystone.conf" K=http://$H:$P_KEY/v3
  # what fernet_setup and credential_setup write (two keys each), without two more slow imports of Keystone
  local d k; for d in fernet credential; do for k in 0 1; do
    [ -s "$DIR/etc/keystone/$d/$k" ] || (umask 077; head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '\n' >"$DIR/etc/keystone/$d/$k"); done; done
  { ${BIN}keystone-manage $km db_sync
    ${BIN}keystone-manage $km bootstrap --bootstrap-password "$PW" --bootstrap-region-id RegionOne \
      --bootstrap-public-url $K --bootstrap-internal-url $K --bootstrap-admin-url $K; } >>"$DIR/log/setup.log" 2>&1
  touch "$DIR/state/keystone.done"; say "keystone database"
}
setup_baremetal() {
  [ -e "$DIR/state/db.done" ] && return 0
  ep_run ironic-dbsync $IRONIC.dbsync --config-file $DIR/etc/ironic.conf upgrade
  OS_PLACEMENT_CONFIG_DIR=$DIR/etc/placement ${BIN}placement-manage --config-file $DIR/etc/placement/placement.conf db sync >>"$DIR/log/setup.log" 2>&1
  touch "$DIR/state/db.done"; say "ironic + placement databases"
}
setup_nova() {
  [ -e "$DIR/state/nova.done" ] && return 0
  ep_run glance-manage glance.cmd.manage --config-file $DIR/etc/glance/glance-api.conf db_sync
  local nm="nova-manage nova.cmd.manage --config-file $DIR/etc/nova/nova.conf"
  ep_run $nm api_db sync
  ep_run $nm cell_v2 map_cell0 --database_connection "$(db nova_cell0)"
  ep_run $nm db sync
  ep_run $nm cell_v2 create_cell --name cell1
  touch "$DIR/state/nova.done"; say "glance + nova databases"
}
seed_py() { cat <<'E'
# one list request per round shows what every node needs next; a refused step (node locked, state moved on) is tried again next round
import os, sys, time
from concurrent.futures import ThreadPoolExecutor
from keystoneauth1 import session
from keystoneauth1.identity import v3
url, pw, iro, n, pla = sys.argv[1:6]; n = int(n)
if url == '-':   # no Keystone: the cloud that OS_CLIENT_CONFIG_FILE and OS_CLOUD name
    from openstack.config import OpenStackConfig
    s = OpenStackConfig().get_one(os.environ['OS_CLOUD']).get_session()
else: s = session.Session(auth=v3.ApplicationCredential(auth_url=url, application_credential_name='fm-fleet', application_credential_secret=pw + '-fm-fleet', username='fleet-manager', user_domain_id='default'))
def c(m, p, **k): return s.request(p if p.startswith('http') else iro + p, m, raise_exc=False, headers={'X-OpenStack-Ironic-API-Version': '1.82'}, **k)
want = [os.environ.get('OS_UP_SEED_PREFIX', 'fake-') + '%04d' % i for i in range(1, n + 1)]
def listing():
    p, out = '/v1/nodes?driver=fake-hardware&fields=name,uuid,provision_state,target_provision_state,power_state,target_power_state', {}   # not reservation: a list shows a project only "** Redacted ..." there
    while p:
        b = c('GET', p).json(); out.update((x['name'], x) for x in b['nodes']); p = b.get('next')
    return out
def create(name):
    r = c('POST', '/v1/nodes', json={'driver': 'fake-hardware', 'name': name, 'resource_class': 'gpu.gb300', 'properties': {'cpus': 144, 'memory_mb': 960000, 'local_gb': 3840, 'cpu_arch': 'aarch64'}}); assert r.status_code in (201, 409), r.text
def put(name, what, target):
    r = c('PUT', '/v1/nodes/%s/states/%s' % (name, what), json={'target': target}); assert r.status_code in (202, 400, 409), r.text
pool = ThreadPoolExecutor(4)
have = listing(); new = [x for x in want if x not in have]; list(pool.map(create, new))
end = time.time() + 120 + 4 * n
while True:
    have = listing(); jobs = []
    for name in want:
        x = have[name]; st = x['provision_state']
        if 'failed' in st and name in new: sys.exit('%s: %s' % (name, st))
        if x['target_provision_state'] or x['target_power_state']: continue
        if st == 'enroll': jobs.append((name, 'provision', 'manage'))
        elif st == 'manageable' and x['power_state'] is None: jobs.append((name, 'power', 'power off'))   # power_state null = "reserved" for Nova
        elif st == 'manageable': jobs.append((name, 'provision', 'provide'))
    if not jobs and not any(have[k]['target_provision_state'] and 'failed' not in have[k]['provision_state'] for k in want): break
    if time.time() > end: sys.exit('not settled: %s' % [(k, have[k]['provision_state']) for k in want if have[k]['provision_state'] != 'available'][:5])
    list(pool.map(lambda a: put(*a), jobs)); time.sleep(0.3)
if pla != '-':   # schedulable only once nova-compute has published the node as not reserved
    a = session.Session(auth=v3.Password(auth_url=url, username='admin', password=pw, user_domain_id='default', project_name='admin', project_domain_id='default'))
    ids = {have[k]['uuid'] for k in want if have[k]['provision_state'] == 'available'}
    while ids and time.time() < end + 120 + 2 * n:
        r = a.get(pla + '/allocation_candidates?resources=CUSTOM_GPU_GB300:1', raise_exc=False, headers={'OpenStack-API-Version': 'placement 1.39'})
        if r.status_code == 200 and ids <= set(r.json()['provider_summaries']): break   # 400 until the resource class exists
        time.sleep(1)
    else:
        if ids: sys.exit('nodes are available in Ironic but not all schedulable in Placement')
E
}
start_all() {
  write_conf; local C=$DIR/etc K=http://$H:$P_KEY/v3
  if [ "$NOVA" = 1 ]; then   # the slowest starter goes first
    # NODENAME needs a resolvable short host: localhost always is
    mkdir -p "$DIR/rabbit"; : >"$DIR/rabbit/enabled_plugins.tmp"; echo '[].' >"$DIR/rabbit/enabled_plugins"; rm -f "$DIR/rabbit/enabled_plugins.tmp"
    chown -R rabbitmq:rabbitmq "$DIR/rabbit"
    printf 'listeners.tcp.default = %s:%s\nvm_memory_high_watermark.absolute = 512MB\ndisk_free_limit.absolute = 50MB\nlog.console = true\nlog.file = false\n' $H $P_MQ >"$DIR/rabbit/rabbitmq.conf"
    launch rabbit env -i PATH=$PATH HOME="$DIR/rabbit" LC_ALL=C.UTF-8 RABBITMQ_NODENAME=osup$O@localhost RABBITMQ_MNESIA_BASE="$DIR/rabbit/mnesia" \
      RABBITMQ_LOG_BASE="$DIR/rabbit/log" RABBITMQ_CONFIG_FILE="$DIR/rabbit/rabbitmq" RABBITMQ_ENABLED_PLUGINS_FILE="$DIR/rabbit/enabled_plugins" \
      ERL_EPMD_PORT=$P_EPMD ERL_EPMD_ADDRESS=$H RABBITMQ_DIST_PORT=$P_DIST RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="+S 1:1 +sbwt none -kernel inet_dist_use_interface {127,0,0,1}" \
      setpriv --reuid=rabbitmq --regid=rabbitmq --clear-groups /usr/lib/rabbitmq/bin/rabbitmq-server
  fi
  start_pg
  export OS_KEYSTONE_CONFIG_FILES=$C/keystone/keystone.conf
  local jobs="" j; setup_keystone & jobs="$jobs $!"; setup_baremetal & jobs="$jobs $!"
  [ "$NOVA" = 1 ] && { setup_nova & jobs="$jobs $!"; }
  set -- $jobs; wait "$1"
  uw keystone $P_KEY $W_KEY OS_KEYSTONE_CONFIG_FILES=$OS_KEYSTONE_CONFIG_FILES OS_KEYSTONE_CONFIG_DIR=$C/keystone
  shift; for j in "$@"; do wait "$j"; done
  wait_http keystone $K
  [ "$NOVA" = 1 ] && np=$P_NOV || np=0
  bootstrap_py | $PY -W ignore - $K "$PW" "$DIR" ironic=$P_IRO placement=$P_PLA nova=$np glance=$P_GLA neutron=$P_NEU
  say "keystone users, catalog, application credentials"
  uw placement $P_PLA $W_PLA OS_PLACEMENT_CONFIG_DIR=$C/placement
  ep ironic $IRONIC.singleprocess --config-file $C/ironic.conf
  if [ "$NOVA" = 1 ]; then
    launch neutron-stub $PY "$DIR/neutron_stub.py" $P_NEU
    wait_port rabbit $P_MQ 90
    if [ $REL = latest ]; then   # no stand-alone API servers any more
      uw glance $P_GLA glance.wsgi.api:application OS_GLANCE_CONFIG_DIR=$C/glance
      uw nova-api $P_NOV nova.wsgi.osapi_compute:application OS_NOVA_CONFIG_DIR=$C/nova "OS_NOVA_CONFIG_FILES=paste.ini;nova.conf"
    else
      ep glance glance.cmd.api --config-file $C/glance/glance-api.conf
      ep nova-api nova.cmd.api_os_compute --config-file $C/nova/nova.conf
    fi
    ep nova-conductor nova.cmd.conductor --config-file $C/nova/nova.conf
    ep nova-scheduler nova.cmd.scheduler --config-file $C/nova/nova.conf
  fi
  wait_http placement http://$H:$P_PLA/; wait_http ironic http://$H:$P_IRO/ 90
  if [ "$NOVA" = 1 ]; then
    ep nova-compute nova.cmd.compute --config-file $C/nova/nova.conf
    wait_http glance http://$H:$P_GLA/ 90; wait_http nova-api http://$H:$P_NOV/ 90
    nova_seed_py | $PY -W ignore - $K "$PW" http://$H:$P_NOV/v2.1 http://$H:$P_GLA; say "flavor and image"
    # nova-compute's first sign of life since its start: a server created while it still initialises would end in ERROR.
    # It comes after the first pass over all nodes: seconds with 10 nodes, minutes with 200
    local since seen=0; since=$(date -u -d "@$(stat -c %Y "$DIR/pid/nova-compute")" '+%F %T')
    for _ in $(seq 900); do
      $PGBIN/psql -h $H -p $P_PG -U os -d nova -Atc "select 1 from services where \"binary\" = 'nova-compute' and last_seen_up >= '$since'" | grep -q 1 && { seen=1; break; }
      alive nova-compute || { tail -25 "$DIR/log/nova-compute.log" >&2; exit 1; }; sleep 0.5
    done; [ $seen = 1 ] || { echo "nova-compute gives no sign of life:" >&2; tail -25 "$DIR/log/nova-compute.log" >&2; exit 1; }; say "ready nova-compute"
    # a compute host must register once before a cell can map it. The scheduler looks for hosts too (every 15 s): when both find it
    # in the same moment, nova-manage ends with "Duplicate host mapping", which is no failure
    local mapped=0; for _ in $(seq 60); do
      $PGBIN/psql -h $H -p $P_PG -U os -d nova_api -Atc "select 1 from host_mappings limit 1" | grep -q 1 && { mapped=1; break; }
      (ep_run nova-manage nova.cmd.manage --config-file $C/nova/nova.conf cell_v2 discover_hosts --by-service) 2>/dev/null || sleep 1
    done
    [ $mapped = 1 ] || { echo "nova-compute did not register:" >&2; tail -25 "$DIR/log/nova-compute.log" >&2; exit 1; }
    say "compute host mapped"
  fi
  say "up: export OS_CLIENT_CONFIG_FILE=$DIR/clouds.yaml"
  echo "$DIR/clouds.yaml"
}
ORDER="nova-compute nova-api nova-scheduler nova-conductor glance neutron-stub ironic placement keystone"
stop_all() { local n p t; for n in $ORDER rabbit; do alive $n && { read -r p t <"$DIR/pid/$n"; kill -TERM -- "-$p" 2>/dev/null || true; }; done   # all at once, then one by one
  for n in $ORDER; do end_one $n; done; end_one rabbit; end_one pg INT; 
  # epmd daemonises itself; end it only if it is the one on our own port
  local e; for e in /proc/[0-9]*; do [ "$(cat $e/comm 2>/dev/null)" = epmd ] && { tr "\0" "\n" <$e/environ; } 2>/dev/null | grep -qx "ERL_EPMD_PORT=$P_EPMD" && kill "${e#/proc/}" || true; done
  say stopped; }
status() { local n p t; for n in ${1:-$ORDER rabbit pg}; do if alive $n; then read -r p t <"$DIR/pid/$n"; 
  printf '%-16s pid %-7s rss %6d MiB\n' $n $p $(( $(ps -o rss= -g "$p" --sid "$p" 2>/dev/null | awk '{s+=$1} END {print s+0}') / 1024 )); else printf '%-16s down\n' $n; fi; done; }

mkdir -p "$DIR"/{log,pid,etc,state}; chmod 755 "$DIR"
[ "${BASH_SOURCE[0]}" = "$0" ] || return 0   # ironic-standalone.sh uses what stands above
case ${1:-up} in
  up) install_pkgs; start_all ;; install) install_pkgs ;; start) start_all ;; stop) stop_all ;; status) status ;;
  seed) seed_py | $PY -W ignore - http://$H:$P_KEY/v3 "$PW" http://$H:$P_IRO "${2:-10}" "$([ "$NOVA" = 1 ] && echo http://$H:$P_PLA || echo -)"; say "seeded ${2:-10} fake nodes" ;;
  env) echo "export OS_CLIENT_CONFIG_FILE=$DIR/clouds.yaml" ;; destroy) stop_all; rm -rf "$DIR" ;;
  *) sed -n 2,25p "$0"; exit 2 ;;
esac
