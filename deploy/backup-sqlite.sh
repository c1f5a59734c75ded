#!/bin/sh
# A backup of a SQLite store, its accounts and its keys, while a server runs or not.
#   deploy/backup-sqlite.sh /var/lib/protokol/protokol.db /backups/2026-11-18
# The signing key is in it: keep backups where only the operator reads them. Publish heads.ndjson elsewhere.
set -eu
umask 077
store=${1:?the store}
folder=${2:?a folder that does not exist yet}
protokol=${PROTOKOL:-protokol}
python=${PYTHON:-python3}
mkdir "$folder"
# The accounts first: a token that is missing can be given again, a game that is missing cannot.
for file in "$store.accounts" "$store"; do
    test -e "$file" || continue
    "$python" - "$file" "$folder/$(basename "$file")" <<'PY'
import sqlite3, sys
source, target = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True), sqlite3.connect(sys.argv[2])
source.backup(target)  # one moment of it, whatever is written meanwhile
assert target.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
PY
done
test ! -e "$store.keys" || cp "$store.keys" "$folder/"
backup="sqlite:///$folder/$(basename "$store")"
"$protokol" heads publish "$backup" > "$folder/heads.ndjson"
"$protokol" doctor "$backup"
