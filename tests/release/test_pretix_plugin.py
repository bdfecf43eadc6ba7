"""The package of the plugin for pretix: it has the script of the element, which shops serve themselves."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from release.notices import ROOT
from release.packages import StepFailed, run

SCRIPT = "pretix_seatpreview/static/pretix_seatpreview/embed.js"
BUILT = "src/seatpreview/http/static/embed.js"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the files of the plugin that are committed, in which nothing is built yet."""
    committed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", ".gitignore", "clients/pretix"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in committed.stdout.split():
        if "/tests/" not in name and (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_the_wheel_and_the_source_archive_have_the_script_that_the_service_serves(checkout: Path) -> None:
    (checkout / BUILT).parent.mkdir(parents=True)
    (checkout / BUILT).write_text("// the script of this version")
    source, wheel = _build(checkout / "clients" / "pretix", "sdist", "wheel")
    assert _script_in_wheel(wheel) == "// the script of this version"
    with tarfile.open(source) as archive:
        archive.extractall(checkout / "unpacked", filter="data")
    [unpacked] = (checkout / "unpacked").iterdir()
    shutil.rmtree(checkout / "src")
    [again] = _build(unpacked, "wheel")
    assert _script_in_wheel(again) == "// the script of this version"


def test_a_package_without_the_script_is_not_built(checkout: Path) -> None:
    with pytest.raises(StepFailed, match=r"embed\.js is not built: run script/setup"):
        _build(checkout / "clients" / "pretix", "wheel")


def _build(project: Path, *targets: str) -> list[Path]:
    options = [option for target in targets for option in ("-t", target)]
    run([sys.executable, "-m", "hatchling", "build", *options, "-d", str(project / "dist")], cwd=project)
    return sorted((project / "dist").iterdir(), key=lambda path: path.suffix != ".gz")


def _script_in_wheel(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(SCRIPT).decode()
