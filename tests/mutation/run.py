"""Mutation testing: makes one mistake after the other in a module, and sees that a test fails by it.

    script/mutation                    every module of MODULES
    script/mutation access limits      those whose path holds one of these texts

pytest collects the tests once. For each mutant a child process is forked that has everything imported; it
puts the wrong code into the function and runs the tests that reach the changed lines, the fastest first,
until one fails. Which tests reach which lines, and how fast they are, was recorded by a run without a mutant.

A mutant that no test notices has survived. Survivors that stay, each with its reason, are listed in
`survivors.toml`; any other fails the run, and so does a line of the list that has no survivor any more.
"""

import gc
import json
import os
import signal
import sys
import tempfile
import threading
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from mutation.mutants import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
SURVIVORS = Path(__file__).with_name("survivors.toml")
PROCESSES = 2
SECONDS_MAX = 120
RECORDED_TIMES_MAX = 5
"""A mutant counts as noticed if its tests take this many times as long as without it, and SECONDS_MAX more:
it does not end by itself. A survivor runs all of its tests, which may take minutes on a busy machine."""

_NOT_IN_PLACE = 3
"""How a child ends that could not become a mutant, which must not count as noticed."""

MODULES: dict[str, list[str]] = {
    "keys/rules.py": ["tests/keys/test_rules.py"],
    "events/rules.py": ["tests/events/test_rules.py"],
    "sessions/rules.py": ["tests/sessions/test_rules.py", "tests/sessions/test_session_ids.py"],
    "venues/rules.py": ["tests/venues/test_rules.py", "tests/venues/test_record_bounds.py"],
    "access": [
        "tests/access",
        "tests/sessions/test_life.py",
        "tests/operations/test_get_key.py",
        "tests/operations/test_ends_by_visitors.py",
        "tests/operations/test_repeats.py",
        "tests/http/test_beacons.py",
        "tests/http/test_landing.py",
        "tests/http/test_page_rates.py",
    ],
    "limits/gcra.py": [
        "tests/limits/test_gcra.py",
        "tests/limits/test_local_limiter.py",
        "tests/limits/test_model.py",
    ],
    "limits/local_limiter.py": ["tests/limits/test_local_limiter.py"],
    "limits/model.py": ["tests/limits/test_model.py", "tests/limits/test_gcra.py"],
    "limits/valkey_limiter.py": ["tests/limits/test_limiters.py", "tests/limits/test_valkey_limiter.py"],
}
"""Modules of the package, by files or folders, and the tests that have to notice what is wrong in them."""


