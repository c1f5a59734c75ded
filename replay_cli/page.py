"""Page: a whole game as one HTML file that needs nothing else, for the eyes of those it is exported to."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib import resources
from string import Template
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.event import ARBITER, PUBLIC, Audience, secrets_of
from domain.core.record import Record
from domain.core.replay import as_seen_by, fold
from domain.core.ruleset import Ruleset
from replay_cli.frames import Frames, Texts
from replay_cli.page_words import WORDS


class Viewpoint(Struct):
    """What one audience sees after each version: picture, sentence, moment, and the points of each side."""

    name: Audience
    frames: list[int] = []
    told: list[int] = []
    moments: list[int] = []
    points: dict[str, list[int]] = {}


class Film(Struct):
    """All that the page shows. What no viewpoint may know is not in it."""

    nodes: list[Any]
    texts: list[str]
    views: list[Viewpoint]
    names: dict[str, str]
    words: dict[str, str]


def page(
    ruleset: Ruleset[Any],
    records: Sequence[Record[Any]],
    audiences: Sequence[Audience],
    *,
    language: str = "en",
    title: str | None = None,
    components: Any = None,
) -> str:
    """The game as these audiences saw it; one that this copy of the log cannot speak for is an error."""
    if language not in WORDS:
        raise ValueError(f"language: no {language!r}; there are {', '.join(sorted(WORDS))}")
    if not records or not audiences:
        raise ValueError("a page needs records and at least one audience")
    if records[0].version != 1:
        raise ValueError(f"a page begins at version 1, this log at {records[0].version}")
    known = (*records[0].event.header.seats, PUBLIC, ARBITER)
    for audience in audiences:
        if audience not in known:
            raise ValueError(f"audience: no {audience!r}; there are {', '.join(known)}")
    made = film(ruleset, records, audiences, language, components)
    words = WORDS[language]
    parts = {
        "language": language,
        "title": escape(title or f"{ruleset.name} · {records[0].game}"),
        "css": _asset("page.css"),
        "js": _asset("page.js"),
        "data": _inert(msgspec.json.encode(made).decode()),
        "last": str(len(records)),
        "options": "".join(
            f'<option value="{escape(name)}">{escape(made.names[name])}</option>' for name in audiences
        ),
        **{f"w_{name}": escape(text) for name, text in words.items()},
    }
    parts["policy"] = "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_digest(parts['js'])}'",
            f"style-src '{_digest(parts['css'])}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return Template(_asset("page.html")).substitute(parts)


def film(
    ruleset: Ruleset[Any],
    records: Sequence[Record[Any]],
    audiences: Sequence[Audience],
    language: str = "en",
    components: Any = None,
) -> Film:
    """Each audience's own stream, folded on its own: nothing is made from what another one sees."""
    spoken = language if language in ruleset.languages else ruleset.languages[0]
    frames, texts = Frames(), Texts()
    views = []
    for audience in audiences:
        _can_speak_for(audience, records)
        view = Viewpoint(audience)
        table = ruleset.table_for(records[0].event.header, components)
        for record in as_seen_by(records, audience):
            fold(table, (record,))
            view.frames.append(frames.add(ruleset.svg(table, audience, spoken)))
            view.told.append(texts.add(ruleset.tell(record.event, spoken)))
            view.moments.append(texts.add(ruleset.moment(table)))
            for side, points in ruleset.standing(table).points.items():
                view.points.setdefault(side, []).append(points)
        views.append(view)
    words = WORDS[language]
    names = {
        name: words[name] if name in (PUBLIC, ARBITER) else ruleset.seat_name(name, spoken)
        for name in dict.fromkeys(name for view in views for name in (view.name, *view.points))
    }
    return Film(list(frames.nodes), list(texts.all()), views, names, words)


def _can_speak_for(audience: Audience, records: Sequence[Record[Any]]) -> None:
    for record in records:
        for name in secrets_of(type(record.event)):
            secret = getattr(record.event, name)
            if secret.value is None and secret.open_to(audience):
                raise ValueError(
                    f"this copy of the log does not hold what {audience} saw at {record.version}"
                )


def _asset(name: str) -> str:
    return resources.files("replay_cli").joinpath("assets", name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _inert(json: str) -> str:
    """JSON that cannot end the element it stands in."""
    return json.replace("</", "<\\/").replace("<!--", "\\u003c!--")
