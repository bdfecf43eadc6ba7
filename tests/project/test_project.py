"""Tests about the codebase: what every file of it keeps to."""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "seatpreview"

TOOLS = ("servers", "soak", "siege", "benchmarks")

EMPTY_NAMES = {"utils", "helpers", "common", "base", "manager", "service", "misc"}

# Taken apart, so that this file does not hold what it looks for.
REGISTRIES = "|".join([r"\.".join(["pypi", "org"]), "python" + "hosted", r"\.".join(["registry", "npmjs"])])
FOLDER_ADDRESS = "file:" + "///"
MACHINE_PATHS = rf"(?<![\w.-])/(?:{'|'.join(['work', 'root', 'opt'])})/"

NAMES_OF_OTHERS = ("deploy/helm/templates/service.yaml",)
"""A Service is a thing of Kubernetes, and every chart has it in this file."""

SUPPRESSION = re.compile(r"#\s*(?:ruff:\s*|flake8:\s*)?(?:noqa|type:\s*ignore)\b", re.IGNORECASE)
SUPPRESSION_WITH_REASON = re.compile(
    r"""\#\s*(?: noqa:\s*[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*
              | type:\s*ignore\[[a-z0-9-]+(?:\s*,\s*[a-z0-9-]+)*\] )
        [\s\#:-]+ [A-Za-z`'"]\S*\s+\S+""",
    re.VERBOSE,
)


def test_every_module_opens_with_a_docstring() -> None:
    silent = [named(path) for path in source_modules() if not ast.get_docstring(ast.parse(path.read_text()))]
    assert silent == [], "A module opens with one line that says what lives there."


def test_no_file_or_folder_has_a_name_that_says_nothing() -> None:
    empty = [
        named(path)
        for path in project_files()
        if named(path) not in NAMES_OF_OTHERS
        and EMPTY_NAMES & {part.split(".")[0].strip("_").lower() for part in path.relative_to(ROOT).parts}
    ]
    assert empty == [], "Name it for the thing that lives in it."


def test_tools_beside_the_tests_import_nothing_from_them() -> None:
    """Tests, soak, siege and benchmarks share `servers/`: only the tests know the tests."""
    of_tests = {path.stem for path in (ROOT / "tests").iterdir()} - {path.name for path in ROOT.iterdir()}
    of_tests -= sys.stdlib_module_names
    for path in project_files():
        if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in {*TOOLS}:
            imported = re.findall(r"^\s*(?:from|import) (\w+)", text_of(path), re.MULTILINE)
            assert not of_tests & {*imported}, named(path)


def test_the_name_of_every_test_has_a_subject() -> None:
    """The danger: a name that is understood only beside the tests around it."""
    places = places_of(re.compile(r"def test_(?:it|its|they)_"))
    assert [place for place in places if place.startswith("tests/")] == []


def test_no_file_holds_the_address_of_a_registry() -> None:
    assert list(places_of(re.compile(REGISTRIES, re.IGNORECASE))) == []


def test_no_lock_script_or_page_holds_the_address_of_a_folder() -> None:
    """Code may: such an address is one of the origins that the service refuses."""
    places = places_of(re.compile(FOLDER_ADDRESS, re.IGNORECASE))
    assert [place for place in places if ".py:" not in place] == []


def test_no_file_holds_a_path_of_somebodys_machine() -> None:
    assert list(places_of(re.compile(MACHINE_PATHS))) == []


@pytest.mark.parametrize("lock", ["run.txt", "traces.txt", "dev.txt", "generator.txt"])
def test_every_locked_package_has_a_version_and_hashes(lock: str) -> None:
    text = (ROOT / "requirements" / lock).read_text().replace("\\\n", "")
    packages = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    pinned = re.compile(r"[a-z0-9-]+(?:\[[a-z0-9,-]+\])?==\S+(?: ;[^#]*?)?(?:\s+--hash=sha256:[0-9a-f]{64})+")
    assert packages
    assert [line for line in packages if not pinned.fullmatch(line.strip())] == []


def test_what_the_service_runs_with_is_what_is_tested() -> None:
    """script/server after script/test installs nothing, because run.txt is a part of dev.txt."""
    run, traces, dev = (
        set(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / "requirements" / lock).read_text(), re.MULTILINE))
        for lock in ["run.txt", "traces.txt", "dev.txt"]
    )
    assert run - traces == set()
    assert traces - dev == set()


def test_every_suppression_has_a_code_and_a_reason_on_its_line() -> None:
    bare = [
        f"{named(path)}:{line}: {comment}"
        for path in project_files()
        # Most files have none, and to look for comments in a text takes long.
        if path.suffix == ".py" and SUPPRESSION.search(text := text_of(path))
        for line, comment in comments(text)
        if SUPPRESSION.search(comment) and not SUPPRESSION_WITH_REASON.search(comment)
    ]
    assert bare == []


@pytest.mark.parametrize(
    ("comment", "accepted"),
    [
        ("# noqa: S608 - the names are constants of ours", True),
        ("# noqa: S608, E501  the names are ours", True),
        ("# type: ignore[no-untyped-call]  # the library has no types", True),
        ("# noqa", False),
        ("# noqa: S608", False),
        ("# noqa: S608, E501", False),
        ("# type: ignore", False),
        ("# type: ignore[attr-defined]", False),
        ("# type: ignore  # the library has no types", False),
        ("# ruff: noqa", False),
    ],
)
def test_a_suppression_needs_both(comment: str, accepted: bool) -> None:
    assert SUPPRESSION.search(comment)
    assert bool(SUPPRESSION_WITH_REASON.search(comment)) == accepted


@cache
def project_files() -> list[Path]:
    """Every file that is or would be part of the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    paths = sorted({ROOT / name for name in listed.stdout.decode().split("\0") if name})
    return [path for path in paths if path.is_file()]


def source_modules() -> list[Path]:
    modules = [path for path in project_files() if path.suffix == ".py" and path.is_relative_to(SOURCE)]
    assert modules
    return modules


def places_of(pattern: re.Pattern[str]) -> Iterator[str]:
    # Most files have none, and to look at one line after the other takes long.
    for path in filter(lambda path: pattern.search(text_of(path)), project_files()):
        for number, line in enumerate(text_of(path).splitlines(), start=1):
            if pattern.search(line):
                yield f"{named(path)}:{number}: {line.strip()[:120]}"


@cache
def text_of(path: Path) -> str:
    """The text of a file; nothing where it holds something other than text, or where it was one that another
    test wrote for a moment."""
    try:
        return path.read_bytes().decode()
    except (UnicodeDecodeError, FileNotFoundError):
        return ""


def comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))
