"""Faults of a layout: each has a sentence and a path, all come at once, and a conflict names both sides."""

import pickle
import time
from typing import Any

import pytest

from layouts.written import compiled, layout_of, refusals, section
from seatpreview.layouts.compiler import compile_layout
from seatpreview.layouts.faults import FAULTS_MAX, LayoutRefused

SOUTH = {"first": 201, "last": 204}
CURVED = {"shape": "curved", "distanceM": 5}
BOX = {"x": [0, 1], "y": [0, 1], "z": [0, 1]}


def rows(*pieces: Any) -> dict[str, Any]:
    return section(rows=list(pieces))


def row_range(**members: Any) -> dict[str, Any]:
    return section(rows=members)


def seats(**members: Any) -> dict[str, Any]:
    return section(seats={"count": 4} | members)


def exception(**members: Any) -> dict[str, Any]:
    return seats(exceptions=[{"rows": ["A"]} | members])


@pytest.mark.parametrize(
    ("rule", "pointer", "sentence"),
    [
        # Sections
        (section(id=None), "/id", "is missing; give id for one section, or ids for many"),
        (section(ids=SOUTH), "/ids", "cannot be given beside id"),
        (section(id="1/2"), "/id", "must be letters, digits"),
        (section(id=" 1"), "/id", "must be letters, digits"),
        (
            section(id=None, ids=["1", "2", "1"]),
            "/ids/2",
            "gives section '1' a second time, after sections/0/ids/0",
        ),
        (section(id=None, ids={"first": 1, "last": 6000}), "/ids", "gives 6,000 names; at most 5,000"),
        (section(id=None, ids={"first": 204, "last": 201}), "/ids/first", "comes after the last, '201'"),
        (section(id=None, ids=SOUTH, name="South"), "/name", "4 sections ('201' to '204') are all called so"),
        (section(name="{ID}"), "/name", "may hold {id} and {number} in braces"),
        (section(name="Box {id"), "/name", "may hold {id} and {number} in braces"),
        (
            section(id=None, ids=["N1", "S1"], name="Box {number}"),
            "/name",
            "as sections/0 calls section 'N1'",
        ),
        # What belongs together
        (section(rows=None, seats=None), "/rows", "is missing: a seated section has rows"),
        (section(rows=[], seats=None), "/rows", "is missing: a seated section has rows"),
        (
            section(rows=None, seats={"count": 4, "exceptions": [{"rows": ["A"], "count": 2}]}),
            "/seats/exceptions",
            "name rows, and the section has none; where a seat is missing, give two rules side by side",
        ),
        (
            section(
                rows=None, kind="suite", seats=[{"count": 4}, {"count": 2, "exceptions": [{"rows": ["A"]}]}]
            ),
            "/seats/1/exceptions",
            "name rows, and the section has none",
        ),
        (
            section(rows=None, seats=[{"count": 4}, {"first": 3, "count": 4}]),
            "/seats/1",
            "claims seat '3' and '4', as sections/0/seats/0 does",
        ),
        (
            section(rows=None, seats={"count": 80}, geometry=CURVED),
            "/geometry",
            "has no room for a section: 80 places of 0.5 m",
        ),
        (
            section(rows=None, seats=[{"count": 1000}, {"first": "W1", "count": 1}]),
            "/seats",
            "gives a section 1,001 places; a row has at most 1,000",
        ),
        (section(capacity=12), "/capacity", "cannot be given beside seats, which are counted"),
        # Rows that cannot be enumerated
        (
            row_range(first="F", last="A"),
            "/rows/first",
            "is 'F', which comes after the last, 'A'; give a negative",
        ),
        (
            row_range(first="A", last="F", step=-1),
            "/rows/first",
            "comes before the last, 'F'; a step of -1 counts down",
        ),
        (row_range(first="A", last=9), "/rows/last", "one ends in a number and the other in letters"),
        (row_range(first=1, last="C"), "/rows/last", "is 'C', which does not count on from '1'"),
        (row_range(first="R1", last="S9"), "/rows/last", "one starts with 'R' and the other with 'S'"),
        (row_range(first="A", last="f"), "/rows/last", "one is in capitals and the other is not"),
        (row_range(first="1", last="09"), "/rows/last", "one is padded with zeros"),
        (row_range(first="Stalls", last="Z"), "/rows/first", "from which nothing counts on"),
        (row_range(first="A", last="Rear"), "/rows/last", "nor in one to three letters of the same case"),
        (row_range(first=1, last=10, step=0), "/rows/step", "must not be 0"),
        (
            row_range(first=1, last=10, step=2),
            "/rows/last",
            "is '10', which steps of 2 from '1' pass over after '9'",
        ),
        (
            row_range(first="AA", last="DD"),
            "/rows/style",
            "AA, AB, AC (82 names) or 'doubled' as AA, BB, CC (4 names)",
        ),
        (
            row_range(first="A", last="DD"),
            "/rows/style",
            "is needed, for 'A' to 'DD' can be counted in two ways",
        ),
        (row_range(first="AB", last="DD", style="doubled"), "/rows/first", "is not one letter, repeated"),
        (row_range(first="A", last="AB", style="doubled"), "/rows/last", "it is not one letter, repeated"),
        (row_range(first=1, last=9, style="doubled"), "/rows/style", "is for letters, and '1' to '9' counts"),
        (row_range(first=1, last=999_999_999), "/rows", "gives 999,999,999 names; at most 1,000"),
        (row_range(first="A/", last="F"), "/rows/first", "must be letters, digits"),
        (row_range(first=1, last=5, skip=[7]), "/rows/skip/0", "is '7', which is not among '1' to '5'"),
        (row_range(first=1, last=5, skip=["2", "x!"]), "/rows/skip/1", "must be letters, digits"),
        (row_range(first=1, last=2, skip=[2, 1]), "/rows/skip", "leaves none of the names"),
        (rows("A", {"first": "C", "last": "B"}), "/rows/1/first", "comes after the last"),
        # Rows that are there twice
        (rows("A", "B", "A"), "/rows/2", "gives row 'A' a second time, after sections/0/rows/0 ('A')"),
        (
            rows({"first": "A", "last": "H"}, {"first": "D", "last": "Z"}),
            "/rows/1",
            "gives row 'D', 'E', 'F' and 2 more a second time, after sections/0/rows/0 ('A' to 'H')",
        ),
        # Seats
        (seats(first="Aisle"), "/seats/first", "is 'Aisle', from which nothing counts on"),
        (seats(first="1/1"), "/seats/first", "must be letters, digits"),
        (seats(first=2, step=-1), "/seats/count", "is 4, which from '2' in steps of -1 counts past '0'"),
        (seats(first="C", step=-1), "/seats/count", "counts past 'A'"),
        (seats(step=0), "/seats/step", "must not be 0"),
        (seats(first=2, numbering="odd"), "/seats/first", "is '2', which is not odd"),
        (seats(first=7, numbering="even"), "/seats/first", "is '7', which is not even"),
        (seats(first="A", numbering="even"), "/seats/first", "is 'A', and only numbers are odd or even"),
        (
            seats(first="x" * 39 + "9"),
            "/seats/first",
            "counts on to a name that must be 1 to 40 characters long",
        ),
        (
            section(seats=[{"count": 10}, {"first": 8, "count": 10}]),
            "/seats/1",
            "claims seat '8', '9' and '10' of row 'A', as sections/0/seats/0 does",
        ),
        (
            section(
                seats=[{"count": 2}, {"first": 9, "count": 2, "exceptions": [{"rows": ["B"], "first": 2}]}]
            ),
            "/seats/1",
            "claims seat '2' of row 'B', as sections/0/seats/0 does",
        ),
        (
            section(seats=[{"count": 600}, {"first": 601, "count": 600}]),
            "/seats",
            "gives row 'A' 1,200 places",
        ),
        # Exceptions
        (exception(), "/seats/exceptions/0", "changes nothing; give first, count or skip"),
        (
            exception(rows=["A", "X"], count=2),
            "/seats/exceptions/0/rows/1",
            "gives row 'X', which does not exist",
        ),
        (
            exception(rows=["A", "A"], count=2),
            "/seats/exceptions/0/rows/1",
            "gives row 'A' a second exception",
        ),
        (
            exception(rows={"first": "B", "last": "A"}, count=2),
            "/seats/exceptions/0/rows/first",
            "comes after",
        ),
        (exception(skip=[2, 5]), "/seats/exceptions/0/skip/1", "is '5', which is not among '1' to '4'"),
        (exception(count=2, skip=[3]), "/seats/exceptions/0/skip/0", "is '3', which is not among '1' to '2'"),
        (exception(count=0, skip=[1]), "/seats/exceptions/0/skip", "cannot be given where count is 0"),
        (exception(first="/"), "/seats/exceptions/0/first", "must be letters, digits"),
        (
            seats(exceptions=[{"rows": ["A", "B"], "count": 2}, {"rows": ["B"], "skip": [1]}]),
            "/seats/exceptions/1/rows/0",
            "gives row 'B' a second exception, after sections/0/seats/exceptions/0/rows/1",
        ),
        (
            seats(numbering="odd", exceptions=[{"rows": ["A"], "first": 4}]),
            "/seats/exceptions/0/first",
            "is not odd",
        ),
        (
            seats(exceptions=[{"rows": {"first": 1, "last": 1000}, "count": 2}, {"rows": ["A"], "count": 2}]),
            "/seats/exceptions",
            "gives 1,001 rows; a row has one exception, and a section at most 1,000 rows",
        ),
        # Geometry
        (
            section(seats={"count": 80}, geometry=CURVED),
            "/geometry",
            "has no room for row 'A': 80 places of 0.5 m are longer than the whole circle round the focus",
        ),
    ],
)
def test_a_rule_is_refused_at_its_place(rule: dict[str, Any], pointer: str, sentence: str) -> None:
    [(place, detail)] = refusals(rule).items()
    assert place == "/sections/0" + pointer
    assert sentence in detail


