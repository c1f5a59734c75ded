#!/bin/sh
# Makes the secrets of deploy/compose.yaml in a folder, once; what is there already stays.
# Needs openssl, and protokol for the signing key. The certificate is self-signed: put a real one in its place.
set -eu
umask 077
folder=${1:?the folder for the secrets}
mkdir -p "$folder"
new() { test -e "$folder/$1" || { cat > "$folder/$1.new" && mv "$folder/$1.new" "$folder/$1"; }; }
word() { openssl rand -hex 24; }

word | new postgres_password
word | new redis_password
printf 'postgresql://protokol:%s@postgres:5432/protokol\n' "$(cat "$folder/postgres_password")" | new store_url
printf 'redis://:%s@valkey:6379/0\n' "$(cat "$folder/redis_password")" | new redis_url
test -e "$folder/signing_key" || "${PROTOKOL:-protokol}" keys new "$folder/signing_key"
test -e "$folder/tls_key" || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 \
    -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout "$folder/tls_key" -out "$folder/tls_certificate" 2>/dev/null
