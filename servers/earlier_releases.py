"""Earlier releases, as an operator runs them: from a wheel, which is built from the release's commit.

The wheel has no web pages, which npm would have to build: commands, the API and its answers are the release's
own. It runs with the packages that this environment has.
"""

import io
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]

COMMITS = {
    "0.2.0": "0f3714d568e6cae82020c2694a8dd10d6d1e0517",
    "0.3.0": "24ca49c527465d82171cf41b68b2f0266ba2cd7d",
}
"""The commits of releases. There are no tags."""

LAST = "0.3.0"

PROGRAM = ["env", "--unset=SEATPREVIEW_STILLS", sys.executable, "-m", "seatpreview.cli.main"]
"""Runs the command line of the release that PYTHONPATH names, without the one setting of the present release
that every test has, and which earlier ones refuse as unknown."""


def unpacked_wheel(release: str, folder: Path) -> Path:
    """Builds the wheel of a release and unpacks it into a new folder, for PYTHONPATH."""
    packed = subprocess.run(
        ["git", "archive", COMMITS[release]], cwd=ROOT, capture_output=True, check=True
    ).stdout
    source, wheels, unpacked = folder / "source", folder / "wheel", folder / "unpacked"
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(source, filter="data")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(wheels)]
    subprocess.run(build, cwd=source, capture_output=True, check=True)
    [wheel] = wheels.glob(f"seatpreview-{release}-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    return unpacked
