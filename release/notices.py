"""Writes the notices of third parties: the licence of every package that is in the pages and in the guide.

script/web and script/guide call it after their builds. Names, versions and texts come from what is installed,
and which packages there are from what the bundler and Sphinx have really used; there is no list to keep up to
date."""

import json
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from release.licences import LicenceUnknown, Package, npm_package, python_package

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "src" / "seatpreview" / "http" / "static"
NOTICES = "third-party-notices.txt"

_BUNDLERS = {"\0rolldown/": "rolldown", "\0vite/": "vite"}
"""Modules that a bundler adds to what it bundles."""

_WRITTEN_BY = {
    "basic.css": {"sphinx"},
    "documentation_options.js": {"sphinx"},
    "language_data.js": {"sphinx"},
    "pygments.css": {"pygments", "accessible-pygments"},
}
"""Files of the guide that packages write while it is built, so that none of their own files equals them."""

_STEMMER = "-stemmer.js"
"""How the names of scripts end that Sphinx has from the authors of the package snowballstemmer."""

_OUR_FOLDERS = ("docs", "web/source")
_OUR_GENERATED_FILES = frozenset(("tokens.css",))
_RULE = "=" * 78


def bundled_packages(modules: Iterable[str], root: Path = ROOT) -> set[Path]:
    """Returns the folders of the npm packages that modules of a bundle come from."""
    found = set()
    for module in modules:
        before, separator, path = module.rpartition("node_modules/")
        if separator:
            depth = 2 if path.startswith("@") else 1
            found.add(root / before / "node_modules" / "/".join(path.split("/")[:depth]))
        elif module.startswith("\0"):
            found.add(root / "web" / "node_modules" / _bundler(module))
        elif not (root / module).is_file():
            raise LicenceUnknown(f"Nobody knows whose module {module!r} is. See release/notices.py.")
    return found


def modules_of_bundles(static: Path = STATIC) -> list[str]:
    """Returns every module of the built pages, as the bundler has listed them."""
    lists = sorted((static / "bundled-modules").glob("*.json"))
    if not lists:
        raise LicenceUnknown(f"{static} has no list of bundled modules: run script/web.")
    return [module for path in lists for module in json.loads(path.read_text(encoding="utf-8"))]


def guide_packages(guide: Path, installed: Iterable[Distribution], root: Path = ROOT) -> set[str]:
    """Returns the names of the Python packages that files of the built guide come from."""
    files = _files_by_name(installed)
    ours = {path.name for folder in _OUR_FOLDERS for path in (root / folder).rglob("*") if path.is_file()}
    found: set[str] = set()
    for path in sorted((guide / "_static").rglob("*")):
        if path.is_dir() or path.suffix == ".map":
            continue
        owners = {name for name, file in files.get(path.name, ()) if file.read_bytes() == path.read_bytes()}
        owners |= _WRITTEN_BY.get(path.name, set())
        if path.name.endswith(_STEMMER):
            owners.add("snowballstemmer")
        if not owners and path.name not in ours | _OUR_GENERATED_FILES:
            raise LicenceUnknown(f"Nobody knows whose file {path} is. See release/notices.py.")
        found |= owners
    return found


def third_parties(static: Path = STATIC) -> list[Package]:
    """Returns every package that is in the built pages and in the guide, by name."""
    packages = [npm_package(folder) for folder in bundled_packages(modules_of_bundles(static))]
    if (static / "guide").is_dir():
        installed = {_normalized(each.metadata["Name"]): each for each in distributions()}
        names = guide_packages(static / "guide", installed.values())
        packages += [python_package(installed[name]) for name in names]
    return sorted(packages, key=lambda package: package.name.lower())


def notices(packages: Iterable[Package]) -> str:
    """Returns the notices as people read them."""
    return "\n".join((_INTRODUCTION, *(_notice(package) for package in packages)))


_INTRODUCTION = """\
Third-party notices

Seat Preview is under the Apache License 2.0. Its pages (the viewer, the console, the API reference, the
guide) contain parts of the packages below. Each has its own licence, whose text follows its name.
The Python packages that the service runs with are installed beside it and bring their own.
"""


def _notice(package: Package) -> str:
    heading = f"{package.name} {package.version}\nLicence: {package.licence}"
    return f"{_RULE}\n{heading}\n{_RULE}\n\n{package.text}\n"


def _bundler(module: str) -> str:
    for prefix, name in _BUNDLERS.items():
        if module.startswith(prefix):
            return name
    raise LicenceUnknown(f"Nobody knows whose module {module!r} is. See release/notices.py.")


def _files_by_name(installed: Iterable[Distribution]) -> dict[str, list[tuple[str, Path]]]:
    found: dict[str, list[tuple[str, Path]]] = {}
    for name, path in _static_files(installed):
        found.setdefault(path.name, []).append((name, path))
    return found


def _static_files(installed: Iterable[Distribution]) -> Iterator[tuple[str, Path]]:
    """Yields files that themes and Sphinx copy into what they build, with the names of their packages."""
    for distribution in installed:
        name = _normalized(distribution.metadata["Name"])
        if "sphinx" in name or name == "furo":
            for path in distribution.files or ():
                if path.suffix not in (".py", ".pyc", ".map"):
                    yield name, Path(str(distribution.locate_file(path)))


def _normalized(name: str) -> str:
    return name.lower().replace("_", "-")


def write(static: Path = STATIC) -> None:
    """Writes the notices beside the built pages. Whoever reads them at the same time sees all of them or the
    old ones."""
    new = static / f"{NOTICES}.new"
    new.write_text(notices(third_parties(static)), encoding="utf-8")
    new.replace(static / NOTICES)


if __name__ == "__main__":
    try:
        write()
    except LicenceUnknown as problem:
        sys.exit(str(problem))
