"""Viewer: the terminal application of `replay step`. Keys as on the page, so that hands learn them once."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from domain.core.event import Audience
from replay_cli.course import Course, Sight, back, onward
from replay_cli.keys import BINDINGS, HINT, SEARCH, Help
from replay_cli.match import when
from replay_cli.panes import Board, Chosen, LastLine, Score, Story
from replay_cli.problem import Problem

SPEEDS = (0.5, 1, 2, 4, 8, 16)  # events a second


class Viewer(App[None]):
    """One game, one position, one pair of eyes; every key changes one of them."""

    CSS_PATH = "viewer.tcss"
    TITLE = "replay step"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (150, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall")]
    BINDINGS = BINDINGS

    def __init__(
        self,
        course: Course,
        audience: Audience,
        version: int,
        *,
        find: Callable[[str], int],
        command: Callable[[int, Audience], str],
    ) -> None:
        super().__init__(ansi_color=True)  # the terminal's own colours, dark or light
        self.theme = "ansi-dark"
        self.course, self.eyes, self.at = course, audience, version
        self.find, self.command = find, command
        self.pace = SPEEDS.index(1)
        self.wanted = ""
        self.hits: list[int] = []
        self._playing: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="told", markup=False)
        with Container(id="panes"):
            yield Board()
            yield Story()
        yield Score()
        yield Static(id="status", markup=False)
        yield LastLine(HINT)

    def on_mount(self) -> None:
        self.call_after_refresh(self.show)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    @property
    def sight(self) -> Sight:
        return self.course.sight(self.eyes)

    # What is on the screen

    @property
    def page(self) -> Screen[Any]:
        """The screen with the board, also while the help lies over it."""
        return self.screen_stack[0]

    def _is_up(self) -> bool:
        """Whether there is a screen to show things on; a timer may still call while it is taken down."""
        return bool(self.screen_stack) and bool(self.page.query(LastLine))

    def show(self) -> None:
        """Everything, as it is at this position through these eyes."""
        if not self._is_up():
            return
        sight, at = self.sight, self.at
        told = f"{when(sight.records[at - 1].at)}  {sight.told(at)}"
        self.page.query_one("#told", Static).update(told, layout=False)
        self.page.query_one(Board).look(sight.board(at), sight.board(at - 1) if at > 1 else [])
        self.page.query_one(Story).look(sight, at, frozenset(self.hits))
        self.page.query_one(Score).look(sight, at, self.page.has_class("-tall"))
        self.show_status()

    def show_status(self) -> None:
        header, sight = self.sight.records[0].event.header, self.sight
        parts = (
            f"{header.ruleset} {header.game[:8]}",
            f"version {self.at}/{sight.last}",
            sight.moments[self.at - 1],
            f"as {self.eyes}",
            f"{'playing' if self._playing else 'paused'} {SPEEDS[self.pace]:g}/s",
        )
        bar = f" {'  '.join(parts)}".ljust(self.size.width)
        self.page.query_one("#status", Static).update(bar, layout=False)

    def say(self, text: str = HINT, kind: str = "") -> None:
        """A message in the last line, until the next move; without one the keys stand there."""
        self.page.query_one(LastLine).say(text, kind)

    def go(self, version: int) -> None:
        self.at = min(self.sight.last, max(1, version))
        self.say()
        self.show()

    # Keys that move

    def action_event(self, step: int) -> None:
        self.go(self.at + step)

    def action_turn(self, step: int) -> None:
        self.go((onward if step > 0 else back)(self.sight.turns, self.at))

    def action_phase(self, step: int) -> None:
        self.go((onward if step > 0 else back)(self.sight.phases, self.at))

    def action_round(self, step: int) -> None:
        self.go((onward if step > 0 else back)(self.sight.rounds, self.at))

    def action_first(self) -> None:
        self.go(1)

    def action_last(self) -> None:
        self.go(self.sight.last)

    def on_chosen(self, chosen: Chosen) -> None:
        self.go(chosen.version)

    def action_play(self) -> None:
        """Play or pause; from the last event on, the game begins again."""
        if self._playing:
            self._pause()
        else:
            if self.at == self.sight.last:
                self.go(1)
            self._playing = self.set_interval(1 / SPEEDS[self.pace], self._tick)
        self.show_status()

    def _pause(self) -> None:
        if self._playing:
            self._playing.stop()
        self._playing = None

    def _tick(self) -> None:
        if not self._is_up():
            return
        if self.at + 1 >= self.sight.last:
            self._pause()
        self.go(self.at + 1)

    def action_speed(self, step: int) -> None:
        self.pace = min(len(SPEEDS) - 1, max(0, self.pace + step))
        if self._playing:
            self._playing.stop()
            self._playing = self.set_interval(1 / SPEEDS[self.pace], self._tick)
        self.show_status()

    # Keys that look

    def action_viewpoint(self) -> None:
        self.eyes = self.course.after(self.eyes)
        self.hits = self.sight.hits(self.wanted)
        self.say(*(("this copy has no other viewpoint", "said") if len(self.course.audiences) == 1 else ()))
        self.show()

    def action_scroll_board(self, columns: int, rows: int) -> None:
        self.page.query_one(Board).scroll_relative(columns, rows, animate=False)

    def action_zoom(self) -> None:
        panes = self.page.query_one("#panes")
        following = {"": "only-board", "only-board": "only-story", "only-story": ""}
        now = next((name for name in ("only-board", "only-story") if panes.has_class(name)), "")
        panes.set_classes(following[now])
        self.call_after_refresh(self.show)

    def action_keys(self) -> None:
        self.push_screen(Help())

    def action_copy_command(self) -> None:
        command = self.command(self.at, self.eyes)
        self.copy_to_clipboard(command)
        self.say(f"copied: {command}", "said")

    def action_save(self) -> None:
        """The screen as SVG beside you, without the fonts from elsewhere that it would ask for."""
        header = self.sight.records[0].event.header
        file = Path(f"replay-{header.game[:8]}-{self.at}-{self.eyes}.svg")
        drawn = re.sub(r"@font-face\s*\{.*?\}", "", self.export_screenshot(), flags=re.DOTALL)
        try:
            file.write_text(drawn, encoding="utf-8")
        except OSError as error:
            self.say(f"{file}: {error.strerror}", "wrong")
        else:
            self.say(f"saved: {file}", "said")

    # Keys that ask

    def action_ask(self, question: str, typed: str = "") -> None:
        self.page.query_one(LastLine).ask(question, typed)

    def on_key(self, event: events.Key) -> None:
        """While something is typed, keys are letters, and no key does anything else."""
        line = self.page.query_one(LastLine)
        if line.question and not isinstance(self.screen, Help):
            event.prevent_default()
            question, answer = line.question, line.typing(event)
            if answer is not None:
                self.answered(question, answer.strip())

    def on_paste(self, event: events.Paste) -> None:
        line = self.page.query_one(LastLine)
        if line.question:
            line.ask(line.question, line.typed + " ".join(event.text.split()))

    def answered(self, question: str, answer: str) -> None:
        self.say()
        if question == SEARCH:
            self.wanted = answer
            self.hits = self.sight.hits(answer)
            self.action_hit(1)
        elif answer:
            try:
                self.go(self.find(answer))
            except Problem as problem:
                self.say(str(problem).removeprefix("--at "), "wrong")

    def action_hit(self, step: int) -> None:
        """The next or previous hit of the search; after the last comes the first."""
        if not self.hits:
            self.show()
            text = f"nothing in the story has “{self.wanted}”" if self.wanted else "search with / first"
            self.say(text, "wrong" if self.wanted else "said")
            return
        later = [v for v in self.hits if v > self.at] or self.hits
        earlier = [v for v in self.hits if v < self.at] or self.hits
        found = later[0] if step > 0 else earlier[-1]
        self.go(found)
        self.say(
            f"“{self.wanted}”: {self.hits.index(found) + 1} of {len(self.hits)}  (n next, N previous)", "said"
        )
