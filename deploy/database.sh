#!/bin/sh
# PostgreSQL for compose.yaml: the first start makes the cluster and a password, and writes the address for the product.
set -eu
bin=$(echo /usr/lib/postgresql/*/bin)
if ! [ -s /data/PG_VERSION ]; then
  umask 077
  od -An -v -N24 -tx1 /dev/urandom | tr -d ' \n' >/address/password
  "$bin/initdb" --pgdata=/data --username=tunai --pwfile=/address/password --auth=scram-sha-256 \
    --encoding=UTF8 --no-locale --data-checksums >/dev/null
  echo 'host all all all scram-sha-256' >>/data/pg_hba.conf
  echo 'create database tunai' | "$bin/postgres" --single -D /data postgres >/dev/null
  echo "postgresql://tunai:$(cat /address/password)@database:5432/tunai" >/address/url.new
  mv /address/url.new /address/url
fi
exec "$bin/postgres" -D /data -h '*' -k /tmp -c max_connections=100
