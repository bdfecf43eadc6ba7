"""Folders with one TOML file for each language, named by the language's code."""

from importlib.resources import files
from typing import TypeVar

import msgspec

_T = TypeVar("_T")


def read_language_files(package: str, folder: str, type_: type[_T]) -> dict[str, _T]:
    """Reads all files of a package's folder, and returns them by their language codes."""
    texts = {
        file.name.removesuffix(".toml"): file.read_text("utf-8")
        for file in (files(package) / folder).iterdir()
        if file.name.endswith(".toml")
    }
    return {code: msgspec.toml.decode(text, type=type_) for code, text in sorted(texts.items())}
