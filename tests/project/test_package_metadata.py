"""What the packages of a release say about themselves, and the changelog of the version that they have."""

import importlib.metadata
import json
import re
import tomllib

from project.test_project import ROOT, project_files, text_of

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = PROJECT["version"]
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def test_the_version_stands_in_one_place() -> None:
    """Source that held it as well could be forgotten at the next release."""
    assert importlib.metadata.version("seatpreview") == VERSION
    code = [path for path in project_files() if path.is_relative_to(ROOT / "src") and path.suffix == ".py"]
    assert [path.name for path in code if f'"{VERSION}"' in text_of(path)] == []


def test_the_clients_have_the_same_version() -> None:
    packages = [json.loads(text_of(path)) for path in (ROOT / "clients").glob("*/package.json")]
    # npm writes a version between releases in its own form.
    versions = {
        each["name"]: each["version"].replace("-dev.", ".dev") for each in packages if not each.get("private")
    }
    clients = ROOT / "clients"
    for path in (*clients.glob("python/*/version.py"), *clients.glob("pretix/*/__init__.py")):
        if "__version__" in text_of(path):
            versions[path.parent.name] = re.findall(r'__version__ = "(.+)"', text_of(path))[0]
    assert {name: version for name, version in versions.items() if version != VERSION} == {}


def test_the_metadata_are_complete() -> None:
    installed = importlib.metadata.metadata("seatpreview")
    for field in ["Summary", "Author", "Keywords", "License-Expression", "License-File", "Requires-Python"]:
        assert installed[field], field
    classifiers = installed.get_all("Classifier") or []
    for version in range(11, 15):
        assert f"Programming Language :: Python :: 3.{version}" in classifiers


def test_the_oldest_python_is_the_same_everywhere() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert PROJECT["requires-python"] == ">=3.11"
    assert tools["mypy"]["python_version"] == "3.11"
    assert tools["ruff"]["target-version"] == "py311"
    assert "--python-version 3.11" in (ROOT / "script" / "lock").read_text(encoding="utf-8")


def test_the_changelog_begins_with_this_version_or_says_that_it_is_not_released() -> None:
    """Whoever runs a commit between two releases must not take it for the earlier one."""
    headings = HEADING.findall((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    released = [heading for heading in headings if heading != "Unreleased"]
    assert [
        heading for heading in released if not re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", heading)
    ] == []
    versions = [_numbers(heading.split(" - ")[0]) for heading in released]
    assert versions == sorted(set(versions), reverse=True)
    if "Unreleased" in headings:
        assert VERSION.endswith(".dev0")
        assert _numbers(VERSION.removesuffix(".dev0")) > versions[0]
    else:
        assert _numbers(VERSION) == versions[0]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
