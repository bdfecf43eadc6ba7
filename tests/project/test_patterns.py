"""Every regular expression of the source is linear, whatever it is matched against.

Nothing is listed by hand: patterns are found in the source, and what is matched is made from each of them.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from project.pattern_steps import CountedPattern, TooManySteps
from seatpreview.values.ids import KeyId

SOURCE = Path(__file__).parents[2] / "src" / "seatpreview"
METHODS = {"match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
CHARACTERS = 8
GROWTH = 4
"""Texts are compared with ones that are so many times as long."""
GROWTH_MAX = GROWTH * 1.5
"""Quadratic growth would be GROWTH squared."""

STEPS_OF_A_CHARACTER = 3
"""What a character costs in a repeat: to choose to go on, to compare it, and to go back to the choice."""

MENTIONS = re.compile(rf"\b(?:re|re2|regex)\b|\.(?:{'|'.join(METHODS)})\b")
"""What a module has to mention to be of interest here. To parse all others would take most of the time."""

MADE_PATTERNS: dict[tuple[str, str], re.Pattern[Any]] = {("values.ids", "_pattern"): KeyId._pattern}
"""Patterns that no module has as a constant. All ids have one of the same form."""
MODULES_WITH_RE2 = {"labels.re2_patterns", "labels.label_rules"}
"""Patterns of tenants are RE2's, which takes linear time for each; labels have at most 512 characters."""


class Use(NamedTuple):
    """A pattern of the source, and the methods by which it is used."""

    module: str
    name: str
    pattern: "re.Pattern[Any]"
    methods: frozenset[str]


@cache
def trees() -> dict[str, ast.Module]:
    """All modules of the source that may use patterns, by their names without that of the package."""
    texts = {path: path.read_text() for path in sorted(SOURCE.rglob("*.py"))}
    return {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts): ast.parse(text)
        for path, text in texts.items()
        if MENTIONS.search(text)
    }


@cache
def methods_by_name(module: str) -> dict[str, frozenset[str]]:
    """The methods that are used of each name: of a private one in its module, of others in all modules."""
    found: dict[str, set[str]] = {}
    for name, method, user in used_methods():
        if user == module or not name.startswith("_"):
            found.setdefault(name, set()).add(method)
    return {name: frozenset(methods) for name, methods in found.items()}


@cache
def used_methods() -> list[tuple[str, str, str]]:
    """The names that methods of patterns are called on, with the method and the module."""
    return [
        (str(getattr(node.value, "id", None) or getattr(node.value, "attr", None)), node.attr, module)
        for module, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in METHODS
    ]


def uses_in(module: str, tree: ast.Module) -> Iterator[Use]:
    """Yields all patterns of a module. Fails for one that cannot be found."""
    names = {
        id(node.value): str(getattr(target, "id", None) or getattr(target, "attr", None))
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if not isinstance(node.func.value, ast.Name) or node.func.value.id != "re":
            continue
        function = node.func.attr
        if function in METHODS:
            text = node.args[0]
            assert isinstance(text, ast.Constant), f"{module}:{node.lineno}: write the pattern as a text"
            assert isinstance(text.value, str | bytes)
            yield Use(module, repr(text.value), re.compile(text.value), frozenset((function,)))
        elif function == "compile":
            name = names.get(id(node), "")
            imported = importlib.import_module(f"seatpreview.{module}".removesuffix(".__init__"))
            pattern = MADE_PATTERNS.get((module, name)) or getattr(imported, name, None)
            place = f"{module}:{node.lineno}"
            assert isinstance(pattern, re.Pattern), f"{place}: make it a constant of the module"
            yield Use(module, name, pattern, methods_by_name(module)[name])


@cache
def all_uses() -> list[Use]:
    return [use for module, tree in trees().items() for use in uses_in(module, tree)]


@pytest.mark.long
def test_a_pattern_takes_as_many_times_the_steps_as_a_text_is_longer() -> None:
    """The attack: `Accept-Encoding: a`, 16,000 blanks, `b` held the worker up for seconds.

    Patterns are found by the test: a list of parameters would have every worker of pytest find them.
    """
    uses = all_uses()
    assert len(uses) > 50
    not_linear = [
        f"{use.module}.{use.name}, by {method}"
        for use in uses
        for method in use.methods
        if growth(use.pattern, method) > GROWTH_MAX
    ]
    assert not_linear == []


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"[ \t]*([a-z]+)[ \t]*(?:;q=1)?[ \t]*", "fullmatch"),
        (r'"(?:[^"\\]|\\.)*"', "sub"),
        (r"(?:a|a)*b", "match"),
        (r"(a+)+b", "search"),
        (r"\s+$", "search"),
        (r"prefix:\d*\d*x", "fullmatch"),
    ],
)
def test_a_pattern_that_is_not_linear_is_found(pattern: str, method: str) -> None:
    assert growth(re.compile(pattern), method) > GROWTH_MAX


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"[ \t]*+([a-z]++)[ \t]*+(?:;q=1)?[ \t]*+", "fullmatch"),
        (r'"(?:[^"\\]|\\[\s\S])*+(?:"|\\?\Z)', "sub"),
        (r"(?>a+)b", "match"),
    ],
)
def test_a_pattern_that_never_goes_back_is_linear(pattern: str, method: str) -> None:
    assert growth(re.compile(pattern), method) <= GROWTH_MAX


@pytest.mark.long
def test_the_steps_are_counted_of_the_same_matches_that_re_finds() -> None:
    """The counter is a model of `re`, so it has to agree with it on what matches."""
    for use in all_uses():
        counted = CountedPattern(use.pattern)
        for text in list(counted.hostile_texts(CHARACTERS))[::7]:
            sent = text.encode("latin-1", "replace") if isinstance(use.pattern.pattern, bytes) else text
            found = use.pattern.match(sent)
            assert counted.end_of_match(text) == (None if found is None else found.end()), (use, text)


def test_re_is_called_by_its_own_name_and_re2_for_tenants_alone() -> None:
    """Otherwise the search for patterns would miss some."""
    for module, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                assert node.module not in ("re", "re2", "regex"), module
            if isinstance(node, ast.Import):
                names = {(each.name, each.asname) for each in node.names}
                assert not {("re", each) for _, each in names if each} & names, module
                assert ("re2", None) not in names or module in MODULES_WITH_RE2, module


def growth(pattern: "re.Pattern[Any]", method: str) -> float:
    """Returns how many times as many steps the longer of two alike texts takes, for the worst of many. A text
    that is given up at once counts as if each of its characters had been looked at."""
    counted = CountedPattern(pattern)
    pairs = zip(counted.hostile_texts(CHARACTERS), counted.hostile_texts(GROWTH * CHARACTERS), strict=True)
    try:
        return max(
            counted.count(method, long) / max(counted.count(method, short), STEPS_OF_A_CHARACTER * len(short))
            for short, long in pairs
        )
    except TooManySteps:
        return float("inf")
