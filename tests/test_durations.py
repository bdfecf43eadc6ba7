"""Which quick tests take too long, and what is said of them."""

import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest

from durations import BESIDE_OTHERS, CANDIDATES_MAX, LIMIT_SECONDS, Durations, allowed_tests, limit_seconds

ROOT = Path(__file__).parents[1]
PLUGIN = """
import durations
from pathlib import Path

def pytest_addoption(parser):
    parser.addoption("--limit", type=float)
    parser.addoption("--slow-tests", type=Path)
    parser.addoption("--time-limit", action="store_true")

def pytest_configure(config):
    durations.LIMIT_SECONDS = config.getoption("--limit")
    if file := config.getoption("--slow-tests"):
        config.pluginmanager.register(durations.Durations(file, ["folder/test_sample.py::test_allowed"]))
    if config.getoption("--time-limit"):
        config.pluginmanager.register(durations.TimeLimit())
"""
TESTS = """
import pytest

def test_allowed(): pass

@pytest.mark.parametrize("name", ["a b"])
def test_other(name): pass
"""


Phase = Literal["setup", "call", "teardown"]


def report(test: str, seconds: float, when: Phase = "call", *, is_long: bool = False) -> pytest.TestReport:
    keywords: dict[str, Literal[1]] = {"long": 1} if is_long else {}
    return pytest.TestReport(test, ("", None, ""), keywords, "passed", None, when, duration=seconds)


@pytest.fixture
def durations(tmp_path: Path) -> Durations:
    return Durations(tmp_path / "slow", ["tests/a/test_a.py::test_allowed", "tests/b/test_b.py", "tests/c"])


def test_only_quick_tests_that_are_not_listed_count_and_only_their_own_part(durations: Durations) -> None:
    above = LIMIT_SECONDS * BESIDE_OTHERS + 1
    durations.pytest_runtest_logreport(report("tests/a/test_a.py::test_allowed[1]", above))
    durations.pytest_runtest_logreport(report("tests/a/test_a.py::test_long", above, is_long=True))
    durations.pytest_runtest_logreport(report("tests/a/test_a.py::test_shared", above, "setup"))
    durations.pytest_runtest_logreport(report("tests/a/test_a.py::test_quick", LIMIT_SECONDS * BESIDE_OTHERS))
    durations.pytest_runtest_logreport(report("tests/b/test_b.py::test_in_a_listed_file", above))
    durations.pytest_runtest_logreport(report("tests/c/test_c.py::test_in_a_listed_folder", above))
    durations.pytest_runtest_logreport(report("tests/a/test_a.py::test_slow[x]", above))
    assert durations.slow_tests() == ["tests/a/test_a.py::test_slow[x]"]


def test_the_slowest_are_run_again_and_no_more_than_a_few(durations: Durations) -> None:
    for number in range(CANDIDATES_MAX + 5):
        durations.pytest_runtest_logreport(report(f"tests/a/test_a.py::test_{number}", 10 + number))
    slow = durations.slow_tests()
    assert len(slow) == CANDIDATES_MAX
    assert slow[0] == f"tests/a/test_a.py::test_{CANDIDATES_MAX + 4}"


def test_the_time_of_each_folder_is_shown(durations: Durations) -> None:
    durations.pytest_runtest_logreport(report("tests/a/test_a.py::test_1", 1))
    durations.pytest_runtest_logreport(report("tests/b/test_b.py::test_1", 2, "setup"))
    durations.pytest_runtest_logreport(report("tests/b/test_b.py::test_1", 3))
    assert [line.split() for line in durations.table()] == [
        ["seconds", "set-up", "tests", "folder"],
        ["3.0", "2.0", "1", "tests/b"],
        ["1.0", "0.0", "1", "tests/a"],
    ]


def test_a_slower_machine_has_more_time_and_a_faster_one_no_less() -> None:
    assert limit_seconds(2.5) == LIMIT_SECONDS * 2.5
    assert limit_seconds(0.5) == LIMIT_SECONDS


def test_every_listed_test_exists_and_has_a_reason() -> None:
    for test, reason in allowed_tests().items():
        file, _, name = test.partition("::")
        path = ROOT / file
        assert f"def {name.rpartition('::')[2]}(" in path.read_text() if name else path.exists(), test
        assert reason.endswith("."), test


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *options]
    environment = {"PYTHONPATH": str(Path(__file__).parent), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_a_test_that_takes_too_long_alone_fails_the_second_run(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "test_sample.py").write_text(TESTS)
    first = run(tmp_path, "--slow-tests", "slow", "--limit", "0")
    assert first.returncode == 0
    assert "durations by folder" in first.stdout
    assert (tmp_path / "slow").read_text() == "folder/test_sample.py::test_other[a b]\n"
    assert run(tmp_path, "--time-limit", "--limit", "60", "@slow").returncode == 0
    alone = run(tmp_path, "--time-limit", "--limit", "0", "@slow")
    assert alone.returncode == 1
    assert "1 failed" in alone.stdout
    assert "slow_tests.toml with the reason" in alone.stdout
