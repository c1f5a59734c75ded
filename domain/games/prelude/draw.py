"""Draw: the table as fixed-width text, as one audience sees it."""

from textwrap import wrap

from domain.core.event import PUBLIC, Audience, Seat
from domain.games.prelude.components import CardId, Place
from domain.games.prelude.table import GOV, OWNERS, REV, SIDES, PreludeTable
from domain.games.prelude.words import english

WIDTH = 110
_INNER = WIDTH - 4
_COLUMNS = 2
_ROWS = 3  # Districts in a vertical strip of the board
LETTER = {REV: "R", GOV: "G"}
MARK = {"worker": "W", "military": "M", "urban": "U"}


def draw(view: PreludeTable, audience: Audience, language: str = "en") -> str:
    """The whole table on one page, from nothing but what this audience's view holds."""
    if language != "en":
        raise ValueError(f"language: no {language!r}; there are en")
    blocks = [
        head_lines(view, audience),
        marker_lines(view),
        _districts(view),
        _duma(view),
        cards_lines(view, audience),
    ]
    rule = "─" * (WIDTH - 2)
    lines = [f"┌{rule}┐"]
    for number, block in enumerate(blocks):
        if number:
            lines.append(f"├{rule}┤")
        lines.extend(f"│ {line:<{_INNER}} │" for line in block)
    return "\n".join([*lines, f"└{rule}┘"])


def head_lines(view: PreludeTable, audience: Audience) -> list[str]:
    """Where the game is, who is asked what, and who looks."""
    where = "set-up"
    if view.turn >= 0:
        where = f"{view.now.name}  Action Round {view.round or 1}  {english.side(view.active)} active"
        where += "  DUMA IN SESSION" if view.session() is not None else ""
    if view.over:
        winner = english.side(view.winner) + " wins" if view.winner else "both lose"
        where = f"over: {winner} ({view.reason})"
    lines = [f"PRELUDE TO REVOLUTION  version {view.version}  {where}"]
    due = view.asks()
    if due is not None:
        asked = " and ".join(english.side(seat) for seat in due.seats)
        lines.append(f"asked: {asked} for {english.ASKED.get(due.what, due.what)} ({due.rule})")
    eyes = "a spectator" if audience == PUBLIC else english.side(audience)
    lines.append(f"seen by {eyes}")
    return lines


def marker_lines(view: PreludeTable) -> list[str]:
    """Points, Unrest, Prestige, Opportunity, soldiers, and the four scoring tracks."""
    ahead = view.ahead()
    lead = f"{abs(view.vp)} for {english.side(ahead)}" if ahead else "0"
    tsar = "abdicated" if view.abdicated else str(view.prestige)
    lines = [f"VP {lead}   Revolutionary Unrest {view.unrest}   Tsar's Prestige {tsar}"]
    for seat in SIDES:
        troops = " ".join(map(str, view.military[seat])) or "none"
        name = "Red Guards" if seat == REV else "Loyal Troops"
        lines.append(f"{english.upper(english.side(seat))}: OP {view.op[seat]}   {name} {troops}")
    for track in view.components.tracks.values():
        boxes = "#" * view.scoring[track.id]
        favoured = view.favoured(track.id)
        who = f"{english.side(favoured)}, {view.printed(track.id)} VP" if favoured else "nobody"
        lines.append(f"{track.name:<14} [{boxes:<{track.length}}]  favours {who}")
    return lines


def _districts(view: PreludeTable) -> list[str]:
    """Two columns: subtype, name, cubes of both, who controls it, Organizations."""
    cells = [_district(view, place) for place in view.cubes]
    half = (len(cells) + 1) // _COLUMNS
    width = _INNER // _COLUMNS
    left, right = cells[:half], cells[half:]
    return [f"{one:<{width}}{other}".rstrip() for one, other in zip(left, right, strict=False)]


def _district(view: PreludeTable, place: Place) -> str:
    district = view.components.districts[place]
    holder = view.controller(place)
    organized = "".join(LETTER[seat] for seat in SIDES if view.has_organization(seat, place))
    text = f"{MARK[district.subtype]} {district.name:<26}"
    text += f"R{view.mv(REV, place)}/{len(view.components.boxes[REV][place])}"
    text += f" G{view.mv(GOV, place)}/{len(view.components.boxes[GOV][place])}"
    text += f"  {LETTER[holder] if holder else '-'}"
    return f"{text}  org {organized}" if organized else text


def _duma(view: PreludeTable) -> list[str]:
    parts = []
    for party in view.components.parties.values():
        if party.id in view.out_of_play:
            parts.append(f"{party.name} out of play")
        else:
            organized = " org" if view.has_organization(party.faction, party.id) else ""
            parts.append(f"{party.name} {view.parties[party.id]}{organized}")
    level = next((f"{english.side(s)} {view.duma_level(s)}" for s in SIDES if view.duma_level(s)), "even")
    return ["Duma: " + "   ".join(parts), f"      {level}"]


def cards_lines(view: PreludeTable, audience: Audience) -> list[str]:
    """Pool, cards in play, hands as far as they are known, Special Actions, decks."""
    lines = []
    for owner, name in ((REV, "Revolutionary"), (GOV, "Government"), (None, "neutral")):
        here = [one for one in view.pool if OWNERS[view.components.cards[one].faction] == owner]
        lines += _list(f"Pool, {name}: ", [_card(view, one) for one in here])
    lines += _list("In play: ", [_card(view, one) for one in view.in_play])
    lines += _list("Being played: ", [_card(view, one) for one in view.playing]) if view.playing else []
    for seat in SIDES:
        lines += _list(f"Hand of {english.side(seat)}: ", _hand(view, seat))
    for seat in SIDES:
        names = [view.components.specials[one].name for one in view.specials[seat]]
        lines += _list(f"Special Actions of {english.side(seat)}: ", names)
    decks = ", ".join(f"{english.era(name)} {len(pile)}" for name, pile in view.decks.items())
    lines.append(f"Decks: {decks}; discards {len(view.discard)}, removed {len(view.removed)}")
    return lines


def _hand(view: PreludeTable, seat: Seat) -> list[str]:
    pile = view.hands[seat]
    known = [_card(view, one) for one in pile.known]
    return known + ([english.plural(pile.hidden, "unknown card")] if pile.hidden else [])


def _card(view: PreludeTable, one: CardId) -> str:
    card = view.components.cards[one]
    owner = OWNERS[card.faction]
    return f"#{one} {card.title} ({LETTER[owner] if owner else 'N'}{card.ap})"


def _list(label: str, words: list[str]) -> list[str]:
    text = label + ("; ".join(words) or "none")
    return wrap(text, _INNER, subsequent_indent="    ")
