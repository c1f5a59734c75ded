"""Keys: what each does in the viewer, and the help that lists them."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

HINT = "←→ event  ⇧←→ turn  Space play  g go to  v eyes  / search  ? all keys  q quit"
GO_TO, SEARCH = "go to", "search"

BINDINGS: list[BindingType] = [
    Binding("left", "event(-1)"),
    Binding("right", "event(1)"),
    Binding("shift+left", "turn(-1)"),
    Binding("shift+right", "turn(1)"),
    Binding("left_square_bracket", "phase(-1)"),
    Binding("right_square_bracket", "phase(1)"),
    Binding("pageup", "round(-1)"),
    Binding("pagedown", "round(1)"),
    Binding("home", "first"),
    Binding("end", "last"),
    Binding("space", "play"),
    Binding("less_than_sign", "speed(-1)"),
    Binding("greater_than_sign", "speed(1)"),
    Binding("g", f"ask('{GO_TO}')"),
    *(Binding(digit, f"ask('{GO_TO}', '{digit}')") for digit in "0123456789"),
    Binding("v", "viewpoint"),
    Binding("slash", f"ask('{SEARCH}')"),
    Binding("n", "hit(1)"),
    Binding("N", "hit(-1)"),
    Binding("y", "copy_command"),
    Binding("s", "save"),
    Binding("up", "scroll_board(0, -1)"),
    Binding("down", "scroll_board(0, 1)"),
    Binding("ctrl+left", "scroll_board(-8, 0)"),
    Binding("ctrl+right", "scroll_board(8, 0)"),
    Binding("z", "zoom"),
    Binding("question_mark", "keys"),
    Binding("q", "quit"),
    Binding("ctrl+c", "quit", priority=True),
]

KEYS = (
    ("← →", "one event back, on"),
    ("Shift+← →", "one turn back, on: to where a moment ends"),
    ("[ ]", "one phase back, on"),
    ("PageUp PageDown", "one round back, on"),
    ("Home End", "first and last event"),
    ("Space", "play and pause"),
    ("< >", "slower and faster"),
    ("g, or digits", "go to 17, r2, r2.t3, start, end, or a time; Enter"),
    ("v", "next viewpoint"),
    ("/", "search in the story; n and N next and previous hit"),
    ("y", "copy the `replay show …` command for what you see"),
    ("s", "save the screen as SVG"),
    ("↑ ↓  Ctrl+← →", "scroll the board"),
    ("z", "board and story, board alone, story alone"),
    ("click", "on the story or on the line below: go there"),
    ("?  q", "these keys; quit"),
)


class Help(ModalScreen[None]):
    """All keys; any of the usual ways out closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,escape,q,enter,space", "dismiss", "close", show=False)
    ]

    def compose(self) -> ComposeResult:
        width = max(len(keys) for keys, _ in KEYS)
        yield Static("\n".join(f"{keys:{width}}  {does}" for keys, does in KEYS), markup=False)