@dataclass
class Coverage:
    """What the tests reached when nothing was wrong. Lines are written as `path:number`."""

    seconds: dict[str, float]
    """How long each test took, by its node id."""
    of_fixtures: set[str]
    """Lines that fixtures reached. Tests share fixtures, so that all of them depend on these."""
    reached: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The node ids of the tests that reach a line themselves."""

    def tests_of(self, mutant: Mutant, paths: tuple[str, ...]) -> list[str]:
        """The tests below these paths that reach the changed lines, the fastest first."""
        lines = {f"{mutant.path}:{line}" for line in mutant.lines}
        reaching = {test for line in lines for test in self.reached.get(line, ())}
        tests = self.seconds if lines & self.of_fixtures else reaching
        return sorted((test for test in tests if test.startswith(paths)), key=self.seconds.__getitem__)


class Tester:
    """A pytest plugin that runs collected tests in forked children instead of the usual way."""

    def __init__(self, tests_of: dict[Path, list[str]]) -> None:
        self._tests_of = tests_of
        self.mutants: list[Mutant] = []
        self.survivors: list[Mutant] = []
        self.unreached: list[Mutant] = []
        self._is_child = False
        """In a forked child, pytest runs the tests that it was left with as usual."""

    def pytest_configure(self, config: pytest.Config) -> None:
        # Before any test is imported: examples are the same each time, and none is made smaller.
        import hypothesis  # pytest wants to be the first that imports it

        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        hypothesis.settings.register_profile(
            "mutation",
            derandomize=True,
            database=None,
            deadline=None,
            phases=phases,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        hypothesis.settings.load_profile("mutation")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if self._is_child:
            return None
        self._is_child = True  # Every child is forked from here on.
        items = {item.nodeid: item for item in session.items if "postgresql" not in item.nodeid}
        coverage = _recorded(session, list(items.values()), list(self._tests_of))
        functions = _functions_in_memory({str(path) for path in self._tests_of})
        self.mutants = [mutant for path in self._tests_of for mutant in mutants_of(path)]
        running: dict[int, tuple[Mutant, float]] = {}
        for mutant in self.mutants:
            tests = coverage.tests_of(mutant, tuple(self._tests_of[mutant.path]))
            if not tests:
                self.unreached.append(mutant)
                continue
            if len(running) == PROCESSES:
                self._wait_for_one(running)
            places = functions[str(mutant.path), mutant.function, mutant.function_line]
            child = _forked(partial(_tested, session, mutant, places, [items[test] for test in tests]))
            seconds_max = SECONDS_MAX + RECORDED_TIMES_MAX * sum(coverage.seconds[test] for test in tests)
            running[child] = (mutant, time.monotonic() + seconds_max)
        while running:
            self._wait_for_one(running)
        return True

    def _wait_for_one(self, running: dict[int, tuple[Mutant, float]]) -> None:
        while True:
            for child, (mutant, deadline) in list(running.items()):
                ended, status = os.waitpid(child, os.WNOHANG)
                if not ended and time.monotonic() > deadline:
                    os.killpg(child, signal.SIGKILL)
                    _, status = os.waitpid(child, 0)
                    ended = child
                if ended:
                    del running[child]
                    if os.waitstatus_to_exitcode(status) == _NOT_IN_PLACE:
                        pytest.exit(f"This mutant cannot be put in place: {name_of(mutant)}", 1)
                    if status == 0:
                        self.survivors.append(mutant)
                        _say(f"survived  {name_of(mutant)}")
                    return
            time.sleep(0.01)


def name_of(mutant: Mutant) -> str:
    """The name under which the list has a mutant."""
    return f"{mutant.path.relative_to(ROOT / 'src' / 'seatpreview')} {mutant.function}: {mutant.change}"


def main(wanted: list[str]) -> int:
    """Tests the modules and compares the survivors with the list; 1 where they differ."""
    os.chdir(ROOT)
    tests_of = {
        path: tests for path, tests in _modules() if not wanted or any(w in str(path) for w in wanted)
    }
    tester, begun = Tester(tests_of), time.monotonic()
    tests = sorted({test for tests in tests_of.values() for test in tests})
    # Nobody reads why a test failed by a mutant, and --tb=native needs least to write it down.
    options = ["-q", "-s", "--no-summary", "--tb=native", "--maxfail=1"]
    code = pytest.main([*options, "-p", "no:cacheprovider", "-p", "no:xdist", *tests], [tester])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return 1
    left = (*tester.survivors, *tester.unreached)
    made, survived = Counter(m.path for m in tester.mutants), Counter(m.path for m in left)
    for path, count in made.items():
        _say(f"{count:5} mutants, {survived[path]:3} survived: {path.relative_to(ROOT)}")
    total, stayed = made.total(), survived.total()
    _say(f"{total:5} mutants, {stayed:3} survived, in {time.monotonic() - begun:.0f} seconds")
    return _compared({name_of(mutant) for mutant in left}, {m.path for m in tester.mutants})


def _modules() -> Iterator[tuple[Path, list[str]]]:
    for module, tests in MODULES.items():
        place = ROOT / "src" / "seatpreview" / module
        for path in [place] if place.is_file() else sorted(place.glob("*.py")):
            yield path, tests


def _compared(survived: set[str], tested: set[Path]) -> int:
    """1 where a survivor is not on the list, or one of the list is noticed by a test now."""
    listed = set[str](tomllib.loads(SURVIVORS.read_text()))
    places = tuple(f"{path.relative_to(ROOT / 'src' / 'seatpreview')} " for path in tested)
    for name in sorted(survived - listed):
        _say(f"not on the list: {name}")
    gone = sorted(name for name in listed - survived if name.startswith(places))
    for name in gone:
        _say(f"on the list, and noticed by a test now: {name}")
    return 1 if survived - listed or gone else 0


def _recorded(session: pytest.Session, items: list[pytest.Item], paths: list[Path]) -> Coverage:
    """Runs every test once, without a mutant, and records what it reaches. All of them have to pass."""
    with tempfile.NamedTemporaryFile() as file:

        def record() -> bool:
            tracing = _Tracing({str(path) for path in paths})
            session.config.pluginmanager.register(tracing)
            is_passed = _all_pass(session, items)
            Path(file.name).write_text(tracing.as_json() if is_passed else tracing.latest)
            return is_passed

        _, status = os.waitpid(_forked(record), 0)
        if status != 0:
            pytest.exit(f"This test fails without a mutant: {Path(file.name).read_text()}", 1)
        seconds, of_fixtures, reached = json.loads(Path(file.name).read_text())
    coverage = Coverage(seconds, set(of_fixtures))
    for test, lines in reached.items():
        for line in lines:
            coverage.reached[line].add(test)
    return coverage


class _Tracing:
    """A pytest plugin that records the lines of the watched files that each test runs, in every thread.

    Lines that run before or after the test itself are those of its fixtures.
    """

    def __init__(self, watched: set[str]) -> None:
        self._watched = watched
        self._of_fixtures = self._lines = set[str]()
        self._reached: dict[str, set[str]] = {}
        self._seconds: dict[str, float] = {}
        self.latest = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.latest, begun = item.nodeid, time.monotonic()
        self._reached[item.nodeid] = set()
        threading.settrace(self._on_call)
        sys.settrace(self._on_call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            self._seconds[item.nodeid] = time.monotonic() - begun

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        self._lines = self._reached[item.nodeid]
        try:
            return (yield)
        finally:
            self._lines = self._of_fixtures

    def as_json(self) -> str:
        reached = {test: sorted(lines) for test, lines in self._reached.items()}
        return json.dumps([self._seconds, sorted(self._of_fixtures), reached])

    def _on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        return self._on_line if frame.f_code.co_filename in self._watched else None

    def _on_line(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            self._lines.add(f"{frame.f_code.co_filename}:{frame.f_lineno}")
        return self._on_line


def _tested(
    session: pytest.Session, mutant: Mutant, places: list[FunctionType], items: list[pytest.Item]
) -> bool:
    """Returns whether all tests pass with the mutant in place."""
    try:
        _put_in_place(mutant, places)
    except Exception:
        os._exit(_NOT_IN_PLACE)
    return _all_pass(session, items)


def _all_pass(session: pytest.Session, items: list[pytest.Item]) -> bool:
    """Runs the tests until one fails, and ends their fixtures in good order, so that no server is left."""
    session.items[:] = items
    with suppress(session.Failed):
        session.config.hook.pytest_runtestloop(session=session)
    is_passed = session.testsfailed == 0
    session.config.hook.pytest_sessionfinish(session=session, exitstatus=0 if is_passed else 1)
    return is_passed


def _functions_in_memory(paths: set[str]) -> dict[tuple[str, str, int], list[FunctionType]]:
    """The functions of these files, by file, name and first line. To look for them takes longer than most
    tests, so it is done once for all mutants."""
    found = defaultdict(list)
    gc.unfreeze()  # tests/conftest.py has frozen what was collected, and nothing frozen is listed.
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename in paths:
            code = function.__code__
            found[code.co_filename, code.co_qualname, code.co_firstlineno].append(function)
    gc.freeze()
    return found


def _put_in_place(mutant: Mutant, places: list[FunctionType]) -> None:
    """Gives the wrong code to the function, wherever it is known by then."""
    wrong = _code_of(compile(mutant.tree, str(mutant.path), "exec"), mutant)
    if not places:
        raise LookupError(f"{mutant.function} of {mutant.path} is nowhere in memory")
    for function in places:
        function.__code__ = wrong


def _code_of(code: CodeType, mutant: Mutant) -> CodeType:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if (constant.co_qualname, constant.co_firstlineno) == (mutant.function, mutant.function_line):
                return constant
            if mutant.function.startswith(f"{constant.co_qualname}."):
                return _code_of(constant, mutant)
    raise LookupError(f"{mutant.function} is not in {code.co_name}")


def _forked(check: Callable[[], bool]) -> int:
    """A child process that ends with 0 where the check holds, and with 1 where it does not or raises."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    os.setpgid(0, 0)
    silent = os.open(os.devnull, os.O_WRONLY)
    status = 1
    try:
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        status = 0 if check() else 1
    finally:
        os._exit(status)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
