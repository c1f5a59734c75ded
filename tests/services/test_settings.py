"""Settings: everything has a default, everything can be set, and nothing misspelled goes unnoticed."""

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
