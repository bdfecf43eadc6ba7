"""docs/upgrading.md names the revision of each release, as the changelog and the migrations have it."""

import re

from project.test_package_metadata import VERSION
from project.test_project import ROOT
from seatpreview.database import schema


def test_every_release_is_named_with_the_revision_of_its_tables() -> None:
    """Whoever goes back or forth reads a revision in an error, and has to find the release."""
    page = (ROOT / "docs" / "upgrading.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+\.\d+\.\d+)[^|]* \| (\d{4}) \| (\d{4}) \|$", page, re.MULTILINE)
    assert [(release, revision) for release, revision, _ in rows] == _revisions()
    assert all(int(next_one) == int(revision) + 1 for _, revision, next_one in rows)


def _revisions() -> list[tuple[str, str]]:
    """Returns each release with its newest revision, the newest release first, from the changelog."""
    _, *sections = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")
    found, revision = [], ""
    for section in reversed(sections):
        revision = max([revision, *re.findall(r"Revision (\d{4}) of the tables", section)])
        release = (
            VERSION.partition(".dev")[0] if section.startswith("Unreleased") else section.split(" - ")[0]
        )
        found.append((release, revision))
    assert found[-1][1] == schema.newest()
    return found[::-1]
