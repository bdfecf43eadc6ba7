"""The parts of script/release: what it is made from, checksums, comparison, and which clients are packed."""

import json
import subprocess
from pathlib import Path

import pytest

from release.__main__ import different_files, find_source
from release.checksums import FILE_NAME, write_checksums, wrong_files
from release.notices import ROOT
from release.packages import StepFailed, npm_projects, python_projects, run
from release.trial import clean_environment


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one commit of a known time."""
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "thing"\nversion = "1.2.3"\n')
    identity = ["-c", "user.name=A", "-c", "user.email=a@shop.example"]
    for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "First"]):
        environment = {"GIT_COMMITTER_DATE": "@1790000000 +0000", "PATH": clean_environment()["PATH"]}
        subprocess.run(["git", *command], cwd=tmp_path, check=True, env=environment)
    return tmp_path


def test_a_release_has_the_version_and_the_time_of_its_commit(repository: Path) -> None:
    source = find_source(repository, dirty=False)
    assert (source.version, source.epoch) == ("1.2.3", 1_790_000_000)


def test_uncommitted_changes_are_refused_unless_they_are_wanted(repository: Path) -> None:
    (repository / "new.txt").write_text("new")
    with pytest.raises(StepFailed, match=r"uncommitted changes[^?]+\?\? new\.txt"):
        find_source(repository, dirty=False)
    assert find_source(repository, dirty=True).commit.endswith("-dirty")


def test_a_version_between_releases_is_refused_unless_the_script_is_only_tried(repository: Path) -> None:
    project = repository / "pyproject.toml"
    project.write_text(project.read_text().replace("1.2.3", "1.3.0.dev0"))
    subprocess.run(["git", "add", "-A"], cwd=repository, check=True)
    identity = ["-c", "user.name=A", "-c", "user.email=a@shop.example"]
    subprocess.run(["git", *identity, "commit", "-qm", "Next"], cwd=repository, check=True)
    with pytest.raises(StepFailed, match=r"1\.3\.0\.dev0 is a version between releases"):
        find_source(repository, dirty=False)
    assert find_source(repository, dirty=True).version == "1.3.0.dev0"


def test_checksums_are_those_that_sha256sum_checks(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"a")
    (tmp_path / "b.tgz").write_bytes(b"b")
    write_checksums(tmp_path)
    subprocess.run(["sha256sum", "--check", "--strict", FILE_NAME], cwd=tmp_path, check=True)
    assert wrong_files(tmp_path) == []
    (tmp_path / "a.whl").write_bytes(b"changed")
    (tmp_path / "b.tgz").unlink()
    (tmp_path / "c.json").write_bytes(b"new")
    assert wrong_files(tmp_path) == ["a.whl", "b.tgz", "c.json"]


def test_two_builds_are_compared_by_their_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "1", tmp_path / "2"
    for folder in (first, second):
        folder.mkdir()
        (folder / "same").write_bytes(b"1")
        (folder / "other").write_bytes(folder.name.encode())
    (first / "only").write_bytes(b"1")
    assert different_files(first, second) == ["only", "other"]


def test_npm_packages_that_are_private_are_not_handed_out(tmp_path: Path) -> None:
    for name, private in (("typescript", False), ("element", True)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "package.json").write_text(json.dumps({"name": name, "private": private}))
    assert npm_projects(tmp_path) == [tmp_path / "typescript"]


def test_every_client_of_the_project_is_handed_out() -> None:
    assert python_projects()[0] == ROOT
    folders = {*python_projects()[1:], *npm_projects()}
    named = {path.parent for path in (ROOT / "clients").glob("*/LICENSE")}
    assert named <= folders


def test_a_failing_program_shows_what_it_printed() -> None:
    with pytest.raises(StepFailed, match=r"'sh -c .*' failed:\nreason"):
        run(["sh", "-c", "echo reason; exit 3"], cwd=ROOT)


def test_installed_packages_see_nothing_of_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("SEATPREVIEW_PORT", "1")
    monkeypatch.setenv("PATH", f"{ROOT / '.venv' / 'bin'}:/usr/bin")
    seen = clean_environment()
    assert not {"PYTHONPATH", "SEATPREVIEW_PORT", "VIRTUAL_ENV"} & seen.keys()
    assert seen["PATH"] == "/usr/bin"
