"""Words of a label that contradict the place it seems to name."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import Parts, RowNames, SectionNames

ODD_THEN_EVEN = [str(number) for number in (*range(1, 30, 2), *range(2, 31, 2))]
IN_ORDER = [str(number) for number in range(1, 31)]


def _section(id: str, name: str, level: str = "", seats: list[str] = IN_ORDER) -> SectionNames:
    rows = {row: RowNames(row, seats) for row in ("1", "2", "5", "A", "B")}
    return SectionNames(id=id, name=name, level=level, rows=rows, rows_by_id=rows)


VENUE = NameMatcher(
    [
        _section("G1", "Tribuna Gold settore 1", "Platea"),
        _section("G2", "Tribuna Gold settore 2", "Platea"),
        _section("N2", "Gradinata settore 2", "Gradinata"),
        _section("P", "Parterre", "Parterre", ODD_THEN_EVEN),
    ]
)


@pytest.mark.parametrize(
    "label",
    [
        "Tribuna Platinum settore 1 fila 2 posto 1",
        "Settore 2 fila 5 posto 17",
        "Parterre pair rang A place 11",
        "Parterre impair rang A place 12",
        "Parterre dispari fila A posti 2, 4",
        "Small Hall, Parterre Row 5 Seat 12",
        "Kleiner Saal, Parterre Reihe 5 Platz 12",
        "Petite salle, parterre rang A place 12",
        "Sala piccola - Parterre fila 5 posto 12",
        "Мала зала, Parterre, ряд 5, місце 12",
        "小ホール Parterre 5列 12番",
    ],
)
def test_a_word_that_contradicts_the_place_declines_it(label: str) -> None:
    assert VENUE.resolve(label).status != "matched"


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Tribuna Gold settore 1 fila 2 posto 1", "G1/2/1"),
        ("Gradinata settore 2 fila 5 posto 17", "N2/5/17"),
        ("Parterre pair rang A place 12", "P/A/12"),
        ("Pair of tickets, Parterre Row A Seats 11 and 13", "P/A/11"),
        ("Parterre, A1 to A5", "P/A/1"),
        ("Großer Saal, Parterre Reihe 5 Platz 12", "P/5/12"),
    ],
)
def test_the_same_words_do_no_harm_where_they_agree(label: str, key: str) -> None:
    resolution = VENUE.resolve(label)
    assert resolution.status == "matched"
    assert resolution.seat is not None
    assert resolution.seat.key == key


@pytest.mark.parametrize(
    ("section", "seats", "named"),
    [
        ("Parterre", "15-17", ["15", "17"]),
        ("Parterre", "14-10", ["10", "12", "14"]),
        ("Gradinata settore 2", "15-17", ["15", "16", "17"]),
    ],
)
def test_a_range_names_seats_that_stand_side_by_side(section: str, seats: str, named: list[str]) -> None:
    resolution = VENUE.resolve(Parts(section=section, row="A", seat=seats))
    assert [place.seat for place in resolution.seats] == named


TABLES = NameMatcher(
    SectionNames(id=f"T{number}", name=f"Tafel {number}", rows_by_id={"": RowNames("", list("ABCD"))})
    for number in range(1, 5)
)


@pytest.mark.parametrize(
    ("label", "is_found"),
    [
        ("Tribute Night - Tafel 3 stoel D", True),
        ("Tribute Night - Tafel 3 stoel E", False),
        ("Rooftop Tafel 3 stoel D", False),
    ],
)
def test_an_unknown_name_before_a_table_is_an_event_only_if_it_stands_apart(
    label: str, is_found: bool
) -> None:
    assert (TABLES.resolve(label).status == "matched") == is_found


FLOORS = NameMatcher(
    [
        _section("B", "Balcon", "2e étage"),
        _section("1", "Bloc 1", "1er étage"),
        _section("2", "Bloc 2", "1er étage"),
        SectionNames(id="ROLLI", name="Rollstuhlplätze", rows_by_id={"": RowNames("", IN_ORDER)}),
    ]
)


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Balcon 2e étage rang A place 12", "B/A/12"),
        ("2e balcon rang A place 12", ""),
        ("Second balcony row A seat 12", ""),
        ("2. Balkon Reihe A Platz 12", ""),
        ("Rollstuhlplatz 2 + Begleitperson", "ROLLI//2"),
        ("Accessible seat 2 (plus companion)", "ROLLI//2"),
        ("מקום נגיש 2 + מלווה", "ROLLI//2"),
    ],
)
def test_an_ordinal_and_a_wheelchair_belong_to_the_word_beside_them(label: str, key: str) -> None:
    resolution = FLOORS.resolve(label)
    assert (resolution.seat.key if resolution.status == "matched" and resolution.seat else "") == key


def test_an_accessible_place_is_no_block_with_its_number_where_the_venue_names_none() -> None:
    blocks = NameMatcher([_section("1", "גוש 1"), _section("2", "גוש 2")])
    assert blocks.resolve("מקום נגיש 2").status != "matched"
