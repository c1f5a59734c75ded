"""`protokol deck`: check a file of cards, show a card in words, list them."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import msgspec
from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.table import Table as Grid

from domain.games.prelude.cards.check import check_text
from domain.games.prelude.cards.deck import STANDARD_DECK, Deck, cards_in, read_deck
from domain.games.prelude.cards.language import Card
from domain.games.prelude.cards.mistakes import nearest
from domain.games.prelude.cards.words import SOURCES, head, lines, listing
from domain.games.prelude.components import STANDARD

deck = App(name="deck", help="The cards of Prelude to Revolution: check your own, show them in words.")
Cards = Annotated[Path | None, Parameter(name="--cards")]


@deck.command
def check(*files: Path) -> None:
    """Read files of cards and say what is wrong with them: file, card, field, what is allowed.

    A warning alone is no failure: such cards can be played.

    Example: protokol deck check my-cards.toml

    Parameters
    ----------
    files
        TOML files of cards, as domain/games/prelude/CARDS.md teaches them.
    """
    if not files:
        _fail("name a file of cards, for instance: protokol deck check my-cards.toml", 2)
    subtypes = {district.id: district.subtype for district in STANDARD.districts.values()}
    wrong = False
    texts = {file: _read(file) for file in files}
    for file, text in texts.items():
        others = [other for name, other in texts.items() if name != file]
        found = check_text(text, subtypes, _with(STANDARD_DECK, others))
        for mistake in found:
            print(f"{file}: {mistake}")
        errors = sum(not mistake.warning for mistake in found)
        wrong = wrong or errors > 0
        print(f"{file}: {_counted(errors, 'mistake')}, {_counted(len(found) - errors, 'warning')}")
    if wrong:
        raise SystemExit(1)


@deck.command
def show(card: str, /, *, cards: Cards = None, json: bool = False) -> None:
    """Print a card in words, made from its data.

    Example: protokol deck show 46

    Parameters
    ----------
    card
        Its number, or its title.
    cards
        A file of your own cards, in the place of those that come with the game.
    json
        Print its data as JSON.
    """
    whole = _deck(cards)
    for found in _found(whole, card):
        if json:
            print(msgspec.json.encode(found).decode())
            continue
        print(f"#{found.number} {found.title}\n{head(found)}\n")
        print("\n".join(lines(found, whole)))
        print(f"\n({SOURCES[found.source]}{f'. {found.note}' if found.note else ''})")


@deck.command(name="list")
def list_cards(
    *,
    cards: Cards = None,
    entry: str | None = None,
    faction: str | None = None,
    ap: Annotated[int | None, Parameter(validator=Number(gte=2, lte=6))] = None,
) -> None:
    """List cards, in the order of their numbers.

    Example: protokol deck list --entry war --faction rev

    Parameters
    ----------
    cards
        A file of your own cards, in the place of those that come with the game.
    entry
        Only of this deck: turmoil, war, collapse or pg; or the Key Events of this Turn, for instance july.
    faction
        Only of this faction: rev, gov or neutral.
    ap
        Only with these Activity Points.
    """
    whole = _deck(cards)
    for name, given, known in (
        ("entry", entry, {card.entry for card in whole.cards}),
        ("faction", faction, {card.faction for card in whole.cards}),
    ):
        if given is not None and given not in known:
            _fail(f"--{name} {given}: no such; there are {', '.join(sorted(known))}", 2)
    grid = Grid(box=None, header_style="bold")
    for heading in ("card", "title", "faction", "AP", "die", "source"):
        grid.add_column(heading, justify="right" if heading in ("card", "AP") else "left")
    chosen = [
        card
        for card in whole.cards
        if entry in (None, card.entry) and faction in (None, card.faction) and ap in (None, card.ap)
    ]
    for row in listing(chosen):
        grid.add_row(*row)
    Console().print(grid)
    print(_counted(len(chosen), "card"))


def _found(whole: Deck, wanted: str) -> list[Card]:
    """The card of a number, or all cards of a title."""
    if wanted.lstrip("#").isdigit():
        found = [card for card in whole.cards if card.number == int(wanted.lstrip("#"))]
    else:
        found = [card for card in whole.cards if card.title.casefold() == wanted.casefold()]
    if not found:
        near = nearest(wanted, [card.title for card in whole.cards])
        _fail(" ".join(filter(None, (f"no card {wanted!r} in this deck;", near))).rstrip(";"), 3)
    return found


def _with(whole: Deck, texts: list[str]) -> Deck:
    """A deck with the cards of other files, as far as they can be read: cards may speak of each other."""
    for text in texts:
        try:
            whole = whole.replaced(whole.name, cards_in(text))
        except (ValueError, msgspec.MsgspecError):
            continue
    return whole


def _deck(cards: Path | None) -> Deck:
    if cards is None:
        return STANDARD_DECK
    text = _read(cards)
    try:
        return read_deck(text)
    except (ValueError, msgspec.ValidationError) as error:
        _fail(f"{cards}: {error}; `protokol deck check {cards}` says more", 1)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        _fail(f"{file}: no such file", 3)
    except (OSError, UnicodeDecodeError) as error:
        _fail(f"{file}: {error}", 3)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _fail(message: str, code: int) -> NoReturn:
    """One line, and the exit code: 1 the check found something, 2 bad usage, 3 not found."""
    print(f"protokol: {message}", file=sys.stderr)
    raise SystemExit(code)
