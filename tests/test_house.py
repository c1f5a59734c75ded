"""The house: imports point one way, the domain is pure, games do not know each other."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "domain": {"domain"},
    "projections": {"domain", "projections"},
    "services": {"domain", "projections", "services"},
    "replay_cli": {"domain", "projections", "services", "replay_cli"},
}
PURE = {
    "abc", "collections", "functools", "hashlib", "hmac", "importlib", "itertools", "math", "msgspec",
    "pkgutil", "re", "textwrap", "typing",
}  # fmt: skip


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield node.module or ""


def files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("folder", [name for name in MAY_IMPORT if (ROOT / name).exists()])
def test_imports_point_one_way(folder: str) -> None:
    assert files(folder)
    for file in files(folder):
        ours = {name.split(".")[0] for name in imports(file)} & {*MAY_IMPORT, "tests"}
        assert ours <= MAY_IMPORT[folder], file


def test_the_replay_command_reads_the_store_and_no_other_service_and_knows_no_server() -> None:
    for file in files("replay_cli"):
        for name in imports(file):
            assert name.split(".")[0] != "litestar", file
            if name.split(".")[0] == "services":
                assert name == "services.store" or name.startswith("services.store."), file


def test_the_domain_uses_only_pure_parts_of_the_standard_library_and_msgspec() -> None:
    for file in files("domain"):
        outside = {name.split(".")[0] for name in imports(file)} - {"domain"}
        assert outside <= PURE, file


def test_games_never_import_each_other() -> None:
    for game in [folder for folder in (ROOT / "domain/games").iterdir() if folder.is_dir()]:
        for file in game.rglob("*.py"):
            for name in imports(file):
                if name.startswith("domain.games."):
                    assert name.split(".")[2] == game.name, file


def test_the_core_knows_no_game() -> None:
    for file in files("domain/core"):
        assert not [name for name in imports(file) if name.startswith("domain.games.")], file