@pytest.mark.parametrize(
    ("configuration", "pointer", "sentence"),
    [
        ({"closed": ["102"]}, "/closed/0", "closes section '102', which no rule describes"),
        ({"closed": [{"first": 100, "last": 101, "skip": [101]}]}, "/closed/0", "closes section '100'"),
        ({"closed": [{"first": 1, "last": 5}]}, "/closed", "gives 5 names; at most 1 can be given here"),
        ({"closed": [{"first": 101, "last": "A"}]}, "/closed/0/last", "one ends in a number"),
        ({"closed": ["10/1"]}, "/closed/0", "must be letters, digits"),
        ({"obstructions": [{"id": "x"}]}, "/obstructions/0", "must have either a box or a polygon"),
        (
            {
                "obstructions": [
                    {"id": "x", "box": BOX, "polygon": {"points": [[0, 0], [1, 0], [0, 1]], "z": [0, 1]}}
                ]
            },
            "/obstructions/0",
            "must have either a box or a polygon",
        ),
        (
            {"obstructions": [{"id": "x", "box": BOX | {"y": [2, 1]}}]},
            "/obstructions/0/box/y",
            "must go from the lesser to the greater, and goes from 2 to 1",
        ),
        (
            {"obstructions": [{"id": "x", "polygon": {"points": [[0, 0], [1, 1], [2, 2]], "z": [0, 1]}}]},
            "/obstructions/0/polygon/points",
            "has no area",
        ),
        (
            {"obstructions": [{"id": "x", "polygon": {"points": [[0, 0], [1, 0], [0, 1]], "z": [1, 1]}}]},
            "/obstructions/0/polygon/z",
            "goes from 1 to 1",
        ),
        (
            {"obstructions": [{"id": "x", "box": BOX}, {"id": "x", "box": BOX}]},
            "/obstructions/1/id",
            "is 'x', as configurations/0/obstructions/0 is called already",
        ),
    ],
)
def test_a_configuration_is_refused_at_its_place(
    configuration: dict[str, Any], pointer: str, sentence: str
) -> None:
    [(place, detail)] = refusals(section(), configurations=[{"id": "end-stage"} | configuration]).items()
    assert place == "/configurations/0" + pointer
    assert sentence in detail


