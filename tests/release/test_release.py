"""The whole of script/release. The fast lane has its parts, in the other files of this folder."""

import subprocess

import pytest

from release.notices import ROOT


@pytest.mark.long
def test_a_release_is_the_same_twice_and_its_packages_work() -> None:
    """Builds all packages twice, installs each into an empty environment, and uses it there."""
    done = subprocess.run(
        ["script/release", "--dirty", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "SHA256SUMS" in done.stdout
    assert "sbom.json" in done.stdout
