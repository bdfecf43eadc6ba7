"""The resolver on sample venues: what it resolves, what it declines, and that it never guesses."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import Parts, Resolution, RowNames, SectionNames

SEATS = frozenset(str(number) for number in range(1, 21))


def section(name: str, rows: str = "A B C D E F G H", level: str = "") -> SectionNames:
    return SectionNames(
        id=name, name=name, level=level, rows={row: RowNames(row, SEATS) for row in rows.split()}
    )


HARBOUR = NameMatcher(
    [
        *(section(f"Quay Terrace {number}") for number in range(1, 31)),
        *(section(f"Upper Gallery {number}", "AA BB CC DD") for number in range(1, 21)),
        *(section(f"North Stand {number}", "1 2 3 4 5 6 7 8 9 10 11 12") for number in range(101, 120)),
        *(section(f"South Stand {number}", "1 2 3 4 5 6 7 8 9 10 11 12") for number in range(120, 140)),
        *(SectionNames(id=f"Box {number}", name=f"Box {number}") for number in range(201, 211)),
        SectionNames(id="Suite K4", name="Suite K4"),
        SectionNames(id="Standing Room Only", name="Standing Room Only"),
        *(section(f"{number}{letter}", "1 2 3") for number in (301, 302) for letter in "AB"),
        section("301", "1 2 3 4"),
    ]
)


@pytest.mark.parametrize(("label", "key"), [
    ("Quay Terrace 12, Row C, Seat 7", "Quay Terrace 12/C/7"),
    ("quay terrace 12 row c seat 07", "Quay Terrace 12/C/7"),
    ("QUAY TERRACES 012 RW C", "Quay Terrace 12/C"),
    ("QT12-C-7", "Quay Terrace 12/C/7"),
    ("QT 12/C/7", "Quay Terrace 12/C/7"),
    ("12QT C", "Quay Terrace 12/C"),
    ("Quayterrace 12 C 7", "Quay Terrace 12/C/7"),
    ("Terr 12, Reihe C, Platz 7", "Quay Terrace 12/C/7"),
    ("Quay Terrace QT12 row C", "Quay Terrace 12/C"),
    ("Premium Quay Terrace VIP 12 row C", "Quay Terrace 12/C"),
    ("Quay Terrce 12 row C", "Quay Terrace 12/C"),
    ("Qu\u00e4y Terrace \uff11\uff12 row C", "Quay Terrace 12/C"),
    ("GAL 5 row BB", "Upper Gallery 5/BB"),
    ("UG5 BB 3", "Upper Gallery 5/BB/3"),
    ("5 BB", "Upper Gallery 5/BB"),
    ("N Stand 105, row 10", "North Stand 105/10"),
    ("Section 105 row 10", "North Stand 105/10"),
    ("Sec. 105, Row 10, Seat 3", "North Stand 105/10/3"),
    ("Level 1 Section 105 row 10", "North Stand 105/10"),
    ("Grandstand 105 row 10", "North Stand 105/10"),
    ("105", "North Stand 105"),
    ("Box 205", "Box 205"),
    ("Suite K4", "Suite K4"),
    ("Suite K 4", "Suite K4"),
    ("SRO", "Standing Room Only"),
    ("standing room only", "Standing Room Only"),
    ("301A row 2", "301A/2"),
    ("301 A row 2", "301A/2"),
    ("301 row 4", "301/4"),
    ("301 row 2", "301/2"),
])  # fmt: skip
def test_a_label_is_read_as_a_person_would_read_it(label: str, key: str) -> None:
    resolution = HARBOUR.resolve(label)
    assert resolution.status == "matched", resolution
    assert resolution.seat is not None
    assert resolution.seat.key == key
    assert resolution.level == ("section", "row", "seat")[key.count("/")]


@pytest.mark.parametrize(("label", "status"), [
    ("12 C", "matched"),  # only one of the two sections 12 has a row C
    ("12", "ambiguous"),
    ("Stand 12", "ambiguous"),  # no stand is called 12, and all of them have a row 12
    ("205", "unmatched"),  # a number alone is rather that of a section with rows
    ("Gallery 105 row 10", "unmatched"),
    ("North Stand 125 row 10", "unmatched"),
    ("South Stand 105 row 10", "unmatched"),
    ("Quay Terrace 31 row A", "unmatched"),
    ("Quay Terrace 12 row Z", "section_only"),
    ("Quay Terrace 12 row C seat 99", "section_only"),
    ("Quay Terrace 12 row A-H", "section_only"),
    ("Quay Terrace 12 A-H", "section_only"),
    ("North Stand 105 row 1-12", "section_only"),
    ("Quay Terrace 12 seat 4", "section_only"),
    ("Box 205 row 3", "section_only"),
    ("Terrace seats 205", "ambiguous"),
    ("Bleachers 205", "unmatched"),  # a stranger's words and the number of a box
    ("Suite 4", "unmatched"),
    ("302 row 2", "unmatched"),
    ("302", "unmatched"),  # A or B?
    ("Quay Terrace", "ambiguous"),
    ("Row 5", "unmatched"),
    ("", "unmatched"),
    ("???", "unmatched"),
    ("Quay Terrace 12 13 row A", "unmatched"),
])  # fmt: skip
def test_what_is_not_certain_is_declined(label: str, status: str) -> None:
    assert HARBOUR.resolve(label).status == status


def test_the_trace_can_be_read_by_a_person() -> None:
    trace = HARBOUR.resolve("Premium QT12, row C", explain=True).trace
    assert trace == (
        "'qt' was read as 'quay terrace'",
        "section 'Quay Terrace 12'",
        "it has a row 'C'",
        "not 'Upper Gallery 12': 'qt' touches the number and is not in its name",
    )


def test_alternatives_are_named_where_it_is_ambiguous() -> None:
    resolution = HARBOUR.resolve("12")
    assert {seat.key for seat in resolution.alternatives} == {"Quay Terrace 12", "Upper Gallery 12"}
    assert resolution.seat is None


def test_a_level_supports_a_section_and_speaks_against_those_of_another() -> None:
    venue = NameMatcher([section("A 10", level="Balcony"), section("B 10", level="Stalls")])
    assert venue.resolve("Balcony A 10 row C").status == "matched"
    assert venue.resolve("Stalls A 10 row C").status == "unmatched"


@pytest.mark.parametrize("label", ["Lower Bowl", "Lower Bowl row A", "Lower Bowl 999-A-7 *VIP*", "LB"])
def test_a_level_alone_names_none_of_its_sections(label: str) -> None:
    """It does not fall back to the only section whose name has no number either."""
    family = SectionNames(id="110", name="Section 110", level="Lower Bowl", aliases=("Family Block",))
    bowl = NameMatcher([section("105", level="Lower Bowl"), family, section("Pit", level="Floor")])
    assert bowl.resolve(label).seat is None


def test_a_level_that_has_one_section_names_it() -> None:
    hall = NameMatcher(
        [section("Main", level="Stalls"), section("1", level="Box"), section("2", level="Box")]
    )
    assert hall.resolve("Stalls, row A").seat == hall.resolve("Main, row A").seat is not None


def test_an_alias_names_the_section_as_its_name_does() -> None:
    rows = {"A": RowNames("A")}
    venue = NameMatcher([SectionNames(id="n1", name="North 1", aliases=("Kop 7",), rows=rows)])
    assert venue.resolve("KOP 7 row A").status == "matched"
    assert venue.resolve(Parts(section="North 1", row="A")).status == "matched"


names = st.builds(
    lambda words, number: " ".join([*words, str(number)]),
    st.lists(st.sampled_from(["Lower", "Upper", "Box", "Club", "View", "Terrace"]), max_size=2, unique=True),
    st.integers(1, 12),
)
venues = st.lists(names, min_size=1, max_size=25, unique=True)


@given(venues, st.data())
@settings(deadline=None)
def test_every_row_resolves_from_its_own_name_and_from_its_plain_label(
    venue: list[str], data: st.DataObject
) -> None:
    resolver = NameMatcher([section(name) for name in venue])
    name = data.draw(st.sampled_from(venue))
    row = data.draw(st.sampled_from("ABCDEFGH"))
    for label in (Parts(section=name, row=row), f"{name}, Row {row}", f"{name} row {row} seat 3"):
        resolution = resolver.resolve(label)
        assert resolution.status == "matched"
        assert resolution.seat is not None
        assert (resolution.seat.section, resolution.seat.row) == (name, row)


@given(venues, st.text(alphabet=string.ascii_letters + string.digits + " -,/'", max_size=40))
@settings(deadline=None)
def test_resolving_is_deterministic_and_names_only_what_exists(venue: list[str], label: str) -> None:
    sections = [section(name) for name in venue]
    resolution = NameMatcher(sections).resolve(label)
    assert NameMatcher(reversed(sections)).resolve(label).status == resolution.status
    again = NameMatcher(sections)
    again.resolve("warm up 1")
    assert again.resolve(label) == resolution
    _check_exists(resolution, venue)


def _check_exists(resolution: Resolution, venue: list[str]) -> None:
    assert (resolution.seat is not None) == (resolution.status in ("matched", "section_only"))
    for seat in (*resolution.alternatives, *([resolution.seat] if resolution.seat else [])):
        assert seat.section in venue
        assert seat.row is None or seat.row in "ABCDEFGH"
        assert seat.seat is None or seat.seat in SEATS


def test_each_word_is_told_with_what_it_was_taken_for() -> None:
    resolution = HARBOUR.resolve("Gate 5: QT12, Reihe C, Pl\u00e4tze 7 bis 9 (Aisle)", explain=True)
    taken = [(resolution.text[word.start : word.end], word.taken_for) for word in resolution.words]
    assert taken == [
        ("Gate", "aside"),
        ("5", "aside"),
        ("QT", "section"),
        ("12", "section"),
        ("Reihe", "marker"),
        ("C", "row"),
        ("Pl\u00e4tze", "marker"),
        ("7", "seat"),
        ("bis", "marker"),
        ("9", "seat"),
        ("Aisle", "aside"),
    ]
    assert [seat.seat for seat in resolution.seats] == ["7", "8", "9"]


def test_a_word_that_speaks_against_every_section_says_why() -> None:
    resolution = HARBOUR.resolve("Orchestra 12 row C", explain=True)
    against = [word for word in resolution.words if word.taken_for == "against"]
    assert [(word.start, word.meaning) for word in against] == [(0, "there is no 'orchestra' here")]


def test_a_label_in_parts_is_explained_as_one_text() -> None:
    resolution = HARBOUR.resolve(Parts(section="QT 12", row="Row C", seat="7"), explain=True)
    assert resolution.text == "QT 12, Row C, 7"
    taken = [(resolution.text[word.start : word.end], word.taken_for) for word in resolution.words]
    assert taken == [("QT", "section"), ("12", "section"), ("Row C", "row"), ("7", "seat")]
