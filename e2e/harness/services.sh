#!/usr/bin/env bash
# Real PostgreSQL (15 or newer) and Redis for tests and benchmarks, on any Debian-like machine.
#
#   out=$(bash e2e/harness/services.sh start) && eval "$out"   # sets TEST_DATABASE_URL, TEST_REDIS_URL, SERVICES_DIR
#   bash e2e/harness/services.sh stop                          # ends what that start began (or: stop "$SERVICES_DIR")
#
#   source e2e/harness/services.sh                             # the same as functions
#   services_start && ... ; services_stop
#
# For each of the two, the first that works: the address given (TEST_DATABASE_URL or DATABASE_URL, TEST_REDIS_URL or
# REDIS_URL); a server already listening on its usual port where we may make a database; a throw-away server on a free
# port of 127.0.0.1, its Debian package installed when missing. SERVICES_FRESH=1 goes straight to the last.
#
# The login role is what a managed database gives: no superuser, owner of its database, with CREATEROLE and CREATEDB.
# Standard output carries only the export lines; everything else goes to standard error.

services__say() { printf 'services: %s\n' "$*" >&2; }

services__random() { od -An -N6 -tx1 /dev/urandom | tr -d ' \n'; }

services__listening() { (exec 3<>"/dev/tcp/$1/$2") 2>/dev/null; }

# Below the ephemeral range, so that no outgoing connection can hold the port between this look and the server's bind.
services__free_port() {
  local port _
  for _ in {1..100}; do
    port=$((20000 + RANDOM % 12000))
    services__listening 127.0.0.1 "$port" || { printf '%s' "$port"; return 0; }
  done
  return 1
}

# services_packages <package>...: installs Debian packages without letting them start servers of their own.
services_packages() {
  local sudo=() policy=/usr/sbin/policy-rc.d made='' status=0
  command -v apt-get >/dev/null || { services__say "$* missing, and no apt-get here to install with"; return 1; }
  if [[ $EUID -ne 0 ]]; then
    command -v sudo >/dev/null || { services__say "$* missing, and only root can install them"; return 1; }
    sudo=(sudo -n)
  fi
  services__say "installing $*"
  if [[ ! -e $policy ]]; then
    printf '#!/bin/sh\nexit 101\n' | "${sudo[@]}" tee "$policy" >/dev/null && "${sudo[@]}" chmod 755 "$policy" && made=1
  fi
  {
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" ||
      { "${sudo[@]}" apt-get update -qq &&
        "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@"; }
  } >&2 || status=1
  [[ -z $made ]] || "${sudo[@]}" rm -f "$policy"
  return $status
}

# The oldest installed PostgreSQL that the service supports: what passes there passes on newer ones.
services__pg_bin() {
  local dir version
  while IFS= read -r dir; do
    version=$("$dir/postgres" --version 2>/dev/null | sed -E 's/^[^0-9]*([0-9]+).*/\1/')
    [[ -n $version && $version -ge 15 ]] && { printf '%s' "$dir"; return 0; }
  done < <(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V; dirname "$(command -v initdb 2>/dev/null || echo /none/x)")
  return 1
}

# services_programs: installs what is missing of PostgreSQL and Redis.
services_programs() { services__pg_program >/dev/null && services__redis_program; }

services__pg_program() {
  services__pg_bin && return 0
  services_packages postgresql-15 || services_packages postgresql || return 1
  services__pg_bin || { services__say 'no PostgreSQL 15 or newer after the installation'; return 1; }
}

services__redis_program() { command -v redis-server >/dev/null || services_packages redis-server; }

# initdb refuses root: everything of PostgreSQL's runs as an unprivileged user, from a folder that user may be in.
services__as_pg() {
  if [[ $EUID -eq 0 ]]; then
    (cd / && exec runuser -u "$services__pg_user" -- "$@")
  else
    (cd / && exec "$@")
  fi
}

services__sql_role() { # role, password, database
  cat <<SQL
CREATE ROLE "$1" LOGIN NOSUPERUSER CREATEROLE CREATEDB PASSWORD '$2';
CREATE DATABASE "$3" OWNER "$1" ENCODING 'UTF8' TEMPLATE template0;
SQL
}