def test_two_configurations_have_two_ids() -> None:
    found = refusals(section(), configurations=[{"id": "end-stage"}, {"id": "end-stage"}])
    assert found == {"/configurations/1/id": "is 'end-stage', as configurations/0 is called already"}


def test_a_section_that_two_rules_describe_names_both() -> None:
    lower = section(id=None, ids={"first": 101, "last": 124})
    assert refusals(lower, section(id=110)) == {
        "/sections/1/id": "gives section '110' a second time, after sections/0/ids ('101' to '124')"
    }


def test_two_ranges_that_overlap_are_one_fault() -> None:
    lower, upper = ({"first": 101, "last": 124}, {"first": 120, "last": 140})
    assert refusals(section(id=None, ids=lower), section(id=None, ids=upper)) == {
        "/sections/1/ids": "gives section '120', '121', '122' and 2 more a second time, "
        "after sections/0/ids ('101' to '124')"
    }


def test_two_sections_of_the_same_name_on_the_same_level_cannot_be_told_apart() -> None:
    found = refusals(
        section(id="a", name="Box  1", level="Lower"), section(id="b", name="BOX 1", level="lower")
    )
    assert found == {
        "/sections/1/name": "calls section 'b' 'BOX 1', as sections/0 calls section 'a' "
        "on the same level: nobody could tell them apart"
    }


