"""Output: text for people, paged on a terminal; JSON for programs; progress on stderr."""

import os
import sys
from collections.abc import Iterable

import msgspec

_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def coloured() -> bool:
    """Colour only on a terminal, and never against NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    return f"{_BOLD}{text}{_PLAIN}" if coloured() else text


def dim(text: str) -> str:
    return f"{_DIM}{text}{_PLAIN}" if coloured() else text


def show(lines: Iterable[str], *, pager: bool = True) -> None:
    """Lines to stdout; through a pager when they are more than a terminal holds."""
    text = "\n".join(lines)
    if pager and sys.stdout.isatty() and text.count("\n") + 2 > os.get_terminal_size().lines:
        _page(text)
    else:
        print(text)


def _page(text: str) -> None:
    import shutil
    import subprocess

    if less := shutil.which("less"):
        subprocess.run([less, "-FRX"], input=text.encode(), check=False)
    else:
        print(text)


def show_json(struct: msgspec.Struct) -> None:
    """One document on one line, keys in a fixed order."""
    sys.stdout.write(msgspec.json.encode(struct, order="sorted").decode() + "\n")


def say(text: str) -> None:
    """A remark that is not part of the answer."""
    print(text, file=sys.stderr)
