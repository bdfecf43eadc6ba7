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
    assert _addresses_of_wheel(again) == []


def test_the_package_has_the_addresses_that_somebody_filled_in(checkout: Path) -> None:
    (checkout / BUILT).parent.mkdir(parents=True)
    (checkout / BUILT).write_text("// the script")
    settings = checkout / "clients" / "pretix" / "pyproject.toml"
    filled = settings.read_text().replace('Homepage = ""', 'Homepage = "https://seats.example"')
    settings.write_text(filled.replace('contact-email = ""', 'contact-email = "mail@seats.example"'))
    [wheel] = _build(settings.parent, "wheel")
    assert _addresses_of_wheel(wheel) == [
        "Maintainer-email: The Seat Preview authors <mail@seats.example>",
        "Project-URL: Homepage, https://seats.example",
    ]


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


def _addresses_of_wheel(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        [metadata] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        lines = archive.read(metadata).decode().splitlines()
    return sorted(line for line in lines if line.startswith(("Project-URL:", "Maintainer")))
