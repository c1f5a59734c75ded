#!/bin/sh
# A backup of the database: games, read models and accounts, as of one moment, while servers run.
#   PGPASSFILE=/etc/protokol/pgpass deploy/backup-postgres.sh postgresql://protokol@db/protokol /backups/2026-11-18
# The URL has no password: it would be seen in the list of processes. The signing key is not in the database:
# keep it by itself. For less than a backup's interval to lose, archive the write-ahead log as well.
set -eu
umask 077
url=${1:?the URL of the database, without a password}
folder=${2:?a folder that does not exist yet}
protokol=${PROTOKOL:-protokol}
mkdir "$folder"
# Before the dump: whatever these heads say is in it.
"$protokol" heads publish "$url" > "$folder/heads.ndjson"
"${PG_DUMP:-pg_dump}" --format=custom --no-owner --schema=protokol --schema=protokol_accounts \
    --file="$folder/protokol.dump" "$url"
echo "backup: $(wc -l < "$folder/heads.ndjson") games in $folder" >&2
