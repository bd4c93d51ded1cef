#!/usr/bin/env bash
# ironic-standalone.sh - two real Ironics without Keystone, Nova or Placement on loopback: one behind a name and a password
# (auth_strategy=http_basic), one open to everybody (auth_strategy=noauth).
#
# usage: ironic-standalone.sh [up|install|start|stop|status|env|seed N|destroy]
#   the verbs, packages and virtual environment are those of openstack.sh beside this script; so is OS_UP_RELEASE (debian or latest)
#   seed N   register N fake nodes in each (fake-0001..., or with OS_UP_SEED_PREFIX instead of fake-) and walk them to available
#
# The clouds file has the clouds "http-basic" and "noauth". The password is made at the first start, and stands in files only.
# OS_ALONE_DIR  data directory (default /var/tmp/ironic-standalone, or /var/tmp/ironic-standalone-latest)
set -euo pipefail
SUFFIX=""; OFFSET=0; [ "${OS_UP_RELEASE:-debian}" = latest ] && SUFFIX=-latest OFFSET=500
export OS_UP_DIR=${OS_ALONE_DIR:-/var/tmp/ironic-standalone$SUFFIX} OS_UP_NOVA=0
export OS_UP_PORT_PG=${OS_ALONE_PORT_PG:-$((15443+OFFSET))}
# shellcheck source=openstack.sh
. "$(dirname "$0")/openstack.sh"
STRATEGIES="http_basic noauth"
USER_NAME=fleet-manager
port_of() { [ "$1" = http_basic ] && echo "${OS_ALONE_PORT_HTTP_BASIC:-$((16395+OFFSET))}" || echo "${OS_ALONE_PORT_NOAUTH:-$((16396+OFFSET))}"; }

write_credentials() {
  [ -s "$DIR/clouds.yaml" ] && [ -s "$DIR/etc/htpasswd" ] && return 0
  # the lowest cost of bcrypt: Ironic 21 computes it for every request
  (umask 077; $PY -W ignore - "$DIR" $USER_NAME "http://$H:$(port_of http_basic)" "http://$H:$(port_of noauth)" <<'E'
import bcrypt, secrets, sys
out, user, basic, open_ = sys.argv[1:]
password = secrets.token_urlsafe(18)
with open(out + '/etc/htpasswd', 'w') as f:
    f.write('%s:%s\n' % (user, bcrypt.hashpw(password.encode(), bcrypt.gensalt(4)).decode()))
with open(out + '/clouds.yaml', 'w') as f:
    f.write('clouds:\n'
            '  http-basic:\n    auth_type: http_basic\n    auth:\n      endpoint: %s\n      username: %s\n      password: "%s"\n'
            '  noauth:\n    auth_type: none\n    auth:\n      endpoint: %s\n' % (basic, user, password, open_))
E
  )
}

# one Ironic, in a data directory and a database of its own
start_one() { # strategy
  local conf=$DIR/etc/$1.conf how="auth_strategy = $1"
  [ "$1" = http_basic ] && how="$how"$'\n'"http_basic_auth_user_file = $DIR/etc/htpasswd"
  mkdir -p "$DIR/$1"/{ironic,lock,tftp,http}
  (DIR=$DIR/$1 P_IRO=$(port_of "$1"); ironic_conf "$how" "ironic_$1") >"$conf"
  [ -e "$DIR/state/$1.done" ] || { ep_run ironic-dbsync $IRONIC.dbsync --config-file "$conf" upgrade; touch "$DIR/state/$1.done"; }
  ep "ironic-$1" $IRONIC.singleprocess --config-file "$conf"
}

start_standalone() {
  local s jobs="" j
  write_credentials
  start_pg "ironic_http_basic ironic_noauth"
  for s in $STRATEGIES; do start_one "$s" & jobs="$jobs $!"; done
  for j in $jobs; do wait "$j"; done
  for s in $STRATEGIES; do wait_http "ironic-$s" "http://$H:$(port_of "$s")/" 90; done
  say "up: export OS_CLIENT_CONFIG_FILE=$DIR/clouds.yaml"
  echo "$DIR/clouds.yaml"
}

seed_standalone() { # nodes in each
  local s jobs="" j
  for s in $STRATEGIES; do
    seed_py | OS_CLIENT_CONFIG_FILE=$DIR/clouds.yaml OS_CLOUD=${s/_/-} $PY -W ignore - - - "http://$H:$(port_of "$s")" "$1" - & jobs="$jobs $!"
  done
  for j in $jobs; do wait "$j"; done
  say "seeded $1 fake nodes in each"
}

stop_standalone() { local s; for s in $STRATEGIES; do end_one "ironic-$s" & done; wait; end_one pg INT; say stopped; }

case ${1:-up} in
  up) install_pkgs; start_standalone ;; install) install_pkgs ;; start) start_standalone ;; stop) stop_standalone ;;
  status) status "ironic-http_basic ironic-noauth pg" ;;
  seed) seed_standalone "${2:-10}" ;;
  env) echo "export OS_CLIENT_CONFIG_FILE=$DIR/clouds.yaml" ;; destroy) stop_standalone; rm -rf "$DIR" ;;
  *) sed -n 2,12p "$0"; exit 2 ;;
esac