# A server on the usual port, where somebody's superuser lets us in: a role and a database of our own there.
services__pg_existing() {
  local host=${PGHOST:-127.0.0.1} port=${PGPORT:-5432} psql name password
  command -v psql >/dev/null && services__listening "$host" "$port" || return 1
  if PGCONNECT_TIMEOUT=3 psql -wqAtX -h "$host" -p "$port" -U "${PGUSER:-postgres}" -d postgres -c 'SELECT 1' &>/dev/null; then
    psql="psql -wqAtX -v ON_ERROR_STOP=1 -h $host -p $port -U ${PGUSER:-postgres} -d postgres"
  elif [[ $EUID -eq 0 ]] && getent passwd postgres >/dev/null &&
    (cd / && PGCONNECT_TIMEOUT=3 runuser -u postgres -- psql -wqAtX -p "$port" -d postgres -c 'SELECT 1' &>/dev/null); then
    psql="runuser -u postgres -- psql -wqAtX -v ON_ERROR_STOP=1 -p $port -d postgres"
  else
    services__say "PostgreSQL listens on $host:$port but lets no superuser in; leaving it alone"
    return 1
  fi
  [[ $(cd / && $psql -c "SELECT current_setting('server_version_num')::int >= 150000 AND rolsuper FROM pg_roles WHERE rolname = current_user") == t ]] || return 1
  name=sales_$(services__random)
  password=$(services__random)$(services__random)
  services__sql_role "$name" "$password" "$name" | (cd / && $psql) >&2 || return 1
  TEST_DATABASE_URL="postgresql://$name:$password@$host:$port/$name"
  PGCONNECT_TIMEOUT=3 psql -wqAtX "$TEST_DATABASE_URL" -c 'SELECT 1' &>/dev/null || {
    printf 'DROP DATABASE "%s"; DROP ROLE "%s";' "$name" "$name" | (cd / && $psql) &>/dev/null
    return 1
  }
  printf 'drop_with=%q\ndrop_name=%q\n' "$psql" "$name" >>"$SERVICES_DIR/state"
  services__say "PostgreSQL on $host:$port, database $name"
}

services__pg_start() {
  local bin port data=$SERVICES_DIR/postgresql/data log=$SERVICES_DIR/postgresql/log _
  bin=$(services__pg_program) || return 1
  services__pg_user=$(id -un)
  if [[ $EUID -eq 0 ]]; then
    services__pg_user=postgres
    getent passwd postgres >/dev/null || services__pg_user=nobody
  fi
  chmod 755 "$SERVICES_DIR" && mkdir -p "$SERVICES_DIR/postgresql" || return 1
  [[ $EUID -ne 0 ]] || chown "$services__pg_user" "$SERVICES_DIR/postgresql" || return 1
  services__as_pg "$bin/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null || return 1
  # A server that has run for a while reuses its WAL files; filling new ones with zeros stops every commit for 100 ms.
  cat >>"$data/postgresql.conf" <<'CONF'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 1000
shared_buffers = 256MB
max_wal_size = 2GB
fsync = on
wal_init_zero = off
synchronous_commit = on
full_page_writes = on
CONF
  echo 'host all all 127.0.0.1/32 trust' >"$data/pg_hba.conf"
  printf 'pg_bin=%q\npg_user=%q\npg_data=%q\n' "$bin" "$services__pg_user" "$data" >>"$SERVICES_DIR/state"
  for _ in 1 2 3 4 5; do
    port=$(services__free_port) || return 1
    if services__as_pg "$bin/pg_ctl" -D "$data" -w -t 60 -l "$log" -o "-p $port" start >/dev/null 2>&1 </dev/null; then
      services__sql_role sales sales sales |
        services__as_pg "$bin/psql" -qAtX -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$port" -U postgres -d postgres >&2 || return 1
      TEST_DATABASE_URL="postgresql://sales:sales@127.0.0.1:$port/sales"
      services__say "PostgreSQL $("$bin/postgres" --version | sed -E 's/^[^0-9]*([0-9.]+).*/\1/') on port $port"
      return 0
    fi
  done
  services__say 'PostgreSQL did not start:' && tail -n 20 "$log" >&2
  return 1
}

# services__redis_ask <host> <port> <line>...: sends inline commands, prints the last line of the answers.
services__redis_ask() {
  local host=$1 port=$2 line='' answer
  shift 2
  (
    exec 3<>"/dev/tcp/$host/$port" || exit 1
    for line in "$@"; do
      printf '%s\r\n' "$line" >&3
      IFS= read -r -t 3 answer <&3 || exit 1
    done
    printf '%s' "${answer%$'\r'}"
  ) 2>/dev/null
}

services__redis_existing() {
  local db
  [[ $(services__redis_ask 127.0.0.1 6379 PING) == +PONG ]] || return 1
  for db in 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1; do
    [[ $(services__redis_ask 127.0.0.1 6379 "SELECT $db" DBSIZE) == :0 ]] || continue
    TEST_REDIS_URL="redis://127.0.0.1:6379/$db"
    services__say "Redis on 127.0.0.1:6379, empty database $db"
    return 0
  done
  return 1
}

