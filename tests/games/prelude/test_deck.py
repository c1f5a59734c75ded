"""The deck that comes with the game: 181 cards, their shares, and that the whole language is used."""

from collections import Counter
from typing import get_args

import msgspec
import pytest

from domain.games.prelude.cards import amounts, conditions, places, standing, steps
from domain.games.prelude.cards.check import SIZES, check_cards, sizes
from domain.games.prelude.cards.deck import STANDARD_DECK, Deck, read_deck
from domain.games.prelude.cards.language import Card
from domain.games.prelude.cards.walk import written
from domain.games.prelude.components import STANDARD

CARDS = STANDARD_DECK.cards
SUBTYPES = {district.id: district.subtype for district in STANDARD.districts.values()}
# Every card that the rulebook names, by number where it gives one (14.0, examples), and the Key Events (2.2).
NAMED = {
    1: "Vyborg Manifesto", 3: "Tsar Attends Regimental Review", 18: "Political Tremors",
    25: "Mass Unrest in St. Petersburg", 28: "Influence at Court", 39: "Direct Appeal to the People",
    41: "Building Support", 45: "Stolypin's Neckties", 46: "A Revolutionary Assembly!",
    104: "Duma Prorogued", 107: "Appeals to Patriotism", 111: "Duma Election", 115: "Duma Election",
    119: "Military Disaster", 120: "Military Disaster", 122: "Land, Bread, Peace!", 125: "Military Pride",
    132: "Germany Declares War on Russia!", 140: "Rallying Support Among the Population",
    146: "The Nation Stands with the Tsar", 215: "Determined to Fight On!", 218: "Forces of Reaction",
    222: "Agitation and Disruption", 231: "Left Wing Newspapers", 232: "Masonic Connection",
    233: "Rallying Support Among the Population", 234: "Mass Support", 235: "Right Wing Newspapers",
    239: "Military Pride", 242: "Radical Priests Sermonize", 243: "Representative Legislature",
    245: "Workers Receive Extra Food Rations", 249: "Nicholas II Abdicates", 250: "War Industry",
    254: "Tempers Flare in the Duma", 255: "Desertion", 256: "Arrests, Exiles, and Executions",
    301: "Treason!", 304: "July Days", 312: "To Mother Russia's Defense!",
    401: "Peter Stolypin", 402: "Vote on Land Reform", 403: "Grigori Rasputin", 404: "WAR!",
    405: "Nicholas II Takes Command", 406: "Alexander Kerensky", 407: "Tsar Grants Constitution",
    408: "Vladimir Lenin", 409: "Duma Elects Council of Ministers", 410: "Elect the Constituent Assembly",
    411: "Petrograd Soviet",
    **dict.fromkeys((8, 9, 12, 13, 128, 129, 224, 225, 229), "Revolutionary Activities"),
    **dict.fromkeys((29, 30, 32, 33, 34, 113, 147, 206, 207, 226, 227), "Government Activities"),
}  # fmt: skip
WITHOUT_NUMBER = {
    "General Strike", "Political Terrorism", "Political Weariness", "Expropriations",
    "Okhrana Infiltrates Revolutionary Cells", "Central War Industries Committee",
    "Industrial Workers Against the War", "Ten Days that Shook the World",
}  # fmt: skip


def card(number: int) -> Card:
    return STANDARD_DECK.by_id[str(number)]


def kinds_of(union: object) -> tuple[type[msgspec.Struct], ...]:
    return tuple(kind for kind in get_args(union) if kind is not int)


def test_the_checker_finds_nothing() -> None:
    assert [str(one) for one in check_cards(CARDS, STANDARD_DECK, SUBTYPES)] == []
    assert list(sizes(STANDARD_DECK)) == []


def test_181_cards_in_five_blocks() -> None:
    assert len(CARDS) == 181
    counts = Counter("key" if one.is_key_event else one.entry for one in CARDS)
    assert counts == SIZES


def test_the_79_cards_that_the_rulebook_names_are_there_and_no_others_are_called_so() -> None:
    assert {number: card(number).title for number in NAMED} == NAMED
    rulebook = [one for one in CARDS if one.source == "rulebook"]
    assert len(rulebook) == 79
    assert {one.title for one in rulebook if one.number not in NAMED} == WITHOUT_NUMBER
    assert sum(one.source == "reconstructed" for one in CARDS) == 102
    assert all(one.note for one in CARDS)


@pytest.mark.parametrize(
    ("entry", "shares"),
    [("turmoil", (19, 19, 8)), ("war", (20, 20, 10)), ("collapse", (24, 24, 12)), ("pg", (6, 6, 2))],
)  # fmt: skip
def test_factions(entry: str, shares: tuple[int, int, int]) -> None:
    """3.7: Revolutionary, Government, neutral."""
    counts = Counter(one.faction for one in CARDS if one.entry == entry)
    assert (counts["rev"], counts["gov"], counts["neutral"]) == shares


def test_activity_points() -> None:
    """3.7: 35 % of the cards have 2, 45 % have 4, 20 % have 6."""
    counts = Counter(one.ap for one in CARDS)
    assert (counts[2], counts[4], counts[6]) == (63, 82, 36)


