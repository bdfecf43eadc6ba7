"""What looks like an ordinal, a marker or a level's number, and is none: the rules, one by one."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.matching.readings import Mapped
from seatpreview.labels.model import Parts, RowNames, SectionNames
from seatpreview.labels.parsing.level_names import lists_of_sections, names_without_levels, without_lists
from seatpreview.labels.parsing.neighbouring_words import is_in_a_name, neighbours_of
from seatpreview.labels.text.ordinals import Codes, codes_of, is_ordinal_ending, ordinal_at
from seatpreview.labels.text.tokens import Token, readable, tokens_of

SEATS = frozenset(str(number) for number in range(1, 21))


def tokens(text: str) -> tuple[Token, ...]:
    return tokens_of(readable(text))


def section(name: str, *, id: str = "", level: str = "", seats: frozenset[str] = SEATS) -> SectionNames:
    rows = {str(number): RowNames(str(number), seats) for number in range(1, 13)}
    rows |= {"12E": RowNames("12E", seats), "II": RowNames("II", seats)}
    return SectionNames(id=id or name, name=name, level=level, rows=rows, rows_by_id=rows)


def key_of(matcher: NameMatcher, label: str | Parts) -> str:
    resolution = matcher.resolve(label)
    return resolution.seat.key if resolution.status == "matched" and resolution.seat else ""


@pytest.mark.parametrize(("text", "codes", "is_ordinal"), [
    ("2e balcon", Codes(), True),
    ("2a galleria", Codes(), True),
    ("1er balcon", Codes(), True),
    ("3rd Base", Codes(), True),
    ("12e bloc", Codes(in_names=frozenset(("12e",))), True),
    ("Galerie 2e", Codes(ordinals=frozenset(("2", "2e"))), True),
    ("Section 2e balcon", Codes(), True),
    ("12E", Codes(), False),
    ("Block 12E", Codes(), False),
    ("Bloc 12E rang F", Codes(), False),
    ("Block 12E Level 2", Codes(), False),
    ("12th", Codes(), False),
    ("12th Row 5", Codes(), False),
    ("12ST Terrace", Codes(), False),
    ("4er Tisch", Codes(), False),
    ("B1ST Terrace", Codes(), False),
    ("1E Loge", Codes(in_names=frozenset(("1e",))), False),
])  # fmt: skip
def test_letters_behind_a_number_are_an_ordinal_only_before_what_is_counted(
    text: str, codes: Codes, is_ordinal: bool
) -> None:
    found = tokens(text)
    assert any(is_ordinal_ending(found, index, codes) for index in range(len(found))) == is_ordinal


def test_what_the_names_of_a_venue_write_like_ordinals_is_found_out_from_its_other_names() -> None:
    names = ["Block 12E", "1E Loge", "1N Loge", "2e Balcon", "HH", "II", "Tribune IV"]
    codes = codes_of([(index, tokens(name)) for index, name in enumerate(names)], [tokens("7E")])
    assert codes.in_names == {"12e", "1e", "ii"}
    assert codes.in_ids == {"7e"}
    assert codes.ordinals >= {"2", "2e", "4"}


def test_an_ordinal_before_a_word_for_rows_counts_rows() -> None:
    assert ordinal_at(tokens("Second Row Lounge"), 0) == ""
    assert ordinal_at(tokens("Premier Rang Club"), 0) == ""
    assert ordinal_at(tokens("Second Tier"), 0) == "2"
    assert ordinal_at(tokens("Erster Rang Mitte"), 0) == "1"


@pytest.mark.parametrize(("level", "rest", "lists"), [
    ("500 Level", "500 level", []),
    ("View Level (Sections 401-439)", "view level", [("sections", "401", "439")]),
    ("Niveau 4 (blocs 401 à 439)", "niveau 4", [("blocs", "401", "439")]),
    ("Upper 401\u2013439", "upper", [("401", "439")]),
    ("Level 2 - 200s", "level 2", [("200", "s")]),
    ("Level 200S", "level 200 s", []),
    ("Level 4 / Rows 1-25", "level 4", []),
    ("Gate 3 Level", "level", []),
    ("Plaza 300", "plaza 300", []),
    ("II ordine", "ii ordine", []),
])  # fmt: skip
def test_what_a_level_lists_is_no_part_of_its_name(
    level: str, rest: str, lists: list[tuple[str, ...]]
) -> None:
    found = tokens(level)
    assert " ".join(token.text for token in without_lists(found) if not token.is_sign) == rest
    assert list(lists_of_sections(found)) == lists


@pytest.mark.parametrize(("name", "level", "rest"), [
    ("100 Level 101", "100 Level", ["101"]),
    ("Ring 1 1", "Ring 1", []),
    ("Tier 1 North", "Tier 1", []),
    ("Upper 5", "Lower", []),
])  # fmt: skip
def test_a_name_that_begins_with_its_level_is_known_without_it(
    name: str, level: str, rest: list[str]
) -> None:
    taken_apart = {name: tokens(name), level: tokens(level)}
    found = names_without_levels([section(name, level=level)], taken_apart)
    assert [token.text for token in found.get(0, ())] == rest


@pytest.mark.parametrize(("label", "at", "is_own"), [
    ("Front Row Club Row 2", 1, True),
    ("Front Row Club Row 2", 3, False),
    ("Section 120 Row 5", 2, False),
    ("Box 12 Row AA", 2, False),
    ("Field Box Row AA", 2, True),
    ("2 seats", 1, False),
    ("Club seats", 1, True),
    ("Parking Lot 5", 1, False),
    ("Parking Lot View", 1, True),
    ("Zona 5", 0, True),
])  # fmt: skip
def test_a_word_belongs_to_a_name_only_where_the_name_has_it(label: str, at: int, is_own: bool) -> None:
    names = ("Front Row Club", "Field Box (Row AA)", "Club Seats", "Parking Lot View", "Zona 3")
    neighbours = neighbours_of(map(tokens, names))
    assert is_in_a_name(tokens(label), at, neighbours, frozenset(("aa",))) == is_own


def test_a_row_or_seat_with_a_letter_is_itself_and_no_ordinal() -> None:
    lettered = frozenset(("12", "12D", "12E"))
    matcher = NameMatcher([section("101", seats=lettered), section("102")])
    assert key_of(matcher, "Section 101 Row 12E Seat 12E") == "101/12E/12E"
    assert key_of(matcher, "Section 101 Row II Seat 12") == "101/II/12"
    assert [seat.seat for seat in matcher.resolve("Section 101 Row 5 Seats 12D, 12E").seats] == ["12D", "12E"]
    assert key_of(matcher, Parts(section="101", row="5", seat="12E")) == "101/5/12E"
    assert key_of(matcher, "Section 102 Row 5 Seat 12E") == ""


@pytest.mark.parametrize(("rows", "label", "found"), [
    ("HH II JJ", "Sector 2 Filas II a JJ", "section_only Sector 2"),
    ("HH II JJ", "Sector 2 Rows II-JJ", "section_only Sector 2"),
    ("HH II JJ", "Sector 2 fila II / JJ", "section_only Sector 2"),
    ("HH II JJ", "Sector 2 fila II, 4", "matched Sector 2/II/4"),
    ("HH II JJ", "Row II, Sector 2", "matched Sector 2/II"),
    ("HH II JJ", "Sector 2 (II) fila JJ", "matched Sector 2/JJ"),
    ("1 2 3 4 5", "Sector 2 Filas II-5", "section_only Sector 2"),
    ("1 2 3 4 5", "Sector 2 Row II - 5", "section_only Sector 2"),
    ("A B C", "Sector 2 Fila II a 5", "section_only Sector 2"),
])  # fmt: skip
def test_a_row_like_a_roman_numeral_is_not_the_number_of_its_section(
    rows: str, label: str, found: str
) -> None:
    """'II' was read as the 2 of the section once more, and the other end of the range as the row."""
    named = {row: RowNames(row, SEATS) for row in rows.split()}
    matcher = NameMatcher(
        [SectionNames(id=name, name=name, rows=named) for name in ("Sector 1", "Sector 2", "Sector 3")]
    )
    resolution = matcher.resolve(label)
    assert f"{resolution.status} {resolution.seat and resolution.seat.key}" == found


def test_a_name_that_a_rule_maps_takes_no_role_away_from_its_words() -> None:
    matcher = NameMatcher(
        [section("101"), section("Club", id="C")], [Mapped(name="Front Row Party", section="C", rule=0)]
    )
    assert key_of(matcher, "Section 101 Row 5 Seat 3") == "101/5/3"
    assert key_of(matcher, "Front Row Party Row 5 Seat 3") == "C/5/3"


def test_a_level_word_in_a_name_keeps_its_role_in_labels() -> None:
    matcher = NameMatcher([section("Section 101"), section("Level Up Bar")])
    assert key_of(matcher, "Level 1 Section 101 Row 5") == "Section 101/5"
    assert key_of(matcher, "Level Up Bar Row 5") == "Level Up Bar/5"


def test_a_level_of_korean_writing_is_no_section() -> None:
    matcher = NameMatcher(
        [section(f"{number}{side}", level=f"{number}층") for number in (1, 2) for side in "NSEW"]
    )
    assert key_of(matcher, "1층 Row 5 Seat 3") == ""
    assert key_of(matcher, Parts(section="1층", row="5", seat="3")) == ""
    assert key_of(matcher, "1E Row 5 Seat 3") == "1E/5/3"


def test_a_number_alone_is_no_name_where_others_have_it_with_a_letter() -> None:
    matcher = NameMatcher([section("3N"), section("3S"), section("Gate 3 Terrace", id="G")])
    assert key_of(matcher, "Block 3 Row 5 Seat 3") == ""
    assert key_of(matcher, "Tier 3 Row 5 Seat 3") == ""
    assert key_of(matcher, "Gate 3 Terrace Row 5 Seat 3") == "G/5/3"


def test_a_level_and_a_seat_name_no_section_unless_the_seat_tells_which() -> None:
    matcher = NameMatcher([section("Ring 4 1A", level="Ring 4"), section("Lounge", level="Ring 4")])
    assert key_of(matcher, "Ring 4 Row 5 Seat 3") == ""


def test_a_part_of_a_name_that_counts_or_marks_anything_names_nothing() -> None:
    for name, said in (
        ("Front Row Club", "Front Row"),
        ("Second Row Lounge", "Second Row"),
        ("Reihe Eins Lounge", "Reihe Eins"),
        ("Salon du Premier Rang", "Premier Rang"),
        ("Salon du Premier Rang", "1er rang"),
        ("Fila Cero Club", "Fila Cero"),
        ("Prima Fila Club", "Prima fila"),
        ("Eerste Rij Lounge", "Eerste rij"),
        ("Fila da Frente Lounge", "Fila da Frente"),
        ("Gate 9 Club", "Gate 9"),
        ("Gate 9 Club", "Gate 9 Row 5 Seat 3"),
        ("Kids Zone", "Kids"),
        ("Saturday Club", "Saturday"),
    ):
        matcher = NameMatcher([section(name, id="X"), section("Stalls")])
        assert key_of(matcher, said) == "", said
        assert key_of(matcher, f"{name} Row 5 Seat 3") == "X/5/3"


def test_the_rest_of_such_a_name_names_its_section() -> None:
    matcher = NameMatcher([section("Front Row Club", id="X"), section("Platea Butacas Impar", id="P")])
    assert key_of(matcher, "Club Row 5 Seat 3") == "X/5/3"
    assert key_of(matcher, "P. Butacas Impar Fila 5 Asiento 3") == "P/5/3"


def test_a_room_that_is_named_after_a_row_takes_no_word_for_rows_away() -> None:
    names = ("Orchestre", "Salon du Premier Rang", "Rang d'Honneur")
    matcher = NameMatcher(section(name) for name in names)
    assert key_of(matcher, "Orchestre rang 5 place 3") == "Orchestre/5/3"
    assert key_of(matcher, "Salon du Premier Rang, rang 5, place 3") == "Salon du Premier Rang/5/3"
    assert key_of(matcher, "Rang d'Honneur rang 5 place 3") == "Rang d'Honneur/5/3"
    assert key_of(matcher, "Loge du Premier Rang rang 5 place 3") == ""


def test_an_ordinal_in_small_letters_before_a_row_is_none_of_the_sections_with_that_name() -> None:
    matcher = NameMatcher([section("Block 2ND"), section("Block 3N"), section("Block 12E")])
    assert key_of(matcher, "Block 3N, 2nd row, seat 3") == "Block 3N/2/3"
    assert key_of(matcher, "2nd row, Block 12E, seat 3") == "Block 12E/2/3"
    assert key_of(matcher, "Block 2ND row 5 seat 3") == "Block 2ND/5/3"
    assert key_of(matcher, "2ND ROW SEAT 3") == ""


def test_the_number_of_a_level_may_stand_before_that_of_the_section() -> None:
    matcher = NameMatcher(
        [section("Section 512", level="500 Level"), section("Section 214", level="Level 2 (200s)")]
    )
    assert key_of(matcher, "500 Level 512 Row 5 Seat 3") == "Section 512/5/3"
    assert key_of(matcher, "Level 2 (200s) Section 214 Row 5 Seat 3") == "Section 214/5/3"
    assert key_of(matcher, "Level 2 214 Row 5 Seat 3") == "Section 214/5/3"
    assert key_of(matcher, "500 Level 214 Row 5 Seat 3") == ""


@pytest.mark.parametrize(("label", "key"), [
    ("North Stand Lower Block 3 Row 5 Seat 3", "3N/5/3"),
    ("Block 3 East Row 5 Seat 3", "3E/5/3"),
    ("North Block 3 Row 5 Seat 3", ""),  # The North Deck has one as well.
    ("Block 3 Row 5 Seat 3", ""),
    ("East Gate, Block 3, Row 5, Seat 3", ""),
    ("Upper East Block 3 Row 5 Seat 3", ""),
    ("East Stand 3-8", ""),
    ("West Stand Block 3 Row 5 Seat 3", ""),  # Its letters stand for nothing.
])  # fmt: skip
def test_a_letter_for_the_direction_of_a_level_is_said_by_its_name(label: str, key: str) -> None:
    stands = {"N": "North Stand Lower", "ND": "North Deck", "E": "East Stand", "W": "West Stand"}
    sections = [
        section(f"Block {number}{letter}", id=f"{number}{letter}", level=level)
        for letter, level in stands.items()
        for number in (2, 3)
    ]
    matcher = NameMatcher([*sections, section("Block 2A", id="2A", level="West Stand")])
    assert key_of(matcher, label) == key


def test_what_is_remembered_of_an_ordinal_depends_on_what_it_counts() -> None:
    matcher = NameMatcher([section("Block 1"), section("Block 2")])
    assert key_of(matcher, "Second, Row 5 Seat 3") == "Block 2/5/3"
    assert key_of(matcher, "Second Row 5 Seat 3") == ""


def test_a_number_in_place_of_that_of_the_section_is_no_row() -> None:
    matcher = NameMatcher([section("Yellow 2"), section("Blue")])
    assert key_of(matcher, "Yellow 1") == ""
    assert key_of(matcher, "Yellow 12 Seat 3") == ""
    assert key_of(matcher, "Yellow Row 1 Seat 3") == "Yellow 2/1/3"


def test_the_number_of_a_level_is_no_part_of_a_lettered_name() -> None:
    matcher = NameMatcher([section("Block A1"), section("Block A2"), section("Block B1")])
    assert key_of(matcher, "Level 1 Block A Row 5 Seat 3") == ""
    assert key_of(matcher, "Level 3 Block A1 Row 5 Seat 3") == "Block A1/5/3"
