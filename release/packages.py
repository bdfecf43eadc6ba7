"""Builds the packages of a release: the service's, and those of the clients that there are."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from release.checksums import write_checksums
from release.notices import third_parties
from release.sbom import FILE_NAME as SBOM
from release.sbom import LOCK, sbom

ROOT = Path(__file__).parents[1]
CLIENTS = ROOT / "clients"


class Source(NamedTuple):
    """What a release is made from."""

    version: str
    commit: str
    epoch: int
    """The time of the commit, in seconds since 1970. All files in the packages bear it."""


class StepFailed(Exception):
    """Raised for a step of a release that failed, with what its program printed."""


def build_everything(source: Source, folder: Path) -> None:
    """Builds all packages into the folder, with the list of parts and the checksums."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for project in python_projects():
        _build_python(project, source, folder)
    if npm_projects():
        run(["script/web", "clients"], cwd=ROOT)
    for project in npm_projects():
        run(["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", str(folder)], cwd=project)
    text = sbom(source.version, LOCK.read_text(encoding="utf-8"), third_parties(), source.epoch)
    (folder / SBOM).write_text(text, encoding="utf-8")
    write_checksums(folder)


def python_projects() -> list[Path]:
    """Returns the folders of the service and of the Python client."""
    return [ROOT, *(path.parent for path in sorted(CLIENTS.glob("*/pyproject.toml")))]


def npm_projects(clients: Path = CLIENTS) -> list[Path]:
    """Returns the folders of npm packages that are handed out; private ones are not."""
    found = [path for path in sorted(clients.glob("*/package.json")) if not _is_private(path)]
    return [path.parent for path in found]


def _is_private(package: Path) -> bool:
    return bool(json.loads(package.read_text(encoding="utf-8")).get("private", False))


def _build_python(project: Path, source: Source, folder: Path) -> None:
    run(
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(folder)],
        cwd=project,
        environment={"SOURCE_DATE_EPOCH": str(source.epoch)},
    )


def run(command: list[str], *, cwd: Path, environment: dict[str, str] | None = None) -> str:
    """Runs a program and returns what it prints."""
    # Node may come from a wheel, which has put it beside Python.
    path = os.pathsep.join((os.environ.get("PATH", ""), str(Path(sys.executable).parent)))
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | {"PATH": path} | (environment or {}),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode != 0:
        raise StepFailed(f"'{' '.join(command)}' failed:\n{done.stdout}")
    return done.stdout
