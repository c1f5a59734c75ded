"""Output: text for people, paged on a terminal; JSON for programs; progress on stderr."""

import os
import re
import sys
from collections.abc import Iterable

import msgspec

# A file from somebody else must not steer the terminal: of control characters only our own three stay.
_CONTROLS = re.compile(r"\x1b(?!\[[012]m)|[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f-\x9f]")
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def coloured() -> bool:
    """Colour only on a terminal, and never against NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    return f"{_BOLD}{text}{_PLAIN}" if coloured() else text


def dim(text: str) -> str:
    return f"{_DIM}{text}{_PLAIN}" if coloured() else text


def clean(text: str) -> str:
    """The text with a mark in place of every control character."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def put(text: str, *, now: bool = False) -> None:
    """One answer to stdout; with `now` it is not held back, and when nobody reads there is no more to say."""
    try:
        print(clean(text), flush=now)
    except BrokenPipeError:
        if now:
            raise
        nobody_reads()


def nobody_reads() -> None:
    """Whoever read us has enough, for instance `head`: no error, and nothing left to flush at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def show(lines: Iterable[str], *, pager: bool = True) -> None:
    """Lines to stdout; through a pager when they are more than a terminal holds."""
    text = clean("\n".join(lines))
    if pager and sys.stdout.isatty() and text.count("\n") + 2 > (os.get_terminal_size().lines or 24):
        _page(text)
    else:
        put(text)


def _page(text: str) -> None:
    import shutil
    import subprocess

    if less := shutil.which("less"):
        subprocess.run([less, "-FRX"], input=text.encode(), check=False)
    else:
        print(text)


def show_json(struct: msgspec.Struct) -> None:
    """One document on one line, keys in a fixed order."""
    put(msgspec.json.encode(struct, order="sorted").decode())


def say(text: str) -> None:
    """A remark that is not part of the answer."""
    print(clean(text), file=sys.stderr)
