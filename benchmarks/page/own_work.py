"""The processor time that a page's own threads took between two marks, from a trace of Chromium."""

from collections.abc import Iterable
from typing import Any

CATEGORIES = ["-*", "disabled-by-default-devtools.timeline", "blink.user_timing"]
"""The parts of a trace that are needed: tasks, and marks of the page."""

_TASK = "RunTask"
_NAME = "thread_name"
_THREADS = ("CrRendererMain", "DedicatedWorker thread")


def own_work_ms(events: Iterable[dict[str, Any]], begin: str, end: str) -> float:
    """Returns the processor time of tasks of the page and of its workers, from the task that sets the mark
    `begin` to the one that sets `end`. What other processes draw meanwhile does not count, nor do waits."""
    known = list(events)
    process, begin_us = _mark(known, begin, 0)
    _, end_us = _mark(known, end, begin_us)
    of_page = [each for each in known if each["pid"] == process]
    threads = {each["tid"] for each in of_page if each["name"] == _NAME and each["args"]["name"] in _THREADS}
    # A task that runs when the trace ends has no duration. It began after the mark.
    tasks = [each for each in of_page if each["name"] == _TASK and each["tid"] in threads and "dur" in each]
    within = [each for each in tasks if each["ts"] + each["dur"] >= begin_us and each["ts"] <= end_us]
    return sum(float(each["tdur"]) for each in within) / 1000


def longest_task(events: Iterable[dict[str, Any]]) -> tuple[float, float]:
    """Returns the processor time of the task of a page that took most of it, and the longest time that passed
    during a task, in milliseconds."""
    known = list(events)
    pages = {
        (each["pid"], each["tid"])
        for each in known
        if each["name"] == _NAME and each["args"]["name"] == _THREADS[0]
    }
    tasks = [each for each in known if each["name"] == _TASK and (each["pid"], each["tid"]) in pages]
    ended = [each for each in tasks if "dur" in each]
    worked_us = max((float(each["tdur"]) for each in ended), default=0)
    return worked_us / 1000, max((float(each["dur"]) for each in ended), default=0) / 1000


def _mark(events: list[dict[str, Any]], name: str, after_us: int) -> tuple[int, int]:
    """Returns the process that set the first such mark after this time, and when it did."""
    found = [each for each in events if each["name"] == name and each["ts"] >= after_us]
    if not found:
        raise ValueError(f"The trace has no mark {name}.")
    first = min(found, key=lambda each: int(each["ts"]))
    return int(first["pid"]), int(first["ts"])
