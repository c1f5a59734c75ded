"""Logs: only keys of the list, and of an error only its type and its way."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from services.logs import set_up_logs


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    structlog.reset_defaults()


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_key_that_is_not_on_the_list_is_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("json")
    structlog.get_logger().info(
        "moved", game="g", version=3, cards=["purple-4c"], token="protokol_x", seed="00"
    )
    (line,) = lines(capsys)
    assert {name: line[name] for name in ("event", "game", "version")} == {
        "event": "moved",
        "game": "g",
        "version": 3,
    }
    assert set(line) == {"event", "game", "version", "level", "timestamp"}


def test_of_an_error_its_message_is_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("json")
    try:
        dict[str, int]()["purple-4c"]
    except KeyError as error:
        structlog.get_logger().error("unexpected", exc_info=error)
    text = capsys.readouterr().err
    assert "purple" not in text
    assert json.loads(text)["error"] == "KeyError" and "test_of_an_error" in json.loads(text)["where"]


def test_what_libraries_log_is_reduced_to_who_and_how_bad(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("json")
    logging.getLogger("uvicorn.error").error("bad header: Bearer protokol_secret")
    (line,) = lines(capsys)
    assert line["event"] == "uvicorn.error error" and "secret" not in json.dumps(line)


def test_below_its_level_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("json", "warning")
    structlog.get_logger().info("quiet")
    assert capsys.readouterr().err == ""


def test_what_is_not_plain_is_written_too(capsys: pytest.CaptureFixture[str]) -> None:
    """A value that JSON does not know, and a text that is no Unicode: a log line never fails a request."""
    set_up_logs("json")
    structlog.get_logger().info("odd", game="\ud800", version={1, 2}, status=b"x", route=complex(1, 2))
    (line,) = lines(capsys)
    assert line["game"] == "\ud800" and line["event"] == "odd" and "1+2j" in str(line["route"])