def test_two_levels_may_use_the_same_name() -> None:
    layout = compiled(
        section(id="a", name="Box 1", level="Lower"), section(id="b", name="Box 1", level="Upper")
    )
    assert [found.name for found in layout.sections] == ["Box 1", "Box 1"]


def test_every_fault_is_found_at_once() -> None:
    found = refusals(
        section(id=None, ids={"first": 2, "last": 1}, rows=["A", "A"]),
        section(id="x", rows=["A", "A"], seats={"count": 4, "step": 0}, capacity=3),
        section(id="x"),
        configurations=[{"id": "end-stage", "closed": ["nowhere"], "obstructions": [{"id": "pillar"}]}],
    )
    assert set(found) == {
        "/sections/0/ids/first",
        "/sections/0/rows/1",
        "/sections/1/capacity",
        "/sections/1/rows/1",
        "/sections/1/seats/step",
        "/sections/2/id",
        # Where a rule's sections could not be read, nothing is said about those that are closed.
        "/configurations/0/obstructions/0",
    }


def test_more_than_250000_seats_are_refused_with_their_number() -> None:
    ids = {"first": 1, "last": 2501}
    rule = section(id=None, ids=ids, rows={"first": 1, "last": 10}, seats={"count": 10})
    assert refusals(rule, section(id="GA")) == {
        "/sections": "describes 250,112 seats; a layout has at most 250,000. "
        "The most, 250,100, are of sections/0 ('1' to '2501')"
    }


def test_250000_seats_are_not_too_many() -> None:
    ids = {"first": 1, "last": 2500}
    rule = section(id=None, ids=ids, rows={"first": 1, "last": 10}, seats={"count": 10})
    assert compiled(rule).seat_count == 250_000


def test_rows_and_sections_have_a_number_that_is_too_large_as_well() -> None:
    many = {"first": 1, "last": 5000}
    suites = {"kind": "suite", "rows": None, "seats": None}
    found = refusals(section(id=None, ids=many, **suites), section(id="x", **suites))
    assert "describes 5,001 sections; a layout has at most 5,000" in found["/sections"]
    found = refusals(section(id=None, ids=many, rows={"first": 1, "last": 11}, seats=None))
    assert "describes 55,000 rows; a layout has at most 50,000" in found["/sections"]


def test_a_layout_of_faults_is_answered_with_the_first_thousand() -> None:
    with pytest.raises(LayoutRefused) as caught:
        compiled(section(rows=["A"] * 1000), section(id=102, rows=["A"] * 1000))
    assert len(caught.value.faults) == FAULTS_MAX


def test_a_refusal_survives_the_way_from_another_process() -> None:
    with pytest.raises(LayoutRefused) as caught:
        compiled(section(id=None))
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults


@pytest.mark.parametrize(
    "sections",
    [
        [section(id=n, rows={"first": 1, "last": 999_999_999}) for n in range(1000)],
        [section(id=n, rows=[{"first": 1, "last": 1000}] * 1000) for n in range(20)],
        [section(id=None, ids=[{"first": 1, "last": 5000}] * 1000)],
        [section(id=n, rows={"first": 1, "last": 1000}, seats=None) for n in range(5000)],
        [
            section(
                id=n,
                rows={"first": 1, "last": 1000},
                seats={"count": 1, "exceptions": [{"rows": {"first": 1, "last": 1000}, "count": 0}] * 500},
            )
            for n in range(20)
        ],
        [section(id=n, rows=["A"], seats=[{"count": 125}] * 8) for n in range(2000)],
    ],
    ids=["ranges", "lists of ranges", "ids", "rows", "exceptions", "claims"],
)
def test_a_layout_made_to_be_slow_is_refused_quickly(sections: list[dict[str, Any]]) -> None:
    """A few kilobytes of ranges of ranges could otherwise keep a processor busy for minutes."""
    layout = layout_of(*sections)
    start = time.thread_time()
    with pytest.raises(LayoutRefused):
        compile_layout(layout)
    assert time.thread_time() - start < 3


def test_configurations_made_to_be_slow_are_refused_quickly() -> None:
    """Twenty configurations that close thousands of sections a thousand times each."""
    closed = [{"first": 1, "last": 5000}] * 1000
    suites = section(id=None, ids={"first": 1, "last": 5000}, kind="suite", rows=None, seats=None)
    layout = layout_of(suites, configurations=[{"id": f"c{n}", "closed": closed} for n in range(20)])
    start = time.thread_time()
    with pytest.raises(LayoutRefused):
        compile_layout(layout)
    assert time.thread_time() - start < 3
