"""What doctor says of the version of PostgreSQL."""

import re

import pytest

from project.test_project import ROOT
from seatpreview.doctor import postgresql


@pytest.mark.parametrize(
    "version", ["15.0", "15.19 (Debian 15.19-0+deb12u1)", "16.14", "17.10", "18.6", "19beta1"]
)
def test_a_version_that_is_supported_or_newer_is_well(version: str) -> None:
    finding = postgresql.check_version(version)
    assert (finding.state, finding.detail) == ("ok", f"PostgreSQL {version}.")


@pytest.mark.parametrize("version", ["14.22", "9.6.24"])
def test_an_older_version_is_warned_of(version: str) -> None:
    finding = postgresql.check_version(version)
    assert finding.state == "warn"
    assert f"PostgreSQL {version} is older than 15" in finding.detail


def test_the_page_names_the_same_oldest_version() -> None:
    page = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| PostgreSQL \| (\d+) to 18;", page, re.MULTILINE) == [
        str(postgresql.OLDEST_VERSION)
    ]
