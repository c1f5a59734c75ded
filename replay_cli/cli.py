"""The `replay` command: any game, any moment, any eyes."""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple, NoReturn

from replay_cli.problem import FOUND, Problem

SOURCE = (
    "a store (sqlite:///protokol.db), a server (http://127.0.0.1:8000; PROTOKOL_TOKEN says who you are),"
    " an evidence file, a log as NDJSON, a folder of them, or -"
)
AT = "17, r2, r2.t3, r2.scoring, start, end, or a time such as 2026-11-18T10:00 (default: end)"
CODES = (
    "exit codes: 0 fine, 1 the check found something, 2 usage, 3 not found or not allowed, 4 not reachable"
)
GAME = "the game's id or its beginning; not needed when the source holds one game"
AS = "through whose eyes: a seat, public or arbiter (default: public, or the owner of a copy)"


def _list(one: ArgumentParser) -> None:
    """Nothing but the source."""


def _show(one: ArgumentParser) -> None:
    one.add_argument("--at", default="end", help=AT)


def _log(one: ArgumentParser) -> None:
    one.set_defaults(late="range")
    one.add_argument("range", nargs="?", metavar="RANGE", help="A..B, A.., ..B, or one moment (default: all)")


def _diff(one: ArgumentParser) -> None:
    one.set_defaults(late="moments")
    one.add_argument("moments", nargs="*", metavar="MOMENT", help="two moments (default: start end)")
    one.add_argument(
        "--with", dest="other", metavar="SOURCE", help="another copy of the game to compare with"
    )


def _find(one: ArgumentParser) -> None:
    over = "over version, moment, by, at, type, event, table (after the event) and points"
    one.add_argument("expression", metavar="EXPR", help=over)
    which = one.add_mutually_exclusive_group()
    which.add_argument("--first", action="store_true", help="only the first")
    which.add_argument("--last", action="store_true", help="only the last")
    which.add_argument("--bisect", action="store_true", help="the first, quickly, if once true it stays true")


def _knew(one: ArgumentParser) -> None:
    one.add_argument("--at", default="end", help=AT)
    one.add_argument(
        "--reveal", metavar="WHO", help="also what others saw there: a seat, or the arbiter: all"
    )
    one.add_argument("--secret", metavar="VERSION.FIELD", help="one secret only, for instance 14.card")


def _verify(one: ArgumentParser) -> None:
    one.add_argument("--game", metavar="ID", help=GAME)
    one.add_argument("--all", action="store_true", help="every game of the source")
    one.add_argument(
        "--receipt", action="append", default=[], metavar="FILE", help="receipts that a player kept"
    )
    one.add_argument("--key", metavar="ID", help="the id of a signing key that you trust")
    one.add_argument("--head", metavar="HASH", help="where a bare log must end")


def _try(one: ArgumentParser) -> None:
    one.set_defaults(late="try_command")
    one.add_argument("try_command", nargs="?", metavar="COMMAND", help="as JSON, or the number of a choice")
    one.add_argument("--at", default="end", help=AT)
    one.add_argument("--seat", help="who acts (default: whoever is asked)")


def _export(one: ArgumentParser) -> None:
    one.add_argument("format", choices=("evidence", "ndjson", "csv", "text", "svg", "html"))
    one.add_argument("--at", default="end", help=f"for ndjson, csv, text and svg: {AT}")
    one.add_argument("-o", "--output", metavar="FILE", help="where to write (default: stdout)")
    one.add_argument("--force", action="store_true", help="write over a file that is there")


def _tail(one: ArgumentParser) -> None:
    one.add_argument("--after", type=int, default=0, metavar="VERSION", help="begin after this (default: 0)")


def _step(one: ArgumentParser) -> None:
    one.add_argument("--at", default="start", help=AT.replace("default: end", "default: start"))


class Parser(ArgumentParser):
    """As argparse, but a mistake is told in one line."""

    def error(self, message: str) -> NoReturn:
        raise Problem(f"{message}; see `{self.prog} --help`")


class Command(NamedTuple):
    """One command: where it is done, its help with an example that works, and its own arguments."""

    does: str
    help: str
    example: str
    adds: Callable[[ArgumentParser], None]
    one_game: bool = True
    has_json: bool = True


