"""Makes the files of the package that are in no commit, when it is built or installed: compiled translations
(.po to .mo), and the script of the element <seat-preview>, which shops serve themselves. It also reads the
addresses of the project."""

import os
import tomllib
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
LOCALES = ROOT / "pretix_seatpreview" / "locale"
SERVED_SCRIPT = ROOT / "pretix_seatpreview" / "static" / "pretix_seatpreview" / "embed.js"
BUILT_SCRIPT = ROOT.parents[1] / "src" / "seatpreview" / "http" / "static" / "embed.js"
"""The script that the service serves as /embed.js. script/web builds it from web/source/embed."""


class MakeFiles(BuildHookInterface[Any]):
    """The build hook that hatchling runs before it packs files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Makes the files in a checkout. A source archive, which alone has PKG-INFO, brings them along."""
        if not (ROOT / "PKG-INFO").is_file():
            make_files()


class Addresses(MetadataHookInterface):
    """The metadata hook: it takes those addresses of `tool.seatpreview` that somebody has filled in."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Adds `urls` and `maintainers` where there are any."""
        settings = tomllib.loads((Path(self.root) / "pyproject.toml").read_text())["tool"]["seatpreview"]
        if urls := {name: address for name, address in settings["urls"].items() if address}:
            metadata["urls"] = urls
        if email := settings["contact-email"]:
            metadata["maintainers"] = [{"name": metadata["authors"][0]["name"], "email": email}]


def make_files() -> None:
    """Makes all files that are in no commit. It fails where the script of the element is not built."""
    compile_translations(LOCALES)
    copy_script(BUILT_SCRIPT, SERVED_SCRIPT)


def compile_translations(locales: Path) -> None:
    """Writes `django.mo` beside each `django.po` below `locales`."""
    for source in locales.glob("*/LC_MESSAGES/django.po"):
        with source.open("rb") as opened:
            catalogue = read_po(opened)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        write_if_it_differs(source.with_suffix(".mo"), compiled.getvalue())


def copy_script(built: Path, served: Path) -> None:
    """Copies the script of the element to where pretix collects static files."""
    if not built.is_file():
        raise FileNotFoundError(
            f"{built} is not built: run script/setup in the checkout of Seat Preview first."
        )
    write_if_it_differs(served, built.read_bytes())


def write_if_it_differs(file: Path, content: bytes) -> None:
    """Writes a file at once: a shop that runs may read it."""
    if not file.is_file() or file.read_bytes() != content:
        written = file.with_suffix(f".{os.getpid()}.new")
        written.write_bytes(content)
        written.replace(file)
