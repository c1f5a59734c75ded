"""Settings: everything has a default, everything can be set, and nothing misspelled goes unnoticed."""

from pathlib import Path

import pytest

from services.settings import BadSettings, Settings, read_settings


def test_without_anything_set_a_server_has_its_defaults() -> None:
    assert read_settings({}) == Settings()


def test_settings_come_from_the_environment_and_numbers_are_read() -> None:
    found = read_settings({"PROTOKOL_PORT": "9000", "PROTOKOL_STORE": "memory:", "HOME": "elsewhere"})
    assert (found.port, found.store) == (9000, "memory:")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PROTOKOL_PROT", "9000"),
        ("PROTOKOL_PORT", "eight"),
        ("PROTOKOL_PORT", "70000"),
        ("PROTOKOL_WORKERS", "0"),
        ("PROTOKOL_LOG", "loud"),
        ("PROTOKOL_STREAMS", "-1"),
    ],
)
def test_a_name_that_does_not_exist_or_a_value_that_cannot_be_is_named(name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=name):
        read_settings({name: value})


def test_what_others_read_is_left_to_them() -> None:
    others = {"PROTOKOL_SIGNING_KEY": "x", "PROTOKOL_TOKEN": "y", "PROTOKOL_TEST_POSTGRES": "z"}
    assert read_settings(others) == Settings()


def test_what_may_hold_a_password_can_lie_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "redis"
    file.write_text("redis://:word@db:6379/0\n")
    found = read_settings({"PROTOKOL_REDIS_FILE": str(file)})
    assert found.redis == "redis://:word@db:6379/0"
    with pytest.raises(BadSettings, match=r"PROTOKOL_STORE_FILE: .*No such file"):
        read_settings({"PROTOKOL_STORE_FILE": str(tmp_path / "none")})


@pytest.mark.parametrize("wrong", ["http://:s3cret@db/", "redis://:s3cret@db:port/0", "s3cret"])
def test_a_wrong_redis_is_refused_in_one_line_that_does_not_repeat_it(wrong: str) -> None:
    with pytest.raises(BadSettings, match="PROTOKOL_REDIS") as error:
        read_settings({"PROTOKOL_REDIS": wrong})
    assert "s3cret" not in str(error.value) and "\n" not in str(error.value)
