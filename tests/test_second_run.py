"""Which failures are run once more, and what is said of them. Each test runs a pytest of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = """
from second_run import refuse_promises

def pytest_configure(config):
    config.addinivalue_line("markers", "promise: decides at once")

def pytest_addoption(parser):
    parser.addoption("--again", action="store_true")

def pytest_collection_finish(session):
    if session.config.getoption("--again"):
        refuse_promises(session.items)
"""
FAILS_ONCE = """
from pathlib import Path
import pytest

{mark}
def test_that_fails_once():
    mark = Path(__file__).with_name("was-run")
    was_run = mark.exists()
    mark.touch()
    assert was_run

@pytest.mark.promise
def test_that_passes(): pass
"""
FAILS_AGAIN = "def test_that_fails(): assert False"


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", *options]
    environment = {"PYTHONPATH": str(Path(__file__).parent), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("tests", "status", "told"),
    [
        pytest.param(
            FAILS_ONCE.format(mark=""),
            pytest.ExitCode.OK,
            "PASSED test_sample.py::test_that_fails_once",
            id="once",
        ),
        pytest.param(FAILS_AGAIN, pytest.ExitCode.TESTS_FAILED, "1 failed", id="again"),
        pytest.param(
            FAILS_ONCE.format(mark="@pytest.mark.promise"),
            pytest.ExitCode.USAGE_ERROR,
            "A promise has no second chance: test_sample.py::test_that_fails_once",
            id="promise",
        ),
    ],
)
def test_what_fails_is_run_again_alone_and_listed_unless_it_is_a_promise(
    tmp_path: Path, tests: str, status: pytest.ExitCode, told: str
) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN)
    (tmp_path / "test_sample.py").write_text(tests)
    assert run(tmp_path).returncode == pytest.ExitCode.TESTS_FAILED
    again = run(tmp_path, *options_of_second_run())
    assert again.returncode == status
    assert told in again.stdout + again.stderr
    assert "test_that_passes" not in again.stdout


def options_of_second_run() -> list[str]:
    """Returns what `script/test` runs pytest with, the second time."""
    [line] = [
        line
        for line in (Path(__file__).parents[1] / "script" / "test").read_text().splitlines()
        if "--again" in line
    ]
    return line.partition("-n0 ")[2].partition(' "$@"')[0].split()
