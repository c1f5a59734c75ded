"""Logs: what is said, never what is played. Only keys of an allow-list leave the process."""

import json
import logging
import sys
from collections.abc import MutableMapping
from traceback import extract_tb
from typing import Any, Literal

import msgspec
import structlog

# Everything that may be written. A card, a token, a seed or a body has no key here, so none can slip out.
ALLOWED = frozenset(
    {
        "event", "level", "timestamp", "request", "method", "route", "status", "ms", "game", "seat",
        "version", "command", "ruleset", "role", "caller", "code", "store", "host", "port", "pid", "signal",
        "streams", "games", "error", "where", "worker", "projection", "lag", "url", "reason", "seconds",
    }
)  # fmt: skip

Line = MutableMapping[str, Any]
_ENCODE = msgspec.json.Encoder().encode


def only_allowed(_: Any, __: str, line: Line) -> Line:
    """Drop whatever is not on the list, and say so rather than guess."""
    for key in [key for key in line if key not in ALLOWED]:
        del line[key]
    return line


def without_messages(_: Any, __: str, line: Line) -> Line:
    """Of an exception its type and the places it passed: its message may quote what must not be told."""
    error = line.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()[1]
    if isinstance(error, BaseException):
        line["error"] = type(error).__name__
        places = extract_tb(error.__traceback__)[-6:]
        line["where"] = " < ".join(f"{place.name}:{place.lineno}" for place in reversed(places))
    return line


def _as_json(line: Line, **how: Any) -> str:
    """Lines are many and plain; one that is not goes the long way."""
    try:
        return _ENCODE(line).decode()
    except (TypeError, ValueError):
        return json.dumps(line, **how)


def set_up_logs(form: Literal["auto", "json", "pretty", "off"] = "auto", level: str = "info") -> None:
    """For the whole process: JSON lines on stderr, or pretty ones where a person looks on."""
    pretty = form == "pretty" or (form == "auto" and sys.stderr.isatty())
    threshold = logging.CRITICAL if form == "off" else logging.getLevelNamesMapping()[level.upper()]
    renderer = (
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
        if pretty
        else structlog.processors.JSONRenderer(serializer=_as_json)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            without_messages,
            only_allowed,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers = [_Forward()]
        logger.setLevel(max(threshold, logging.WARNING))
        logger.propagate = False


class _Forward(logging.Handler):
    """What libraries log, reduced to who, how bad, and of which type: their messages may quote anything."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        log = structlog.get_logger()
        log.log(record.levelno, f"{record.name} {record.levelname.lower()}", exc_info=error)
