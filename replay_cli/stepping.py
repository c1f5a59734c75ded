"""`replay step`: what the viewer needs, made ready before the terminal is its own."""

import os
import shlex
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from domain.core.event import ARBITER, Audience
from replay_cli.course import Course
from replay_cli.match import Match, match_of
from replay_cli.problem import NOT_FOUND, UNREACHABLE, Problem

if TYPE_CHECKING:
    from replay_cli.viewer import Viewer


def step(asked: Namespace) -> int:
    """Step through a game in the terminal; everything that can be wrong is said before it opens."""
    viewer = prepared(asked)
    _own_the_terminal()
    viewer.run()
    return viewer.return_code or 0


def prepared(asked: Namespace) -> "Viewer":
    """The viewer, at the position and through the eyes that were asked for."""
    try:
        from replay_cli.viewer import Viewer
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "textual":
            raise
        raise Problem("step needs the package textual: pip install 'protokol[tui]'", UNREACHABLE) from error
    if asked.json:
        raise Problem("step prints nothing: `replay show --json` or `replay log --json` does")
    match = match_of(asked)
    audience = match.audience(asked.audience)
    course = Course.of(match, viewpoints(match, audience), asked.lang)
    try:
        sight = course.sight(audience)
    except ValueError as error:  # other components than those that come with the game
        raise Problem(str(error), NOT_FOUND) from error
    version = match.version(asked.at)
    sight.board(version)  # what cannot be drawn is an error here, not on the screen

    def command(at: int, eyes: Audience) -> str:
        return show_command(asked, match, at, eyes)

    return Viewer(course, audience, version, find=match.version, command=command)


def viewpoints(match: Match, audience: Audience) -> tuple[Audience, ...]:
    """Whose eyes `v` goes through: those of the copy, the arbiter's only if asked for by name."""
    return tuple(one for one in match.audiences if one != ARBITER or audience == ARBITER)


def show_command(asked: Namespace, match: Match, version: int, audience: Audience) -> str:
    """The exact command that prints what is on the screen."""
    words = ["replay", "show", asked.source, "--at", str(version), "--as", audience]
    if asked.game is not None:
        words += ["--game", match.game]
    if asked.lang != "en":
        words += ["--lang", asked.lang]
    return shlex.join(words)


def _own_the_terminal() -> None:
    """The keyboard must be ours, also when the log came in through a pipe."""
    if not (sys.stdout.isatty() and sys.stderr.isatty()):
        raise Problem("step needs a terminal: `replay log` and `replay show` print into pipes and files")
    if not sys.stdin.isatty():
        try:
            os.dup2(os.open("/dev/tty", os.O_RDONLY), 0)
        except OSError as error:
            raise Problem("step needs a terminal to read keys from, and there is none") from error
