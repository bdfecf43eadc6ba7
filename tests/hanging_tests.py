"""Ends a process of the suite whose test hangs, and notes where its threads, tasks and children stood.

A test that waits for something that never comes would hold the run until somebody ended it, and with it what
it waited for. The report is a file in `build/hanging-tests/`, which script/test prints at the end.
"""

import asyncio
import faulthandler
import gc
import os
import signal
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TextIO

import psutil
import pytest

SECONDS_MAX = 1200
"""No test takes half as long, beside other workers and on a slow machine."""

FOLDER = Path(__file__).parents[1] / "build" / "hanging-tests"
_CHILD_SECONDS = 2
"""The time in which a child process writes down its own threads, before it is killed."""


class HangingTests:
    """Watches the tests of a process from a thread of its own."""

    def __init__(self, folder: Path = FOLDER, seconds_max: float = SECONDS_MAX) -> None:
        self._folder = folder
        self._seconds_max = seconds_max
        # Children inherit it: a SIGABRT then makes them write their threads to their standard error.
        os.environ.setdefault("PYTHONFAULTHANDLER", "1")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        timer = threading.Timer(self._seconds_max, self._end, (item.nodeid,))
        timer.daemon = True
        timer.start()
        try:
            return (yield)
        finally:
            timer.cancel()

    def _end(self, test: str) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / f"{os.getpid()}.txt").open("w") as file:
            write_report(file, test, self._seconds_max)
        end_children()
        os._exit(1)


def write_report(file: TextIO, test: str, seconds: float) -> None:
    """Writes where every thread and every task of this process is, and which children it has."""
    file.write(f"{test} did not end within {seconds:g} seconds.\n\nThreads:\n")
    file.flush()
    faulthandler.dump_traceback(file, all_threads=True)
    for task in [each for each in gc.get_objects() if isinstance(each, asyncio.Task) and not each.done()]:
        state = f"cancelled {task.cancelling()} times" if task.cancelling() else "not cancelled"
        file.write(f"\nTask {task.get_name()}, {state}:\n")
        task.print_stack(file=file)
    file.write("\nChild processes:\n")
    for child in psutil.Process().children(recursive=True):
        file.write(f"  {child.pid} {_told(child.status)} {' '.join(_told(child.cmdline))}\n")


def _told(ask: Callable[[], str | list[str]]) -> str | list[str]:
    try:
        return ask()
    except psutil.Error:
        return "(gone)"


def end_children() -> None:
    """Ends all children, those of Python with a traceback of their threads on their standard error."""
    children = psutil.Process().children(recursive=True)
    for end in (signal.SIGABRT, signal.SIGKILL):
        for child in children:
            try:
                child.send_signal(end)
            except psutil.Error:
                continue
        time.sleep(_CHILD_SECONDS if end == signal.SIGABRT else 0)
