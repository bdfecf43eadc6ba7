"""script/pythons: which interpreters it tests, on what, and how it ends."""

import shutil
import subprocess
from pathlib import Path

import pytest

from release.notices import ROOT
from release.trial import clean_environment

PYTHON = """#!/bin/sh
case "$2" in
  *platform*) echo {version} ;;
  *) exit {status} ;;
esac
"""
TEST = """#!/bin/sh
cd "$(dirname "$0")/.."
echo "$(basename "$PYTHON") tests $(cat content) with $*"
case "$PYTHON" in *3.13) exit 1 ;; esac
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with the script itself, a stand-in for script/test, and stand-ins for interpreters."""
    programs, project = tmp_path / "programs", tmp_path / "project"
    (project / "script").mkdir(parents=True)
    programs.mkdir()
    shutil.copy(ROOT / "script" / "pythons", project / "script")
    (project / "script" / "test").write_text(TEST)
    (project / ".gitignore").write_text("build\n")
    (project / "content").write_text("what is committed")
    for name, version, status in (
        ("python3.11", "3.11.9", 0),
        ("python3.12", "3.12.9", 0),
        ("python3.13", "3.13.9", 0),
        ("python3.14", "3.14.9", 1),
        ("python3.10", "3.10.9", 1),
    ):
        (programs / name).write_text(PYTHON.format(version=version, status=status))
    for path in (*programs.iterdir(), project / "script" / "test"):
        path.chmod(0o755)
    git(project, "init", "-q")
    commit(project)
    return project


def git(project: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=project, check=True, capture_output=True)


def commit(project: Path) -> None:
    identity = ["-c", "user.name=A", "-c", "user.email=a@shop.example"]
    git(project, "add", "-A")
    git(project, *identity, "commit", "-qm", "A commit")


def run(project: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    path = f"{project.parent / 'programs'}:{clean_environment()['PATH']}"
    return subprocess.run(
        [project / "script" / "pythons", *arguments],
        env={"PATH": path},
        text=True,
        capture_output=True,
        check=False,
    )


def test_the_oldest_and_the_newest_that_work_are_tested(project: Path) -> None:
    done = run(project, "--", "tests/keys", "-n", "2")
    assert done.returncode == 1, "the newest fails"
    assert [line for line in done.stdout.splitlines() if " tests " in line] == [
        "python3.11 tests what is committed with tests/keys -n 2",
        "python3.13 tests what is committed with tests/keys -n 2",
    ]
    assert "Passed on Python 3.11.9." in done.stdout
    assert "Failed on Python 3.13.9." in done.stderr


def test_a_second_run_tests_the_new_commit_also_on_no_branch(project: Path) -> None:
    assert run(project, "python3.12").returncode == 0
    git(project, "checkout", "-q", "--detach")
    (project / "content").write_text("a second commit")
    commit(project)
    (project / "content").write_text("not committed")
    done = run(project, "python3.12")
    assert (done.returncode, "tests a second commit with" in done.stdout) == (0, True)
    assert "uncommitted changes, which are not tested" in done.stderr


def test_an_interpreter_that_cannot_be_used_is_refused_before_any_test(project: Path) -> None:
    done = run(project, "python3.12", "python3.10")
    assert (done.returncode, done.stdout) == (1, "")
    assert "'python3.10' is not a Python 3.11 or newer with venv." in done.stderr
