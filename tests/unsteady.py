"""Tells a test that fails once from one that fails again.

`script/test` runs pytest with `--failures FILE`, which notes the tests that failed. If there are only a few,
it runs them once more with `--again FILE`, alone and in one process. A test that passes then is unsteady: it
is listed with its first output, and the run passes unless `--strict` was given. A test marked `promise`
(access, revocation, races, commits) has no second chance: its failure may be a race that was lost once.
"""

from pathlib import Path

import msgspec
import pytest

AGAIN_MAX = 20
"""Above this number of failures something is broken, not unsteady, and nothing is run again."""


class Failure(msgspec.Struct):
    """A test that failed, with what pytest said of it."""

    test: str
    output: str
    is_promise: bool


class FailureNotes:
    """Collects the failures of a run, and writes them where nothing else went wrong."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._failures: dict[str, Failure] = {}
        self._collection_failed = False

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._collection_failed |= report.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.failed:
            return
        first = self._failures.setdefault(
            report.nodeid, Failure(report.nodeid, "", "promise" in report.keywords)
        )
        first.output += report.longreprtext + "\n" + report.capstdout + report.capstderr

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if not self._collection_failed and may_run_again(exitstatus, list(self._failures.values())):
            self._file.write_bytes(msgspec.json.encode(list(self._failures.values())))


def may_run_again(exit_status: int, failures: list[Failure]) -> bool:
    """Decides whether a second run may change the result: only tests failed, few, and none with a promise."""
    return (
        exit_status == pytest.ExitCode.TESTS_FAILED
        and 0 < len(failures) <= AGAIN_MAX
        and not any(failure.is_promise for failure in failures)
    )


class SecondRun:
    """Selects the tests that failed in the run before, and lists those that pass now as unsteady."""

    def __init__(self, failures: list[Failure]) -> None:
        self._failures = {failure.test: failure for failure in failures}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self._failures]
        missing = self._failures.keys() - {item.nodeid for item in items}
        if missing:
            raise pytest.UsageError(f"These tests are not collected again: {', '.join(sorted(missing))}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failures.pop(report.nodeid, None)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for failure in self._failures.values():
            terminalreporter.section("unsteady: failed in the first run, passed alone", red=True)
            terminalreporter.write_line(failure.test)
            terminalreporter.write_line(failure.output)


def read_failures(file: Path) -> list[Failure]:
    """Reads what FailureNotes has written."""
    return msgspec.json.decode(file.read_bytes(), type=list[Failure])