COMMANDS = {
    "list": Command(
        "looking.list_games",
        "list the games of a source",
        "list sqlite:///protokol.db",
        _list,
        one_game=False,
    ),
    "show": Command(
        "looking.show", "show the board at a moment", "show game.evidence --at r2.t3 --as red", _show
    ),
    "log": Command(
        "looking.log", "tell the story, one line an event", "log game.ndjson r2.t1..r2.t4 --lang de", _log
    ),
    "diff": Command(
        "comparing.diff",
        "compare two moments of a game, or two copies of it",
        "diff game.ndjson r1.t8 r2.t1",
        _diff,
    ),
    "find": Command(
        "looking.find",
        "find moments where a JMESPath expression holds",
        "find game.ndjson \"type == 'card_played' && event.card == 'lenin'\"",
        _find,
    ),
    "knew": Command(
        "comparing.knew",
        "tell what a seat knew at a moment, since when, and what not yet",
        "knew game.ndjson --at r2.t3 --as white",
        _knew,
    ),
    "verify": Command(
        "judging.verify",
        "judge a record: intact, fair, by the rules",
        "verify game.evidence --receipt my-receipts.ndjson",
        _verify,
        one_game=False,
    ),
    "try": Command(
        "trying.attempt",
        "list the choices at a moment, or see what a command would do",
        "try game.ndjson --at r1.t1 --as red 1",
        _try,
    ),
    "export": Command(
        "exporting.export",
        "write a game as evidence, ndjson, csv, text, svg or html",
        "export sqlite:///protokol.db html --game 3f2a --as red -o game.html",
        _export,
        has_json=False,
    ),
    "tail": Command(
        "looking.tail", "follow a game that is being played", "tail sqlite:///protokol.db --game 3f2a", _tail
    ),
    "step": Command(
        "stepping.step", "step through a game in the terminal", "step game.evidence --at r2.t3", _step
    ),
}


def parser(only: str | None = None) -> ArgumentParser:
    """All commands with their arguments, or one alone, which is quicker to make."""
    top = Parser(
        prog="replay",
        description="Rebuild any game at any moment, as anyone at the table saw it, and judge its record.",
        epilog=CODES,
    )
    top.add_argument("--print-completion", choices=("bash", "zsh", "tcsh"), help="print a completion script")
    top.add_argument("--debug", action="store_true", help="show where an error came from")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", prog="replay")
    for name, command in COMMANDS.items():
        if only in (None, name):
            one = commands.add_parser(
                name,
                help=command.help,
                description=f"{command.help[0].upper()}{command.help[1:]}.",
                epilog=f"example:\n  replay {command.example}\n\n{CODES}",
                formatter_class=RawDescriptionHelpFormatter,
            )
            one.set_defaults(does=command.does)
            one.add_argument("source", metavar="SOURCE", help=SOURCE)
            if command.one_game:
                one.add_argument("--game", metavar="ID", help=GAME)
                one.add_argument("--as", dest="audience", metavar="WHO", help=AS)
                one.add_argument("--lang", default="en", help="language of the sentences: en, de, ru")
            command.adds(one)
            if command.has_json:
                one.add_argument("--json", action="store_true", help="print JSON, as JSON.md describes it")
            one.add_argument("--no-pager", dest="pager", action="store_false", help="never page long output")
    return top


def run(words: Sequence[str]) -> int:
    """One call of the command; its exit code."""
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    top = parser(words[0] if words and words[0] in COMMANDS else None)
    code = 0
    try:
        asked = _parse(top, words)
        if asked.print_completion:
            code = _completion(top, asked.print_completion)
        elif asked.command is None:
            top.print_help()
        else:
            code = _function(asked.does)(asked)
        sys.stdout.flush()
    except Problem as problem:
        if debug:
            raise
        _tell(f"replay: {problem}")
        return problem.code
    except BrokenPipeError:
        from replay_cli.output import nobody_reads

        nobody_reads()
    except Exception as error:
        if debug:
            raise
        why = f"{type(error).__name__}: {error}".splitlines()[0]
        _tell(f"replay: this cannot be shown ({why}): try `replay verify` or --debug")
        return FOUND
    return code


def _parse(top: ArgumentParser, words: Sequence[str]) -> Namespace:
    """As argparse does, but an optional argument may also stand after the options."""
    asked, rest = top.parse_known_args(words)
    late: str | None = getattr(asked, "late", None)
    if rest and late and not any(word.startswith("-") for word in rest):
        if late == "moments":
            asked.moments, rest = [*asked.moments, *rest], []
        elif getattr(asked, late) is None:
            setattr(asked, late, rest.pop(0))
    if rest:
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    return asked


def _tell(message: str) -> None:
    from replay_cli.output import say

    say(message)


def _function(name: str) -> Callable[[Namespace], int]:
    module, _, function = name.partition(".")
    found: Callable[[Namespace], int] = getattr(import_module(f"replay_cli.{module}"), function)
    return found


def _completion(top: ArgumentParser, shell: str) -> int:
    try:
        import shtab
    except ImportError:
        raise Problem("completion needs the package shtab: pip install 'protokol[tui]'", 4) from None
    print(shtab.complete(top, shell))
    return 0


def main() -> None:
    """The entry point; Ctrl-C ends quietly."""
    try:
        raise SystemExit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
