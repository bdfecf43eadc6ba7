"""What is told of a test that hangs. It runs a pytest of its own."""

import subprocess
import sys
from pathlib import Path

CONFTEST = """
from pathlib import Path
from hanging_tests import HangingTests

def pytest_configure(config):
    config.pluginmanager.register(HangingTests(Path(__file__).parent / "reports", seconds_max=1))
"""
HANGS = """
import asyncio, subprocess, sys

async def refuses_to_end():
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            pass

async def leaves_a_task():
    task = asyncio.create_task(refuses_to_end(), name="the guilty one")
    await asyncio.sleep(0)

def test_that_passes(): pass

def test_that_hangs():
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    asyncio.run(leaves_a_task())
"""


def test_a_test_that_hangs_is_ended_and_its_tasks_threads_and_children_are_told(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_sample.py").write_text(HANGS)
    environment = {"PYTHONPATH": str(Path(__file__).parent), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ended = subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=tmp_path, env=environment, check=False)
    assert ended.returncode == 1
    [report] = (tmp_path / "reports").iterdir()
    text = report.read_text()
    assert text.startswith("test_sample.py::test_that_hangs did not end within 1 seconds.")
    assert "Task the guilty one, cancelled 1 times:" in text
    assert "await asyncio.Event().wait()" in text
    assert "in _cancel_all_tasks" in text
    assert "time.sleep(3600)" in text
