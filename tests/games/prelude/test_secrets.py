"""What each audience knows: hands and decks are hidden; what one has seen, one still knows."""

from domain.core.event import PUBLIC, Secret, redact
from domain.core.record import redact_record
from domain.core.replay import fold
from domain.games.prelude import events as e
from domain.games.prelude.ruleset import RULESET
from domain.games.prelude.thinking import imagine, unseen_by_deck
from tests.games.prelude.builders import GOV, REV, SIDES, Loaded, a_table
from tests.laws.components import conserved
from tests.laws.games import RandomGame


def test_the_order_of_a_deck_is_open_to_nobody_and_a_hand_to_its_seat() -> None:
    play = RandomGame("prelude", 11)
    shuffled = next(r for r in play.records if isinstance(r.event, e.DeckShuffled))
    drawn = next(r for r in play.records if isinstance(r.event, e.CardsDrawn))
    for audience in (*SIDES, PUBLIC):
        assert redact_record(shuffled, audience).event.order.value is None
        seen = redact_record(drawn, audience).event.cards.value is not None
        assert seen == (audience == drawn.event.seat)


def test_a_view_counts_what_it_does_not_see() -> None:
    play = RandomGame("prelude", 11)
    view = play.views[GOV]
    assert len(view.hands[GOV].known) == 7
    assert (view.hands[REV].known, view.hands[REV].hidden) == ([], 7)
    deck = play.game.table.decks["turmoil"]
    assert (view.decks["turmoil"].known, view.decks["turmoil"].hidden) == ([], len(deck))


def test_after_an_exchange_of_hands_each_player_knows_both() -> None:
    """The new hand is shown to its seat; what one gave away one remembers. A spectator knows neither."""
    table = a_table(hand=(8, 9), other_hand=(29,))
    event = e.HandsExchanged(revolutionary=Secret((REV,), ("29",)), government=Secret((GOV,), ("8", "9")))
    views = {}
    for audience in (*SIDES, PUBLIC):
        view = a_table(hand=(8, 9), other_hand=(29,))
        for seat in SIDES:
            if seat != audience:
                view.hands[seat].hidden = len(view.hands[seat])
                view.hands[seat].known = []
        redact(event, audience).apply(view)
        views[audience] = view
    event.apply(table)
    assert (table.hands[REV].known, table.hands[GOV].known) == (["29"], ["8", "9"])
    for seat in SIDES:
        assert views[seat].hands[REV].known == ["29"]
        assert views[seat].hands[GOV].known == ["8", "9"]
    assert [views[PUBLIC].hands[seat].hidden for seat in SIDES] == [1, 2]


def test_an_imagined_table_fits_what_is_seen_and_holds_every_card_once() -> None:
    """At every fourth decision of some games, for both seats."""
    for seed in range(6):
        play = RandomGame("prelude", seed)
        for number, _ in enumerate(play.decisions()):
            if number % 4 == 0:
                for seat in SIDES:
                    view = play.views[seat]
                    table = imagine(view, seat, Loaded())
                    conserved(table)
                    assert table.hands[seat].known == view.hands[seat].known
                    assert table.pool == view.pool
                    assert RULESET.choices(table, seat) == RULESET.choices(view, seat)


def test_unseen_cards_are_as_many_as_are_hidden() -> None:
    play = RandomGame("prelude", 3)
    view = play.views[REV]
    unseen = unseen_by_deck(view)
    assert len(unseen["war"]) == view.decks["war"].hidden
    assert len(unseen["turmoil"]) == view.decks["turmoil"].hidden + view.hands[GOV].hidden


def test_the_public_stream_of_a_whole_game_folds_to_its_end() -> None:
    play = RandomGame("prelude", 21).finish()
    view = RULESET.new_table(play.options)
    fold(view, [redact_record(record, PUBLIC) for record in play.records])
    assert view.over and view.vp == play.game.table.vp