def test_dice() -> None:
    """3.7: even over the four; a choice on Activities and Newspapers only; all on Key Events."""
    counts = Counter(one.die for one in CARDS)
    assert {die: counts[die] for die in ("DI", "O", "WA", "DU")} == dict.fromkeys(("DI", "O", "WA", "DU"), 37)
    choice = {one.title for one in CARDS if one.die in ("rev", "gov")}
    assert choice == {
        "Revolutionary Activities", "Government Activities", "Left Wing Newspapers", "Right Wing Newspapers"
    }  # fmt: skip
    assert all((one.die == "all") == one.is_key_event for one in CARDS)


def test_key_events_enter_at_their_turns() -> None:
    """2.2."""
    assert {one.number: (one.entry, one.enters) for one in CARDS if one.is_key_event} == {
        401: ("early_turmoil", "always"), 402: ("late_turmoil", "always"), 403: ("early_war", "always"),
        404: ("early_war", "always"), 405: ("late_war", "always"), 406: ("february", "always"),
        407: ("february", "tsar_reigns"), 408: ("february", "always"), 409: ("july", "tsar_reigns"),
        410: ("july", "tsar_gone"), 411: ("july", "tsar_gone"),
    }  # fmt: skip


def test_the_star_and_triangle() -> None:
    """3.7: #249, #146, #407, #409 and all of The Collapse that speak of the Tsar; not #239, #243, #254."""
    starred = {one.number for one in CARDS if one.removed_at_abdication}
    assert {249, 146, 407, 409} <= starred
    assert not {239, 243, 254} & starred


def test_what_the_rulebook_says_of_single_cards() -> None:
    assert (card(28).faction, card(28).ap) == ("rev", 2)
    assert (card(46).faction, card(46).ap) == ("rev", 4)
    assert (card(146).faction, card(146).ap) == ("gov", 6)
    assert isinstance(card(146).prerequisite, conditions.InSession)
    assert (card(18).die, card(33).die, card(406).die) == ("DU", "gov", "all")
    strike = next(one for one in CARDS if one.title == "General Strike")
    assert (strike.faction, strike.ap) == ("rev", 6)


def test_implied_cards_exist() -> None:
    """Strategy guide: Stolypin and Rasputin can be assassinated; some cards need an elected assembly."""
    removed = {
        node.card for one in CARDS for _, node, _ in written(one) if isinstance(node, steps.RemoveCard)
    }
    assert {401, 403} <= removed
    needed = [node for one in CARDS for _, node, _ in written(one) if isinstance(node, conditions.InPlay)]
    assert any({409, 410} & set(node.cards) for node in needed)
    gov = [one.prerequisite for one in CARDS if one.faction == "gov"]
    assert any(isinstance(one, conditions.DumaControl) for one in gov)


@pytest.mark.parametrize(
    "union",
    [steps.Step, conditions.Condition, amounts.Amount, places.Where, standing.Hook, standing.Modifier],
    ids=["steps", "conditions", "amounts", "places", "hooks", "modifiers"],
)
def test_every_word_of_the_language_is_used(union: object) -> None:
    kinds = kinds_of(union)
    used = {
        str(node.__struct_config__.tag) for one in CARDS for _, node, _ in written(one)
        if isinstance(node, kinds)
    }  # fmt: skip
    assert {str(kind.__struct_config__.tag) for kind in kinds} - used == set()


def test_cards_have_titles_of_their_own_but_for_those_that_come_several_times() -> None:
    twice = {title for title, count in Counter(one.title for one in CARDS).items() if count > 1}
    assert twice == {
        "Revolutionary Activities", "Government Activities", "Duma Election", "Military Disaster",
        "Military Pride", "Rallying Support Among the Population",
    }  # fmt: skip


def test_an_own_card_takes_the_place_of_the_one_with_its_number() -> None:
    text = """
        name = "mine"
        source = "published"
        entry = "turmoil"
        [[cards]]
        number = 28
        title = "Influence at Court"
        faction = "rev"
        ap = 2
        die = "O"
        event = [{ do = "vp", n = 1 }]
    """
    mine = read_deck(text)
    assert mine.name == "mine"
    assert len(mine.cards) == 181
    assert mine.by_id["28"].die == "O"
    assert mine.by_id["28"].source == "published"
    assert mine.by_id["29"] is STANDARD_DECK.by_id["29"]
    assert mine.digest != STANDARD_DECK.digest


def test_the_digest_is_of_the_cards_and_not_of_how_they_are_typed() -> None:
    again = Deck("again", tuple(reversed(CARDS)))
    assert again.digest == STANDARD_DECK.digest


def test_two_cards_of_one_number_make_no_deck() -> None:
    with pytest.raises(ValueError, match="two cards have the number 28"):
        Deck("twice", (card(28), card(28)))


def test_a_card_survives_being_written_down() -> None:
    for one in CARDS:
        assert msgspec.json.decode(msgspec.json.encode(one), type=Card) == one
