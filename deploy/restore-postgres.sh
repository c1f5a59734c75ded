#!/bin/sh
# Puts a backup into an empty database, and judges it. Every published head and receipt that is named must be in it.
#   deploy/restore-postgres.sh /backups/2026-11-18 postgresql://owner@db/protokol_restored published.ndjson
# No server runs on that database. Only when this ends with 0, give its URL to the servers.
set -eu
folder=${1:?the folder of the backup}
url=${2:?the URL of an empty database, without a password}
shift 2
protokol=${PROTOKOL:-protokol}
"${PG_RESTORE:-pg_restore}" --exit-on-error --no-owner --single-transaction --dbname="$url" "$folder/protokol.dump"
"$protokol" doctor "$url"
if ! "$protokol" heads check "$url" "$folder/heads.ndjson" "$@"; then
    echo "restore: this backup is behind what was published: do not start servers on it" >&2
    exit 1
fi
