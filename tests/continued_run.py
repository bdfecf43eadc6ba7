"""Goes on with a run of all tests where an earlier one ended.

`script/test --all` notes each test that passed (`--note-passed FILE`). `script/test --all --continue` leaves
these out (`--leave-out FILE`), so that a failure at the end costs minutes and not an hour. The notes are of
whatever the code was then: what is said of a commit comes from a run that was not continued.
"""

from pathlib import Path

import pytest


class PassedTests:
    """Writes down each test that passed, at once: a run may be ended at any moment."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._failed = set[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._failed.add(report.nodeid)
        elif report.when == "teardown" and report.nodeid not in self._failed:
            with self._file.open("a") as file:
                file.write(f"{report.nodeid}\n")


def leave_out(config: pytest.Config, items: list[pytest.Item], file: Path) -> None:
    """Deselects the tests that the file names."""
    passed = frozenset(file.read_text().splitlines())
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in passed])
    items[:] = [item for item in items if item.nodeid not in passed]
