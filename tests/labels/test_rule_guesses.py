"""Guesses: what a code may be short for, where no right seat is known."""

from collections.abc import Sequence

import pytest

from seatpreview.labels.label_rules import Drop, Rewrite, Rule
from seatpreview.labels.model import Parts, RowNames, SectionNames, matched_keys
from seatpreview.labels.resolver import Resolver
from seatpreview.labels.suggestions import rule_guesses
from seatpreview.labels.suggestions.rule_guesses import guesses, suggested_rules
from seatpreview.labels.suggestions.suggestion_model import Case, Suggestion

SEATS = frozenset(map(str, range(1, 21)))
ROWS = {str(row): RowNames(str(row), SEATS) for row in range(1, 9)}
ONE_ROW = {"": RowNames("", SEATS)}


def section(id_: str, name: str, level: str = "") -> SectionNames:
    return SectionNames(id=id_, name=name, level=level, rows=ROWS, rows_by_id=ROWS)


def table(id_: str, name: str, level: str = "") -> SectionNames:
    return SectionNames(id=id_, name=name, level=level, rows=ONE_ROW, rows_by_id=ONE_ROW)


OPERA = [
    *(section(f"P{side[0]}", f"Parterre {side}", "Parterre") for side in ("sinistra", "centro", "destra")),
    *(section(f"S{side}", f"Stalls {side}", "Lower") for side in "LCR"),
    *(section(f"G{n}", f"Dessus {numeral}", "Haut") for n, numeral in ((1, "I"), (2, "II"))),
    *(table(f"K{n}", f"Tavolo {n}", "Cabaret") for n in range(1, 9)),
    *(table(f"X{n}", f"Box {n}", "Executive") for n in range(1, 6)),
    SectionNames(id="Z", name="Surround", level="Floor"),
]
TWINS = [section("N", "Morning Terrace"), section("S", "Mountain Terrace")]


def meanings(found: Sequence[Suggestion]) -> list[str]:
    return [each.rule.replacement for each in found if isinstance(each.rule, Rewrite)]


def keys(rules: Sequence[Rule], label: str | Parts, sections: Sequence[SectionNames] = OPERA) -> list[str]:
    return list(matched_keys(Resolver(sections, tuple(rules)).resolve(label)))


@pytest.mark.parametrize(
    ("labels", "other", "key"),
    [
        pytest.param(["PAR-D 03/07", "PAR-D 04/11"], "PAR-D 08/20", "Pd/8/20", id="a letter for the side"),
        pytest.param(["STL-3-07", "STL-4-11"], "stl-5-1", "SL/5/1", id="a word for seats elsewhere"),
        pytest.param(["CAB-T07/5", "CAB-T02/11"], "CAB-T01/1", "K1//1", id="level, name and number"),
        pytest.param(["EXB 3 seat 4", "EXB 5 seat 2"], "EXB 1 seat 9", "X1//9", id="initials"),
        pytest.param(["SUR"], "sur", "Z", id="a code alone"),
        pytest.param(
            [Parts(section="DES1", row="05", seat="16"), Parts(section="DES1", row="02", seat="3")],
            Parts(section="DES1", row="1", seat="1"),
            "G1/1/1",
            id="a Roman number, in parts",
        ),
    ],
)
def test_a_code_is_guessed_from_the_names_of_the_venue(
    labels: list[str | Parts], other: str | Parts, key: str
) -> None:
    assert not any(keys((), label) for label in labels)
    [found] = guesses(OPERA, (), [Case(label) for label in labels])
    assert (found.basis, found.gains, found.breaks, found.alternatives) == ("guess", len(labels), 0, [])
    assert keys([found.rule], other) == [key]


def test_codes_that_differ_in_a_letter_are_guessed_one_by_one_where_one_rule_is_not_enough() -> None:
    sides = ("links", "Mitte", "rechts")
    rang = [section(f"R{side[0]}", f"Parterre {side}", "Parterre") for side in sides]
    found = guesses(rang, (), [Case(f"PAR-{side} {row}/{row + 3}") for side in "LMR" for row in (1, 2, 5)])
    assert sorted(meanings(found)) == ["Parterre Mitte", "Parterre links", "Parterre rechts"]
    rules = [each.rule for each in found]
    assert [keys(rules, f"PAR-{side} 8/1", rang) for side in "LMR"] == [["Rl/8/1"], ["RM/8/1"], ["Rr/8/1"]]


def test_two_meanings_that_do_equally_well_are_offered_as_alternatives() -> None:
    [both] = guesses(TWINS, (), [Case("MOTR 3 7"), Case("MOTR 4 9")])
    offered = [both.rule, *both.alternatives]
    assert sorted(keys([rule], "MOTR 3 7", TWINS)[0] for rule in offered) == ["N/3/7", "S/3/7"]


@pytest.mark.parametrize(
    "labels",
    [
        pytest.param(["VOUCHER 50", "PARKEN P2", "PGM"], id="no places"),
        pytest.param(["PAR-D 33/7", "PAR-D 34/7", "PAR-D 3/7"], id="rows that do not exist"),
        pytest.param(["Parterre 3/7", "Parterre 4/8"], id="a name in full that several sections share"),
        pytest.param(["PAR-Q 3/7", "PAR-Q 4/8"], id="a letter that no name explains"),
        pytest.param(["Row 3 Seat 7", "Sec 99 Row 3 Seat 7"], id="words for rows and sections"),
    ],
)
def test_nothing_is_guessed_for(labels: list[str]) -> None:
    assert guesses(OPERA, (), [Case(label) for label in labels]) == []


def test_no_guess_changes_a_label_that_resolves_or_contradicts_a_known_seat() -> None:
    cases = [Case("PAR-D 3/7"), Case("PAR-D 4/8")]
    declined = Case("PAR-D 5/5", has_answer=True, answer=None)
    assert guesses(OPERA, (), [*cases, declined]) == []
    other = Case("PAR-D 5/5", has_answer=True, answer="Ps/5/5")
    assert guesses(OPERA, (), [*cases, other]) == []


def test_guesses_are_made_of_what_rules_leave_and_known_seats_come_first() -> None:
    rules = (Drop(words=("gala",)),)
    [found] = guesses(OPERA, rules, [Case("Gala PAR-D 3/7"), Case("Gala PAR-D 4/8")])
    assert keys([*rules, found.rule], "Gala PAR-D 8/8") == ["Pd/8/8"]
    known = [Case(f"Vista {row}/2", has_answer=True, answer=f"G1/{row}/2") for row in (1, 2, 3)]
    both = suggested_rules(OPERA, (), [Case("PAR-D 3/7"), Case("PAR-D 4/8"), *known])
    assert [each.basis for each in both] == ["known", "guess"]


def test_a_search_for_guesses_ends_with_its_time_or_its_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [Case("PAR-D 3/7"), Case("PAR-D 4/8")]
    assert guesses(OPERA, (), cases, is_over=lambda: True) == []
    monkeypatch.setattr(rule_guesses, "TRIALS_MAX", 3)
    assert guesses(OPERA, (), cases) == []
