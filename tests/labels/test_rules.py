"""The owner's rules, and the dry run."""

import pytest
import re2
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from seatpreview.decoding.inputs import decode
from seatpreview.labels.label_rules import Drop, MapTo, Pattern, Reject, Rewrite, Rule, SeatKeys
from seatpreview.labels.model import Parts, RowNames, SectionNames
from seatpreview.labels.re2_patterns import PATTERN_MEMORY_BYTES_MAX, compile_pattern
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.suggestions.dry_run import TimeLimitExceeded, dry_run
from seatpreview.problems import ValidationFailed

RE2_PROGRAM = type(re2.compile("a"))
INSTRUCTIONS_MAX = 10_000

ROWS = {row: RowNames(row, frozenset(("1", "2"))) for row in "ABC"}
SECTIONS = [
    *(SectionNames(id=f"T{n}", name=f"Quay Terrace {n}", rows=ROWS) for n in range(1, 11)),
    *(SectionNames(id=f"G{n}", name=f"Gallery {n}", rows=ROWS) for n in range(1, 11)),
    SectionNames(id="lawn", name="South Lawn"),
]


def key(rules: tuple[Rule, ...], label: str | Parts) -> str | None:
    resolution = Resolver(SECTIONS, rules).resolve(label)
    return resolution.seat.key if resolution.status == "matched" and resolution.seat else None


def test_a_rewrite_changes_what_its_pattern_finds_in_any_case() -> None:
    rules = (Rewrite(pattern=Pattern.parse(r"riverside (\d+)"), replacement=r"Gallery \1"),)
    assert key((), "Riverside 4 row B") is None
    assert key(rules, "RIVERSIDE 4 row B") == "G4/B"
    assert key(rules, Parts(section="riverside 4", row="B", seat="2")) == "G4/B/2"


def test_a_word_that_is_dropped_no_longer_vetoes() -> None:
    assert key((), "Gallery View Quay Terrace 4 row B") is None
    assert key((Drop(words=("gallery", "view")),), "Gallery View Quay Terrace 4 row B") == "T4/B"
    assert key((Drop(words=("gall",)),), "Gallery 4 row B") == "G4/B", "only whole words are dropped"


def test_brackets_that_are_empty_once_a_word_was_dropped_go_with_it() -> None:
    assert key((Drop(words=("promo",)),), "Gallery 4 row B (Promo)") == "G4/B"


def test_a_name_is_mapped_to_a_section_and_wins_over_what_it_seems_to_mean() -> None:
    assert key((MapTo(name="Family Zone", section="G2"),), "FAMILY  zone, row A") == "G2/A"
    assert key((MapTo(name="Gallery 3", section="T3"),), "Gallery 3 row A") == "T3/A"


def test_what_is_rejected_is_declined_and_says_by_which_rule() -> None:
    rules = (Drop(words=("x",)), Reject(pattern=Pattern.parse("parking")))
    resolution = Resolver(SECTIONS, rules).resolve("Parking Gallery 3 row A")
    assert (resolution.status, resolution.rules) == ("unmatched", (1,))
    assert resolution.trace == ("rule 2 declines it",)


def test_rules_apply_in_their_order() -> None:
    first = Rewrite(pattern=Pattern.parse("pier"), replacement="wharf")
    second = Rewrite(pattern=Pattern.parse("wharf"), replacement="gallery")
    assert key((first, second), "Pier 3 row A") == "G3/A"
    assert key((second, first), "Pier 3 row A") is None


