"""Compiles the translations (.po to .mo) when the package is built or installed."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALES = Path(__file__).parent / "pretix_seatpreview" / "locale"


class CompileTranslations(BuildHookInterface[Any]):
    """The build hook that hatchling runs before it packs files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Writes a compiled catalogue beside each translation."""
        compile_translations(LOCALES)


def compile_translations(locales: Path) -> None:
    """Writes `django.mo` beside each `django.po` below `locales`."""
    for source in locales.glob("*/LC_MESSAGES/django.po"):
        with source.open("rb") as opened:
            catalogue = read_po(opened)
        with source.with_suffix(".mo").open("wb") as target:
            write_mo(target, catalogue)
