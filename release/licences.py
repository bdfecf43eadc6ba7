"""Licences of installed packages: what a package says about itself, and the texts that it brings along."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution
from pathlib import Path

KNOWN = frozenset(
    ("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MPL-2.0", "Zlib")
)
"""Licences under which a part may be packed, by their SPDX names. Another one is looked at first."""

_TEXT_FILE = re.compile(r"(licen[cs]e|copying|notice)([._-].*)?", re.IGNORECASE)
_CLASSIFIERS = {"License :: OSI Approved :: MIT License": "MIT"}
_OTHERS_PARTS = "# Licenses of bundled dependencies"
"""In Vite's file, what follows concerns the bundler itself, and nothing that it writes into pages."""


class LicenceUnknown(Exception):
    """Raised for a package whose licence or licence text is not known, or is none that we know."""


@dataclass(frozen=True)
class Package:
    """A third party's package, with its licence."""

    name: str
    version: str
    licence: str
    text: str
    is_from_npm: bool


def npm_package(folder: Path) -> Package:
    """Returns what an installed npm package says about its licence."""
    about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir()) if _is_licence_text(path)]
    # PDF.js keeps the notices of the decoders that it bundles beside them.
    texts += [path.read_text(encoding="utf-8") for path in sorted(folder.glob("wasm/LICENSE_*"))]
    return _checked(about["name"], about["version"], about.get("license"), texts, is_from_npm=True)


def python_package(distribution: Distribution) -> Package:
    """Returns what an installed Python package says about its licence."""
    metadata = distribution.metadata
    listed = metadata.get_all("Classifier") or []
    licence = next(
        (metadata[field] for field in ("License-Expression", "License") if field in metadata), None
    ) or next((_CLASSIFIERS[line] for line in listed if line in _CLASSIFIERS), None)
    files = [Path(str(distribution.locate_file(path))) for path in distribution.files or ()]
    texts = [path.read_text(encoding="utf-8") for path in sorted(files) if _is_licence_text(path)]
    # Scripts that were bundled into a file of the package have their notices beside it.
    texts += [
        path.read_text(encoding="utf-8") for path in sorted(files) if path.name.endswith(".js.LICENSE.txt")
    ]
    return _checked(metadata["Name"], distribution.version, licence, texts, is_from_npm=False)


def _is_licence_text(path: Path) -> bool:
    in_right_folder = path.parent.name == "licenses" or path.parent.suffix == ".dist-info"
    is_of_npm = (path.parent / "package.json").is_file()
    return bool(_TEXT_FILE.fullmatch(path.name)) and (in_right_folder or is_of_npm) and path.is_file()


def _checked(name: str, version: str, licence: object, texts: Iterable[str], *, is_from_npm: bool) -> Package:
    text = "\n\n".join(each.partition(_OTHERS_PARTS)[0].strip() for each in texts)
    if licence not in KNOWN:
        raise LicenceUnknown(
            f"{name} {version} has the licence {licence!r}, which release/licences.py does not know."
        )
    if not text:
        raise LicenceUnknown(f"{name} {version} brings no text of its licence along.")
    return Package(name, version, str(licence), text, is_from_npm)