@pytest.mark.parametrize(("rule", "pointer", "says"), [
    ({"type": "rewrite", "pattern": "(?=a)", "replacement": ""}, "/rules/0/pattern", "not a pattern of RE2"),
    ({"type": "rewrite", "pattern": "(a)\\1", "replacement": ""}, "/rules/0/pattern", "not a pattern of RE2"),
    ({"type": "rewrite", "pattern": "(", "replacement": ""}, "/rules/0/pattern", "missing"),
    ({"type": "rewrite", "pattern": "a{1000}{1000}", "replacement": ""}, "/rules/0/pattern", "RE2"),
    ({"type": "rewrite", "pattern": "", "replacement": ""}, "/rules/0/pattern", "1 to 300"),
    ({"type": "reject"}, "/rules/0/pattern", "missing"),
    ({"type": "drop", "words": []}, "/rules/0/words", "at least 1"),
    ({"type": "map", "name": "x"}, "/rules/0/section", "missing"),
    ({"type": "guess"}, "/rules/0/type", "must be one of"),
    ({"pattern": "a"}, "/rules/0/type", "is missing"),
])  # fmt: skip
def test_a_rule_that_is_not_valid_is_refused_with_its_place(
    rule: dict[str, object], pointer: str, says: str
) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        decode({"rules": [rule]}, SeatKeys)
    [fault] = [fault for fault in refusal.value.errors if fault.pointer == pointer]
    assert says in fault.detail


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "([a-z]+)*0", "(a+a+)+b", "^((a|b)+,?)+$"])
def test_a_pattern_that_backtracks_elsewhere_is_a_program_of_re2(pattern: str) -> None:
    """Attack: a tenant's regular expression that stalls the service. RE2 takes linear time; Python's own
    engine would take exponential time for these."""
    parsed = Pattern.parse(pattern)
    assert type(compile_pattern(parsed).program) is RE2_PROGRAM
    rewritten = (Rewrite(pattern=parsed, replacement="Gallery 3"), Reject(pattern=parsed))
    assert key(rewritten, "a" * 500 + "!") is None


@given(st.text(alphabet="aB(+)*|[]^$.?{29}", min_size=1, max_size=40))
@example(".{999}" * 5)
@example("(a{30}){30}")
@settings(deadline=None)
def test_a_pattern_that_is_taken_is_a_program_of_limited_size(pattern: str) -> None:
    """Attack: a pattern of a few characters that repeats itself a million times. The time for a label is at
    most the size of the program for each character."""
    try:
        parsed = Pattern.parse(pattern)
    except ValueError:
        with pytest.raises(re2.error):
            compile_pattern(pattern, memory_bytes_max=PATTERN_MEMORY_BYTES_MAX)
        return
    assert type(compile_pattern(parsed).program) is RE2_PROGRAM
    assert compile_pattern(parsed).program.programsize <= INSTRUCTIONS_MAX


@pytest.mark.parametrize("pattern", ["a{1000}{1000}", r"\pL{300}", "((a{99}){99}){99}", ".{999}" * 9])
def test_a_pattern_whose_program_is_larger_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="is not a pattern of RE2"):
        Pattern.parse(pattern)


def test_a_dry_run_says_what_is_gained_lost_and_changed() -> None:
    labels: list[str | Parts] = [
        "Riverside 4 row B",
        "Gallery 1 row A",
        "Lawn",
        Parts(section="Gallery 9", row="Z"),
    ]
    rules: tuple[Rule, ...] = (
        Rewrite(pattern=Pattern("riverside"), replacement="gallery"),
        Rewrite(pattern=Pattern("gallery 1"), replacement="gallery 2"),
        Reject(pattern=Pattern("lawn")),
        Drop(words=("never",)),
    )
    run = dry_run(SECTIONS, rules, labels, ["G4/B", "G1/A", None, UNSET], Resolver(SECTIONS))
    assert [result.status for result in run.results] == [
        "matched",
        "matched",
        "unmatched",
        "section_only",
    ]
    assert [result.is_expected for result in run.results] == [True, False, True, UNSET]
    assert (run.summary.matched, run.summary.as_expected, run.summary.not_as_expected) == (2, 2, 1)
    assert (run.difference.gained, run.difference.lost, run.difference.changed) == ([0], [2], [1])
    assert run.unused_rules == [3]
    assert "T1" in run.unreached_sections
    assert "G4" not in run.unreached_sections


def test_a_dry_run_with_the_same_rules_differs_in_nothing() -> None:
    rules: tuple[Rule, ...] = (Drop(words=("vip",)),)
    run = dry_run(SECTIONS, rules, ["VIP Gallery 1 row A"], [], Resolver(SECTIONS, rules))
    assert (run.difference.gained, run.difference.lost, run.difference.changed) == ([], [], [])


def test_a_dry_run_that_is_over_before_it_is_done_says_so() -> None:
    left = iter([False, False])
    with pytest.raises(TimeLimitExceeded):
        dry_run(SECTIONS, (), ["a", "b", "c"], [], Resolver(SECTIONS), lambda: next(left, True))
