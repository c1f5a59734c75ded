"""Svg: the table as a picture, as one audience sees it; no script, no font and nothing from outside."""

from domain.core.event import Audience
from domain.core.svg import escape, picture
from domain.games.revolution.draw import draw
from domain.games.revolution.table import TownTable


def svg(view: TownTable, audience: Audience, language: str = "en") -> str:
    """The lines of the text board on a sheet, in type of one width."""
    rows = draw(view, audience, language).split("\n")
    type_ = 'font-family="monospace" font-size="14" xml:space="preserve"'
    lines = [f'<text x="24" y="{34 + 18 * n}" {type_}>{escape(row)}</text>' for n, row in enumerate(rows)]
    return picture("Revolution!", "\n".join(rows[1:2]), (1000, 60 + 18 * len(rows)), language, lines)
