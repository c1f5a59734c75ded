#!/bin/sh
# Puts a backup in the place of a store. Every published head and every receipt that is named must be in it.
#   deploy/restore-sqlite.sh /backups/2026-11-18 /var/lib/protokol/protokol.db published.ndjson receipts.ndjson
# No server may be running. What was there stays beside it, with .before at the end.
set -eu
umask 077
folder=${1:?the folder of the backup}
store=${2:?the store}
shift 2
protokol=${PROTOKOL:-protokol}
name=$(basename "$store")
test -e "$folder/$name" || { echo "restore: no $name in $folder" >&2; exit 3; }
"$protokol" doctor "sqlite:///$folder/$name"
if ! "$protokol" heads check "sqlite:///$folder/$name" "$folder/heads.ndjson" "$@"; then
    echo "restore: this backup is behind what was published: nothing was changed" >&2
    exit 1
fi
for end in "" -wal -shm .accounts .accounts-wal .accounts-shm .keys; do
    test ! -e "$store$end" || mv "$store$end" "$store$end.before"
done
for end in "" .accounts .keys; do
    test ! -e "$folder/$name$end" || cp "$folder/$name$end" "$store$end"
done
chmod 600 "$store".* 2>/dev/null || true
"$protokol" heads check "sqlite:///$store" "$folder/heads.ndjson" "$@"
