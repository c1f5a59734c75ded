"""The panes of the viewer: the board, the story, and the score line."""

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.text import Text
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from replay_cli.scoreline import bounds, column_of, ruler, spark, version_of

if TYPE_CHECKING:
    from textual import events

    from replay_cli.course import Sight


class Chosen(Message):
    """A version was clicked."""

    def __init__(self, version: int) -> None:
        super().__init__()
        self.version = version


class Pane(ScrollView, can_focus=False):
    """Rows of text that scroll; `room` is what the scrollbars leave."""

    @property
    def room(self) -> Size:
        return self.scrollable_content_region.size


class Board(Pane, can_focus=False):
    """The table as text; rows that the last event changed stand out and stay in view."""

    COMPONENT_CLASSES = {"board--changed"}

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[str] = []
        self.changed: list[int] = []

    def look(self, rows: list[str], before: list[str]) -> None:
        there = set(before)
        self.rows = rows
        self.changed = [number for number, row in enumerate(rows) if row not in there] if before else []
        self.virtual_size = Size(max(map(len, rows), default=0), len(rows))
        seen = range(self.scroll_offset.y, self.scroll_offset.y + self.room.height)
        if self.changed and not any(number in seen for number in self.changed):
            self.scroll_to(y=max(0, self.changed[0] - self.room.height // 2), animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        left, top = self.scroll_offset
        number, width, plain = top + y, self.room.width, self.rich_style
        if number >= len(self.rows):
            return Strip.blank(width, plain)
        style = self.get_component_rich_style("board--changed") if number in self.changed else plain
        return Strip([Segment(self.rows[number], style)]).crop_extend(left, left + width, plain)


class Story(Pane, can_focus=False):
    """One line an event; only those in view are told, so a long game costs no more than a short one."""

    COMPONENT_CLASSES = {"story--now", "story--later", "story--hit"}

    def __init__(self) -> None:
        super().__init__()
        self.sight: Sight | None = None
        self.version = 0
        self.hits: frozenset[int] = frozenset()

    def look(self, sight: "Sight", version: int, hits: frozenset[int]) -> None:
        self.sight, self.version, self.hits = sight, version, hits
        self.virtual_size = Size(0, sight.last)
        self.keep_in_view()
        self.refresh()

    def keep_in_view(self) -> None:
        """The current line, and if there is room a few around it."""
        height, top = self.room.height, self.scroll_offset.y
        margin = min(2, max(0, height - 1) // 2)
        if not top + margin <= self.version - 1 < top + height - margin:
            self.scroll_to(y=max(0, self.version - 1 - height // 2), animate=False, force=True)

    def on_resize(self) -> None:
        self.keep_in_view()

    def line(self, version: int) -> str:
        """A version as its line reads; where there is little room, without its moment."""
        assert self.sight is not None
        moment = (
            f"{self.sight.moments[version - 1]:{self.sight.broadest}}  "
            if self.room.width >= self.sight.broadest + 60
            else ""
        )
        sign = "▸" if version == self.version else "•" if version in self.hits else " "
        return f"{sign}{version:>{len(str(self.sight.last))}}  {moment}{self.sight.told(version)}"

    def render_line(self, y: int) -> Strip:
        version, width = self.scroll_offset.y + y + 1, self.room.width
        if self.sight is None or version > self.sight.last:
            return Strip.blank(width, self.rich_style)
        if version == self.version:
            style = self.get_component_rich_style("story--now")
        elif version in self.hits:
            style = self.get_component_rich_style("story--hit")
        elif version > self.version:
            style = self.get_component_rich_style("story--later")
        else:
            style = self.rich_style
        text = self.line(version)
        short = text if len(text) <= width else f"{text[: width - 1]}…"
        return Strip([Segment(short.ljust(width), style)]).crop_extend(0, width, style)

    def on_click(self, event: "events.Click") -> None:
        version = self.scroll_offset.y + event.get_content_offset_capture(self).y + 1
        if self.sight is not None and version <= self.sight.last:
            self.post_message(Chosen(version))


class Score(Widget, can_focus=False):
    """The points of each seat over the game, above a line with turn marks that shows the position."""

    def __init__(self) -> None:
        super().__init__()
        self.sight: Sight | None = None
        self.version = 0
        self.tall = False
        self._sparks: dict[tuple[str, str, int], str] = {}

    def look(self, sight: "Sight", version: int, tall: bool) -> None:
        self.sight, self.version, self.tall = sight, version, tall
        height = len(sight.points[-1]) + 1 if tall else 2
        if height != self.size.height:
            self.styles.height = height
        self.refresh()

    def render(self) -> Text:
        if self.sight is None or self.size.width < 2:
            return Text()
        points = self.sight.points[self.version - 1]
        rows = [self._curve(self.sight, seat, number) for seat, number in points.items()]
        scores = Text("\n" if self.tall else "  ").join(rows)
        return Text("\n").join([scores, self._ruler(self.sight)])

    def _curve(self, sight: "Sight", seat: str, number: int) -> Text:
        """A seat's name, its curve with what is still to come dimmed, and its points now."""
        seats = sight.points[-1]
        name = f"{seat:{max(map(len, seats))}} " if self.tall else f"{seat} "
        room = self.size.width if self.tall else (self.size.width + 2) // len(seats) - 2
        width = max(4, room - len(name) - 5)
        key = (sight.audience, seat, width)
        if key not in self._sparks:
            values = [one.get(seat, 0) for one in sight.points]
            self._sparks[key] = spark(values, width, *bounds(sight.points))
        curve, here = self._sparks[key], column_of(self.version, sight.last, width) + 1
        return Text.assemble(name, curve[:here], (curve[here:], "dim"), (f"{number:>5}", "bold"))

    def _margins(self, sight: "Sight") -> tuple[int, int]:
        """The columns left and right of the ruler, so that it lies under the curves."""
        return (max(map(len, sight.points[-1])) + 1, 5) if self.tall else (0, 0)

    def _ruler(self, sight: "Sight") -> Text:
        left, right = self._margins(sight)
        width = max(2, self.size.width - left - right)
        return Text(" " * left + ruler(self.version, sight.last, width, sight.turns, sight.rounds))

    def on_click(self, event: "events.Click") -> None:
        if self.sight is not None:
            left, right = self._margins(self.sight)
            column, width = event.get_content_offset_capture(self).x - left, self.size.width - left - right
            self.post_message(Chosen(version_of(column, self.sight.last, max(2, width))))


class LastLine(Static):
    """A hint, a message, or a question with what has been typed so far."""

    def __init__(self, text: str) -> None:
        super().__init__(text, markup=False)
        self.question = self.typed = ""

    def say(self, text: str, kind: str = "") -> None:
        self.question = ""
        self.update(text, layout=False)
        self.set_classes(kind)

    def ask(self, question: str, typed: str) -> None:
        self.question, self.typed = question, typed
        self.update(f"{question}: {typed}▏", layout=False)
        self.set_classes("said")

    def typing(self, event: "events.Key") -> str | None:
        """One key more; the answer once it is given, empty when it is given up."""
        if event.key == "enter":
            return self.typed
        if event.key in ("escape", "ctrl+g") or (event.key == "backspace" and not self.typed):
            return ""
        if event.key == "backspace":
            self.ask(self.question, self.typed[:-1])
        elif event.key == "ctrl+u":
            self.ask(self.question, "")
        elif event.is_printable and event.character:
            self.ask(self.question, self.typed + event.character)
        return None
