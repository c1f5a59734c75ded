#!/bin/sh
# Judges the files of this folder with the tools that are installed, and says which were not there.
# The tests read all of them anyway; this is the second opinion. Ends with 1 if any tool objects.
set -u
cd "$(dirname "$0")" || exit 2
bad=0
try() {
    tool=$1; shift
    if ! command -v "$tool" > /dev/null; then echo "not here    $tool: $*"; return; fi
    if said=$("$tool" "$@" 2>&1); then echo "fine        $tool: $*"; else echo "OBJECTS     $tool: $*"; echo "$said"; bad=1; fi
}
try hadolint Dockerfile
try shellcheck backup-sqlite.sh restore-sqlite.sh backup-postgres.sh restore-postgres.sh secrets.sh lint.sh
try promtool check rules prometheus/alerts.yaml
try promtool check config prometheus/prometheus.yaml
try helm lint --strict helm/protokol
try yamllint -d '{extends: relaxed, rules: {line-length: disable}}' compose.yaml prometheus helm/protokol/values.yaml
if command -v systemd-analyze > /dev/null; then
    # As it stands, but for the program, which is not where it would be installed.
    folder=$(mktemp -d) && sed 's|^ExecStart=.*|ExecStart=/bin/true|' protokol.service > "$folder/protokol.service"
    try systemd-analyze verify --man=no "$folder/protokol.service"
    rm -r "$folder"
else
    echo "not here    systemd-analyze: verify protokol.service"
fi
exit $bad
