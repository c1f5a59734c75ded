"""Data files that lie beside the code: components, as text."""

import importlib


def read_data(package: str, name: str) -> str:
    """A text file of a package, by the loader that found the package itself."""
    folder = importlib.import_module(package)
    assert folder.__spec__ is not None
    text: bytes = folder.__spec__.loader.get_data(f"{folder.__path__[0]}/{name}")  # type: ignore[union-attr]
    return text.decode()
