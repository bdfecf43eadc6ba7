"""Shows how long the tests of each folder took, and names quick tests that take more than three seconds.

`script/test` runs pytest with `--slow-tests FILE`, which notes the quick tests that took more than twice the
limit beside other workers. Only a test's own part counts, not the fixtures that it shares with others. These
tests are run once more with `--time-limit`, alone: what takes more than the limit there fails. The limit
grows where the machine is slower than the one that it was set on. `slow_tests.toml` names the tests, files
and folders that may take longer, each with its reason.
"""

import time
import tomllib
from collections import defaultdict
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest

PHASES = ("setup", "call", "teardown")
LIMIT_SECONDS = 3.0

BESIDE_OTHERS = 2
"""How many times as long a test takes beside other workers as alone, about."""

CANDIDATES_MAX = 10
"""On a busy machine many tests are above the limit. Running the slowest again takes half a minute."""

_WORK = 2_000_000
_WORK_SECONDS = 0.15
"""How long `_measured_work` takes on the machine that the limit was set on, with nothing else running."""

_ALLOWED = Path(__file__).with_name("slow_tests.toml")


def allowed_tests() -> dict[str, str]:
    """Returns the reasons of what may take longer, by the ids of tests without parameters, or by paths."""
    return {entry["test"]: entry["reason"] for entry in tomllib.loads(_ALLOWED.read_text())["slow"]}


class Durations:
    """Collects how long the tests of a run take, and writes the ids of the slow ones into a file."""

    def __init__(self, file: Path, allowed: Iterable[str]) -> None:
        self._file = file
        self._allowed = frozenset(allowed)
        self._phases: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(PHASES, 0.0))
        self._tests: dict[str, int] = defaultdict(int)
        self._slow: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when not in PHASES:
            return  # The process of the test has died.
        folder = report.nodeid.partition("::")[0].rpartition("/")[0]
        self._phases[folder][report.when] += report.duration
        if report.when != "call":
            return
        self._tests[folder] += 1
        if report.duration > LIMIT_SECONDS * BESIDE_OTHERS and not self._may_be_slow(report):
            self._slow[report.nodeid] = report.duration

    def _may_be_slow(self, report: pytest.TestReport) -> bool:
        test = report.nodeid.partition("[")[0]
        file = test.partition("::")[0]
        names = (test, file, file.rpartition("/")[0])
        return "long" in report.keywords or not self._allowed.isdisjoint(names)

    def slow_tests(self) -> list[str]:
        """Returns the ids of the slowest tests above the limit, the slowest first."""
        return sorted(self._slow, key=self._slow.__getitem__, reverse=True)[:CANDIDATES_MAX]

    def table(self) -> list[str]:
        """Returns a line for each folder, the slowest first."""
        lines = [f"{'seconds':>8} {'set-up':>8} {'tests':>6}  folder"]
        for folder, seconds in sorted(self._phases.items(), key=lambda row: -sum(row[1].values())):
            around = seconds["setup"] + seconds["teardown"]
            lines.append(f"{seconds['call']:8.1f} {around:8.1f} {self._tests[folder]:6}  {folder}")
        return lines

    def pytest_sessionfinish(self) -> None:
        if slow := self.slow_tests():
            self._file.write_text("".join(f"{test}\n" for test in slow))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("durations by folder")
        for line in self.table():
            terminalreporter.write_line(line)


class TimeLimit:
    """Fails a test that takes too long, on a machine that runs nothing else of the suite."""

    def __init__(self) -> None:
        self._slowness = 1.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self._slowness = measured_slowness()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.when != "call" or not report.passed:
            return report
        limit = limit_seconds(max(self._slowness, measured_slowness()))
        if report.duration > limit:
            report.outcome = "failed"
            report.longrepr = (
                f"It took {report.duration:.1f} s, and a quick test may take {limit:.1f} s on this machine. "
                f"Make it quicker, mark it `long`, or name it in tests/{_ALLOWED.name} with the reason."
            )
        return report


def limit_seconds(slowness: float) -> float:
    """Returns the limit on a machine that takes this many times as long. A faster one has the same limit."""
    return LIMIT_SECONDS * max(1.0, slowness)


def measured_slowness() -> float:
    """Measures how many times as long as usual this machine takes for a fixed piece of work."""
    begin = time.perf_counter()
    _measured_work()
    return (time.perf_counter() - begin) / _WORK_SECONDS


def _measured_work() -> int:
    return sum(number * number for number in range(_WORK))
