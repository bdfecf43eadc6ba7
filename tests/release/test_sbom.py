"""The list of parts is valid CycloneDX, complete, and the same for the same commit."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from release.notices import ROOT, third_parties
from release.sbom import LOCK, Pin, check, locked, sbom

EPOCH = 1_790_000_000


@pytest.fixture(scope="module")
def text() -> str:
    """The list of parts of this tree."""
    return sbom("0.2.0", LOCK.read_text(encoding="utf-8"), third_parties(), EPOCH)


@pytest.fixture(scope="module")
def parts(text: str) -> dict[str, dict[str, Any]]:
    """The parts by their package URL, in which a package has a name for good."""
    return {part["purl"]: part for part in json.loads(text)["components"]}


def test_every_locked_package_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one test of the quick lane, without the schema, which takes seconds to import."""
    monkeypatch.setattr("release.sbom.check", lambda text: None)
    listed = json.loads(sbom("0.2.0", LOCK.read_text(encoding="utf-8"), third_parties(), EPOCH))
    lines = Path(ROOT / "requirements" / "run.txt").read_text(encoding="utf-8").splitlines()
    pinned = [
        re.split(r"[\s;]", line)[0] for line in lines if "==" in line and not line.startswith((" ", "#"))
    ]
    assert len(pinned) > 20
    wanted = {"pkg:pypi/" + re.sub(r"\[.*\]", "", name).replace("==", "@") for name in pinned}
    assert wanted - {part["purl"] for part in listed["components"]} == set()


def test_a_package_may_be_locked_in_a_version_for_each_python() -> None:
    """A release that was tried with one version alone could not be installed on an older Python."""
    lines = ("a==1", "b[c]==2 ; python_version < '3.12'", "b[c]==3 ; python_version >= '3.12'")
    lock = "".join(f"{line} \\\n    --hash=sha256:0\n" for line in lines)
    assert locked(lock) == [
        Pin("a", "1", ""),
        Pin("b", "2", "python_version < '3.12'"),
        Pin("b", "3", "python_version >= '3.12'"),
    ]


@pytest.mark.long
def test_every_package_of_the_pages_is_in_it(text: str) -> None:
    """A package may be in the pages and in the Python environment: then it is there twice."""
    listed = json.loads(text)["components"]
    names = {part["name"] for part in listed if part["properties"][0]["value"] == "built pages"}
    assert {"three", "preact", "vite"} <= names
    assert {package.name.rpartition("/")[2] for package in third_parties()} == names


@pytest.mark.long
def test_parts_that_are_installed_name_their_licence(parts: dict[str, dict[str, Any]]) -> None:
    without = {part["name"] for part in parts.values() if not part.get("licenses")}
    # These are for other systems, so that nothing here knows their metadata.
    assert without <= {"async-timeout", "colorama"}


@pytest.mark.long
def test_the_sbom_names_the_application_and_its_version(text: str) -> None:
    about = json.loads(text)["metadata"]["component"]
    assert (about["name"], about["version"], about["type"]) == ("seatpreview", "0.2.0", "application")


@pytest.mark.long
def test_the_same_tree_gives_the_same_list(text: str) -> None:
    assert sbom("0.2.0", LOCK.read_text(encoding="utf-8"), third_parties(), EPOCH) == text
    assert sbom("0.2.1", LOCK.read_text(encoding="utf-8"), third_parties(), EPOCH) != text


@pytest.mark.long
def test_a_list_that_breaks_the_schema_is_refused(text: str) -> None:
    check(text)
    with pytest.raises(ValueError, match="schema"):
        check(text.replace('"type": "library"', '"type": "library of congress"', 1))
