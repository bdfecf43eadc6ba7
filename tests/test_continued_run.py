"""What a run leaves out that goes on where an earlier one ended. Each test runs a pytest of its own."""

import subprocess
import sys
from pathlib import Path

PLUGIN = """
from pathlib import Path
from continued_run import PassedTests, leave_out

def pytest_addoption(parser):
    parser.addoption("--leave-out", type=Path)

def pytest_configure(config):
    config.pluginmanager.register(PassedTests(Path(__file__).with_name("passed")))

def pytest_collection_modifyitems(config, items):
    if file := config.getoption("--leave-out"):
        leave_out(config, items, file)
"""
TESTS = """
from pathlib import Path
import pytest

@pytest.fixture
def left_behind():
    yield
    assert Path(__file__).with_name("is-mended").exists()

def test_that_passes(): pass

def test_that_fails(): assert Path(__file__).with_name("is-mended").exists()

def test_whose_fixture_fails_at_its_end(left_behind): pass
"""


def run(folder: Path, *options: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def test_what_passed_is_left_out_and_what_failed_is_run_again(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n{PLUGIN}"
    )
    (tmp_path / "test_sample.py").write_text(TESTS)
    assert "1 failed, 2 passed, 1 error" in run(tmp_path)
    passed = tmp_path / "passed"
    assert passed.read_text() == "test_sample.py::test_that_passes\n"
    (tmp_path / "is-mended").touch()
    before = passed.rename(tmp_path / "passed-before")
    assert "2 passed, 1 deselected" in run(tmp_path, "--leave-out", str(before))
    assert len(passed.read_text().splitlines()) == 2
