"""Of a lock with everything, what a server needs: its own requirements and theirs, with their hashes.

`python deploy/runtime.py requirements.lock pyproject.toml > runtime.lock`. The lock says of each package who
wants it (`# via …`); what only tests and the terminal viewer want is left out. `hatchling` stays: it builds
protokol itself, and goes when that is done.
"""

import re
import sys
import tomllib
from pathlib import Path

EXTRAS = ("postgres",)
BUILD = "hatchling"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def needed(lock: str, project: str) -> str:
    """The entries of the lock that a server needs, as they stand there."""
    entries = {_name(entry): entry for entry in re.split(r"(?m)^(?=[A-Za-z0-9])", lock) if entry.strip()}
    declared = tomllib.loads(project)["project"]
    asked = [*declared["dependencies"], BUILD]
    for extra in EXTRAS:
        asked += declared["optional-dependencies"][extra]
    taken = {_name(one) for one in asked}
    while more := {
        name for name, entry in entries.items() if name not in taken and _wanted_by(entry) & taken
    }:
        taken |= more
    if missing := taken - set(entries):
        raise SystemExit(f"not in the lock: {', '.join(sorted(missing))}")
    return "".join(entry for name, entry in entries.items() if name in taken)


def _name(text: str) -> str:
    found = NAME.match(text)
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""


def _wanted_by(entry: str) -> set[str]:
    via = entry.partition("# via")[2]
    return {_name(line.strip(" #")) for line in via.splitlines() if line.strip(" #")} - {"protokol"}


if __name__ == "__main__":
    sys.stdout.write(needed(*(Path(name).read_text(encoding="utf-8") for name in sys.argv[1:3])))