services__redis_start() {
  local port dir=$SERVICES_DIR/redis _ __
  services__redis_program || return 1
  mkdir -p "$dir" || return 1
  for _ in 1 2 3 4 5; do
    port=$(services__free_port) || return 1
    redis-server --port "$port" --bind 127.0.0.1 --dir "$dir" --save '' --appendonly no --daemonize yes \
      --pidfile "$dir/pid" --logfile "$dir/log" >/dev/null </dev/null || continue
    for __ in {1..50}; do
      if [[ $(services__redis_ask 127.0.0.1 "$port" PING) == +PONG && -s $dir/pid ]]; then
        printf 'redis_pid=%q\n' "$(<"$dir/pid")" >>"$SERVICES_DIR/state"
        TEST_REDIS_URL="redis://127.0.0.1:$port"
        services__say "Redis on port $port"
        return 0
      fi
      sleep 0.1
    done
  done
  services__say 'Redis did not start:' && tail -n 20 "$dir/log" >&2
  return 1
}

services_start() {
  local services__pg_user=''
  SERVICES_DIR=$(mktemp -d "${TMPDIR:-/tmp}/sales-services.XXXXXX") || return 1
  : >"$SERVICES_DIR/state"
  if [[ -z ${SERVICES_FRESH:-} ]]; then
    TEST_DATABASE_URL=${TEST_DATABASE_URL:-${DATABASE_URL:-}}
    TEST_REDIS_URL=${TEST_REDIS_URL:-${REDIS_URL:-}}
    [[ -n $TEST_DATABASE_URL ]] || services__pg_existing || true
    [[ -n $TEST_REDIS_URL ]] || services__redis_existing || true
  else
    TEST_DATABASE_URL='' TEST_REDIS_URL=''
  fi
  if { [[ -n $TEST_DATABASE_URL ]] || services__pg_start; } && { [[ -n $TEST_REDIS_URL ]] || services__redis_start; }; then
    export SERVICES_DIR TEST_DATABASE_URL TEST_REDIS_URL
    return 0
  fi
  services_stop
  return 1
}

# services_stop [dir]: ends what the start that made this folder began, and removes the folder.
services_stop() {
  local dir=${1:-${SERVICES_DIR:-}} state pg_bin='' pg_user='' pg_data='' redis_pid='' drop_with='' drop_name='' _
  [[ -n $dir ]] || { services__say 'nothing to stop: SERVICES_DIR is not set'; return 1; }
  state=$dir/state
  [[ $(basename "$dir") == sales-services.* ]] || { services__say "not a folder of ours: $dir"; return 1; }
  [[ -f $state ]] || return 0
  # shellcheck disable=SC1090
  source "$state"
  if [[ -n $pg_data && -f $pg_data/postmaster.pid ]]; then
    local services__pg_user=$pg_user
    services__as_pg "$pg_bin/pg_ctl" -D "$pg_data" -w -t 10 -m fast stop >/dev/null 2>&1 ||
      services__as_pg "$pg_bin/pg_ctl" -D "$pg_data" -w -t 10 -m immediate stop >/dev/null 2>&1 ||
      services__say "PostgreSQL in $pg_data did not stop"
  fi
  if [[ -n $redis_pid ]] && [[ $(cat "/proc/$redis_pid/comm" 2>/dev/null) == redis-server ]]; then
    kill "$redis_pid" 2>/dev/null || true
    for _ in {1..50}; do kill -0 "$redis_pid" 2>/dev/null || break; sleep 0.1; done
    kill -KILL "$redis_pid" 2>/dev/null || true
  fi
  if [[ -n $drop_with ]]; then
    printf 'DROP DATABASE IF EXISTS "%s" WITH (FORCE);\nDROP ROLE IF EXISTS "%s";\n' "$drop_name" "$drop_name" |
      (cd / && $drop_with) >&2 || services__say "could not remove database and role $drop_name"
  fi
  rm -rf "$dir"
  unset SERVICES_DIR TEST_DATABASE_URL TEST_REDIS_URL
  return 0
}

services__print() {
  local name
  for name in TEST_DATABASE_URL TEST_REDIS_URL SERVICES_DIR; do printf 'export %s=%q\n' "$name" "${!name}"; done
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  set -uo pipefail
  case ${1:-start} in
    start)
      trap '[[ -z ${SERVICES_DIR:-} ]] || services_stop; exit 130' INT TERM HUP
      services_start && services__print
      ;;
    stop) services_stop "${2:-}" ;;
    *) services__say "usage: services.sh start | stop [folder]" && exit 2 ;;
  esac
fi
