"""A real browser for the tests of the page: Debian's chromium, quiet, and watched for what it asks for."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from domain.core.event import ARBITER
from domain.core.replay import moments
from replay_cli.page import page as make_page
from tests.laws.games import RandomGame

CHROMIUM = shutil.which("chromium")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


class Replay:
    """A page in a window, with all that it asked for and complained of."""

    def __init__(self, window: Page, address: str) -> None:
        self.window = window
        self.address = address
        self.requests: list[str] = []
        self.complaints: list[str] = []
        window.on("request", lambda request: self.requests.append(request.url))
        window.on("console", lambda message: self.complaints.append(message.text))
        window.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.open("")

    def open(self, hash_: str) -> None:
        self.window.goto("about:blank")
        self.window.goto(self.address + hash_)

    def press(self, *keys: str) -> int:
        for key in keys:
            self.window.keyboard.press(key)
        return self.at

    @property
    def at(self) -> int:
        return int(self.window.locator("#at").input_value())

    @property
    def viewer(self) -> str:
        return self.window.locator("#as").input_value()

    def until(self, happened: Callable[[], bool]) -> None:
        """Wait for it; the page's own policy keeps the browser from waiting for a script of ours."""
        for _ in range(100):
            if happened():
                return
            self.window.wait_for_timeout(50)
        pytest.fail("it did not happen within five seconds")

    def text(self, where: str) -> str:
        return self.window.locator(where).inner_text()

    def picture(self) -> str:
        return str(
            self.window.locator("#board > svg").evaluate("svg => svg.querySelector('desc').textContent")
        )


@pytest.fixture(scope="module")
def play() -> RandomGame:
    return RandomGame("dual_powers", 21).finish()


@pytest.fixture(scope="module")
def file(play: RandomGame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(make_page(play.ruleset, play.records, (ARBITER, *play.audiences)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: the browser tests are skipped")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield launched
        launched.close()


@pytest.fixture
def replay(browser: Browser, file: Path) -> Iterator[Replay]:
    """Whatever a test does: only the file itself was read, and the console stayed empty."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    found = Replay(context.new_page(), file.as_uri())
    yield found
    context.close()
    assert {url.split("#")[0] for url in found.requests} == {file.as_uri()}
    assert found.complaints == []


@pytest.fixture
def spans(play: RandomGame) -> Any:
    return moments(play.ruleset, play.records)
