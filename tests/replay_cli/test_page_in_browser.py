"""The page in a real browser: every key and control, links, and nothing ever leaves the file."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from domain.core.event import ARBITER, PUBLIC
from replay_cli.page import page as make_page
from tests.laws.games import RandomGame
from tests.replay_cli.browser import Replay, browser, file, play, replay, spans

__all__ = ["browser", "file", "play", "replay", "spans"]  # fixtures


def test_it_opens_at_the_first_event_with_board_story_and_score(replay: Replay, play: RandomGame) -> None:
    assert replay.at == 1
    assert "set-up; seen by the arbiter" in replay.picture()
    assert replay.window.locator("#story li").count() == len(play.records)
    assert replay.window.locator("#score .side").count() == 1  # white's line is red's upside down
    assert replay.text("#sides").split() == ["▲", "Red", "▼", "White"]
    assert replay.text("#now").startswith("1. Game ")


def test_arrows_step_by_event_and_with_shift_by_turn(replay: Replay, spans: Any) -> None:
    assert replay.press("ArrowRight") == 2
    assert replay.press("ArrowRight", "ArrowRight", "ArrowLeft") == 3
    ends = [last for _, last in spans.values()]
    assert replay.press("Shift+ArrowRight") == ends[0]
    assert replay.press("Shift+ArrowRight") == ends[1]
    assert replay.press("ArrowRight", "Shift+ArrowLeft") == ends[1]
    assert replay.press("Shift+ArrowLeft") == ends[0]
    assert replay.press("Shift+ArrowLeft") == 1


def test_home_and_end_reach_the_ends_and_nothing_goes_past_them(replay: Replay, play: RandomGame) -> None:
    last = len(play.records)
    assert replay.press("End") == last
    assert replay.press("ArrowRight", "Shift+ArrowRight") == last
    assert replay.text("#moment").startswith(f"over · {last}/{last}")
    assert replay.press("Home") == 1
    assert replay.press("ArrowLeft") == 1


def test_the_board_and_the_story_follow_each_step(replay: Replay, play: RandomGame) -> None:
    replay.open("#at=40&as=red")
    assert replay.at == 40 and replay.viewer == "red"
    assert replay.text("#story [aria-current=step] b") == "40"
    sentence = replay.text("#story [aria-current=step] span")
    assert replay.text("#now") == f"40. {sentence}"
    before = replay.picture()
    replay.press("Shift+ArrowRight")
    assert replay.picture() != before
    assert replay.window.locator("#story [aria-current]").count() == 1


def test_the_slider_is_dragged_and_its_own_keys_are_the_page_s(replay: Replay, play: RandomGame) -> None:
    slider = replay.window.locator("#at")
    box = slider.bounding_box()
    assert box is not None
    replay.window.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    middle = replay.at
    assert abs(middle - len(play.records) / 2) < len(play.records) / 20
    assert replay.text("#moment").split(" · ")[1].startswith(f"{middle}/")
    assert replay.press("ArrowRight") == middle + 1


def test_space_plays_and_pauses_and_the_speed_changes(replay: Replay) -> None:
    assert replay.text("#speed") == "1×"
    replay.press(">", ">", ">")
    assert replay.text("#speed") == "8×"
    replay.press(">")
    assert replay.text("#speed") == "8×"
    replay.press(" ")
    assert replay.window.locator("#play").get_attribute("aria-label") == "Pause"
    replay.until(lambda: replay.at >= 4)
    replay.press(" ")
    assert replay.window.locator("#play").get_attribute("aria-label") == "Play"
    stopped = replay.at
    replay.window.wait_for_timeout(400)
    assert replay.at == stopped
    replay.press("<", "<", "<", "<", "<")
    assert replay.text("#speed") == "0.5×"


def test_playing_ends_at_the_last_event(replay: Replay, play: RandomGame) -> None:
    replay.press("End", "ArrowLeft", "ArrowLeft", ">", ">", ">", " ")
    replay.until(lambda: replay.at == len(play.records))
    assert replay.window.locator("#play").get_attribute("aria-label") == "Play"


def test_digits_and_enter_or_g_go_to_an_event_or_a_moment(replay: Replay, spans: Any) -> None:
    replay.press("4", "2")
    assert replay.window.locator("#go").input_value() == "42"
    assert replay.press("Enter") == 42
    assert replay.press("ArrowRight") == 43  # the field has let go of the keys
    replay.press("g")
    replay.window.keyboard.type("r1.t3")
    assert replay.press("Enter") == spans["r1.t3"][1]
    replay.press("g")
    replay.window.keyboard.type("r1")
    assert replay.press("Enter") == max(last for name, (_, last) in spans.items() if name.startswith("r1."))
    for nowhere in ("99999", "0", "r9.t9"):
        replay.press("g")
        replay.window.keyboard.type(nowhere)
        before = replay.at
        assert replay.press("Enter") == before
        assert replay.text("#now") == f"{nowhere}: no such place"
        replay.press("Escape")


def test_v_and_the_list_change_the_viewpoint_and_what_is_seen(replay: Replay, play: RandomGame) -> None:
    replay.open("#at=r1.t1&as=arbiter")
    here = replay.at
    seen = {}
    for name in ("red", "white", "public"):
        replay.press("v")
        assert replay.viewer == name and replay.at == here
        seen[name] = replay.window.locator("#dp-side-red title").all_text_contents()
    backs = {
        name: [title for title in some if re.match(r"\d+ face down", title)] for name, some in seen.items()
    }
    assert not backs["red"]
    assert backs["white"] == backs["public"] != []
    replay.press("v")
    assert replay.viewer == ARBITER
    replay.window.locator("#as").select_option("white")
    assert "seen by White" in replay.picture()
    told = replay.window.locator("#story span").all_inner_texts()
    assert [line for line in told if re.fullmatch(r"Red draws \d cards\.", line)]


def test_slash_searches_the_story(replay: Replay) -> None:
    replay.press("/")
    replay.window.keyboard.type("Will of the people")
    matches = replay.window.locator("#story .match b").all_inner_texts()
    assert matches
    assert replay.text("#found") == f"{len(matches)} found"
    assert replay.press("Enter") == int(matches[0])
    if len(matches) > 1:
        assert replay.press("Enter") == int(matches[1])
        assert replay.press("Shift+Enter") == int(matches[0])
    assert replay.press("v", "4", " ", "ArrowLeft") == int(matches[0])  # all of them typed
    assert replay.window.locator("#search").input_value().startswith("Will of the people")
    replay.press("Escape")
    assert replay.press("ArrowRight") == int(matches[0]) + 1


def test_a_click_in_the_story_jumps_there(replay: Replay) -> None:
    replay.window.locator("#story button").nth(29).click()
    assert replay.at == 30
    assert replay.press("ArrowRight") == 31


def test_y_copies_a_link_that_restores_position_and_viewpoint(replay: Replay) -> None:
    replay.window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    replay.open("#at=55&as=white")
    replay.press("ArrowRight", "y")
    replay.until(lambda: replay.text("#now") == "Link copied")
    link = replay.window.evaluate("navigator.clipboard.readText()")
    assert link == f"{replay.address}#at=56&as=white"
    replay.open("")
    replay.window.goto(link)
    assert (replay.at, replay.viewer) == (56, "white")
    replay.press("Home")
    replay.until(lambda: replay.window.url == f"{replay.address}#at=1&as=white")


def test_a_link_is_followed_in_an_open_page_and_a_wrong_one_changes_nothing(replay: Replay) -> None:
    replay.window.evaluate("location.hash = '#at=r1.scoring&as=public'")
    replay.until(lambda: replay.viewer == "public")
    assert replay.text("#moment").startswith("r1.scoring")
    replay.open("#at=nowhere&as=nobody")
    assert (replay.at, replay.viewer) == (1, ARBITER)


def test_the_help_lists_the_keys_and_can_switch_single_keys_off(replay: Replay) -> None:
    replay.press("?")
    assert replay.window.locator("#keys").is_visible()
    assert replay.window.locator("#keys dt").count() == 10
    assert replay.press("ArrowRight") == 1
    replay.window.locator("#keys_on").uncheck()
    replay.window.locator("#keys button").click()
    assert not replay.window.locator("#keys").is_visible()
    replay.press("v")
    assert replay.viewer == ARBITER
    assert replay.press("ArrowRight") == 2


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta"])
def test_keys_with_a_modifier_are_left_to_the_browser(replay: Replay, modifier: str) -> None:
    assert replay.press(f"{modifier}+v", f"{modifier}+g") == 1
    assert replay.viewer == ARBITER
    assert replay.window.evaluate("document.activeElement.id") == ""


def test_every_button_does_what_it_says(replay: Replay, play: RandomGame, spans: Any) -> None:
    ends = [last for _, last in spans.values()]
    for name, at in (
        ("next", 2), ("next_turn", ends[0]), ("last", len(play.records)), ("previous", len(play.records) - 1),
        ("first", 1), ("next", 2), ("previous_turn", 1),
    ):  # fmt: skip
        replay.window.locator(f"#{name}").click()
        assert replay.at == at, name
    replay.window.locator("#speed").click()
    assert replay.text("#speed") == "2×"
    replay.window.locator("#play").click()
    assert replay.window.locator("#play").get_attribute("aria-label") == "Pause"
    replay.window.locator("#play").click()


def test_what_changed_is_outlined_and_moves_only_for_those_who_like_it(
    replay: Replay, play: RandomGame
) -> None:
    replay.open("#at=r1.t1&as=public")
    assert replay.window.locator("#board .new").count() == 0
    replay.press("Shift+ArrowRight")
    assert replay.window.locator("#board .new").count() > 0
    style = "getComputedStyle(document.querySelector('#board .new'))"
    assert replay.window.evaluate(f"{style}.animationName") == "shown"
    replay.window.emulate_media(reduced_motion="reduce")
    assert replay.window.evaluate(f"{style}.animationName") == "none"
    assert replay.window.evaluate(f"{style}.outlineStyle") == "solid"


def test_a_narrow_window_needs_no_scrolling_sideways_and_print_shows_the_position(replay: Replay) -> None:
    replay.window.set_viewport_size({"width": 360, "height": 700})
    assert replay.window.evaluate("document.documentElement.scrollWidth") <= 360
    replay.window.emulate_media(media="print")
    for shown in ("#board", "#moment", "#now"):
        assert replay.window.locator(shown).is_visible()
    for gone in ("#story", "#at", "#controls", "#as", "#go"):
        assert not replay.window.locator(gone).is_visible()


def test_dark_and_light_differ(replay: Replay) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    replay.window.emulate_media(color_scheme="light")
    light = replay.window.evaluate(ground)
    replay.window.emulate_media(color_scheme="dark")
    assert replay.window.evaluate(ground) != light


def test_four_seats_that_bid_in_secret_have_four_viewpoints_and_four_lines(
    browser: Browser, tmp_path: Path
) -> None:
    play = RandomGame("revolution-4", 5)
    for _ in play.decisions():
        if play.game.table.round == 3 and len(play.game.table.boards) == 2:
            break
    file = tmp_path / "revolution.html"
    file.write_text(make_page(play.ruleset, play.records, (*play.audiences,)), encoding="utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    replay = Replay(context.new_page(), file.as_uri())
    assert replay.window.locator("#as option").all_inner_texts() == [
        "Red",
        "Blue",
        "Green",
        "Yellow",
        "public",
    ]
    assert replay.window.locator("#score .side").count() == 4
    assert replay.text("#sides").split("\n")[1] == "━ ━ Blue"
    replay.press("End")
    assert replay.text("#moment").startswith("r3.bidding · ")
    bidders = set(play.game.table.boards)
    for seat in (*play.game.header.seats, PUBLIC):
        assert replay.viewer == seat
        titles = replay.window.locator("#rev-bids title").all_text_contents()
        told = {word.lower() for title in titles for word in re.findall(r"; ([A-Z]\w+) \d", title)}
        assert told == bidders & {seat}
        replay.press("v")
    context.close()
    assert replay.complaints == []
