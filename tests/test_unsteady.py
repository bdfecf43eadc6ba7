"""Which failures are run once more, and what is said of them. Each test runs a pytest of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from unsteady import AGAIN_MAX, Failure, may_run_again

PLUGIN = """
from pathlib import Path
from unsteady import FailureNotes, SecondRun, read_failures

def pytest_addoption(parser):
    parser.addoption("--failures", type=Path)
    parser.addoption("--again", type=Path)

def pytest_configure(config):
    config.addinivalue_line("markers", "promise: decides at once")
    if failures := config.getoption("--failures"):
        config.pluginmanager.register(FailureNotes(failures))
    if again := config.getoption("--again"):
        config.pluginmanager.register(SecondRun(read_failures(again)))
"""
FAILS_ONCE = """
from pathlib import Path
import pytest

def test_that_fails_once():
    mark = Path(__file__).with_name("was-run")
    was_run = mark.exists()
    mark.touch()
    assert was_run, "the reason of the first run"
"""


def failure(test: str = "a", is_promise: bool = False) -> Failure:
    return Failure(test, "", is_promise)


@pytest.mark.parametrize(
    ("exit_status", "failures", "again"),
    [
        (1, [failure()], True),
        (1, [failure(), failure("b", is_promise=True)], False),
        (1, [failure(str(number)) for number in range(AGAIN_MAX + 1)], False),
        (2, [failure()], False),
        (1, [], False),
    ],
)
def test_few_failures_without_a_promise_are_run_again(
    exit_status: int, failures: list[Failure], again: bool
) -> None:
    assert may_run_again(exit_status, failures) is again


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *options]
    environment = {"PYTHONPATH": str(Path(__file__).parent), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_a_test_that_passes_alone_is_listed_with_its_first_output(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN)
    (tmp_path / "test_sample.py").write_text(FAILS_ONCE + "\ndef test_that_passes(): pass\n")
    assert run(tmp_path, "--failures", "noted.json").returncode == 1
    again = run(tmp_path, "--again", "noted.json")
    assert again.returncode == 0
    assert "1 passed" in again.stdout, "only what failed is run again"
    assert "unsteady" in again.stdout
    assert "the reason of the first run" in again.stdout


def test_a_test_that_fails_again_fails_the_run(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN)
    (tmp_path / "test_sample.py").write_text("def test_that_fails(): assert False\n")
    run(tmp_path, "--failures", "noted.json")
    again = run(tmp_path, "--again", "noted.json")
    assert again.returncode == 1
    assert "unsteady" not in again.stdout


def test_a_promise_has_no_second_chance(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN)
    marked = FAILS_ONCE.replace("def test_", "@pytest.mark.promise\ndef test_")
    (tmp_path / "test_sample.py").write_text(marked)
    assert run(tmp_path, "--failures", "noted.json").returncode == 1
    assert not (tmp_path / "noted.json").exists()
