"""Labels as sellers write them: ranges of places, letters for words, and sentences beside the place."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import Parts, RowNames, SectionNames, matched_keys

SEATS = frozenset(str(number) for number in range(1, 21))
LETTERED_SEATS = frozenset("ABCDEF")


def section(name: str, rows: str = "", seats: frozenset[str] | None = SEATS, level: str = "") -> SectionNames:
    named = {row: RowNames(row, seats) for row in rows.split()}
    return SectionNames(
        id=name, name=name, level=level, rows=named, rows_by_id=named or {"": RowNames("", seats)}
    )


BANQUET = NameMatcher(
    [
        *(section(f"Tisch {number}", level="Bankett") for number in range(1, 11)),
        *(section(f"Loge {letter}", level="Logen") for letter in "ABCD"),
        *(section(f"Palco {number}", level="Palchi") for number in range(1, 11)),
    ]
)


def keys_of(matcher: NameMatcher, label: str | Parts) -> str:
    return " ".join(matched_keys(matcher.resolve(label)))


@pytest.mark.parametrize(("label", "keys"), [
    ("Tische 5-8", ""),
    ("Tables 5-8", ""),
    ("Tische 5 und 6", ""),
    ("Palchi 5-8", ""),
    ("Palcos 5-8", ""),
    ("Logen A-C", ""),
    ("Tisch 5-8", "Tisch 5//8"),
    ("Tisch 5 Platz 8", "Tisch 5//8"),
    ("Loge A", "Loge A"),
])  # fmt: skip
def test_the_plural_of_a_kind_of_place_before_a_range_names_several_places(label: str, keys: str) -> None:
    assert keys_of(BANQUET, label) == keys


BULLRING = NameMatcher(
    [section(f"Tendido bajo {number}", "Barrera Contrabarrera 1 2 3 4 5 6 7 8") for number in range(1, 11)]
)


def test_a_number_behind_the_words_of_a_name_is_no_row_of_another_section() -> None:
    assert keys_of(BULLRING, "Delantera nº 5, Tendido bajo 8") == ""
    assert keys_of(BULLRING, "Tendido bajo 5, 8") == "Tendido bajo 5/8"
    assert keys_of(BULLRING, "Contrabarrera nº 5, Tendido bajo 8") == "Tendido bajo 8/Contrabarrera/5"
    assert keys_of(BULLRING, "Barrera del tendido bajo 4, nº 7") == "Tendido bajo 4/Barrera/7"
    assert keys_of(BULLRING, "Tendido bajo 4 Barrera fila 1 asiento 7") == ""


def test_letters_that_may_be_the_row_are_not_passed_over() -> None:
    stand = NameMatcher(
        [section(f"Block {number}", "A B C D E F", level="Sowerby Stand") for number in range(1, 13)]
    )
    assert keys_of(stand, "B4 XQ S12") == ""
    assert keys_of(stand, "B4 RF S12") == "Block 4/F/12"
    assert keys_of(stand, "B4 RQ S12") == ""
    assert keys_of(stand, "Benfica x Porto Block 4 Row F Seat 12") == "Block 4/F/12"


def test_a_seat_does_not_tell_levels_apart_that_have_the_same_name() -> None:
    opera = NameMatcher(
        [
            section("二楼楼座", "1 2 3 4 5", level="二楼"),
            section("三楼楼座", "1 2 3 4 5", frozenset(("101", "102")), level="三楼"),
        ]
    )
    assert keys_of(opera, "楼座5排12号") == ""
    assert keys_of(opera, "二楼楼座5排12号") == "二楼楼座/5/12"


ARENA = NameMatcher(
    [
        section("Stehplatz Innenraum", seats=None, level="Innenraum"),
        section("Fosse", seats=None, level="Ränge"),
        section("Loge 1", seats=None),
        section("Block 5", "A B C", level="Unterrang"),
    ]
)
CLUB = NameMatcher(
    [section("Relvado em pé", seats=None), section("Camarote 1", seats=None), section("Setor 5", "A B")]
)


@pytest.mark.parametrize(("label", "keys"), [
    ("Em pé", "Relvado em pé"),
    ("Stehplatz", "Relvado em pé"),
    ("Standing", "Relvado em pé"),
    ("Selger 2 ståplasser til Karpe", "Relvado em pé"),
    ("Standing Row A", ""),
    ("Standing 5", ""),
    ("Standing Lamorgue", ""),
    ("VIP Standing", ""),
])  # fmt: skip
def test_the_manner_of_admission_names_the_only_section_for_it(label: str, keys: str) -> None:
    assert keys_of(CLUB, label) == keys


def test_the_manner_of_admission_names_none_of_two_sections_without_seats() -> None:
    assert keys_of(ARENA, "Stehplatz") == ""


@pytest.mark.parametrize(("label", "keys"), [
    ("Verkaufe 2x Helene Fischer Stehplatz Innenraum", "Stehplatz Innenraum"),
    ("Vends 2 billets fosse pour Stromae", "Fosse"),
    ("Selling 2 tickets Coldplay, Fosse", "Fosse"),
    ("Vendo due biglietti Bolle and Friends, Fosse", "Fosse"),
    ("Sprzedam 2 bilety Dawid Podsiadło, Fosse", "Fosse"),
    ("Selling 5 Row C Seat 7", "Block 5/C/7"),
    ("Vends 2 billets fosse platine", ""),
    ("Vends 2 billets Fosse Platine", ""),
    ("Selling 2 golden fosse", ""),
    ("Verkaufe Gutschein Fosse", ""),
    ("Stromae fosse", ""),
])  # fmt: skip
def test_an_offer_may_name_the_event(label: str, keys: str) -> None:
    assert keys_of(ARENA, label) == keys


CHURCH = NameMatcher(
    [
        section("Nave Left", "1 2 3 12", LETTERED_SEATS),
        section("Nave Right", "1 2 3 12", LETTERED_SEATS),
        section("Grass Bank", seats=None),
        section("Carré Or", "A B C"),
        section("Palco 9", "A B C"),
    ]
)


@pytest.mark.parametrize(("label", "keys"), [
    ("Enter through west doors. Nave Left, Pew 1, Seat A", "Nave Left/1/A"),
    ("Garderobe links! Nave Right Reihe 3 Platz B", "Nave Right/3/B"),
    ("Torniquete 22, Carré Or, fila A, lugar 20", "Carré Or/A/20"),
    ("Entrance 3, left side, Carré Or, row A, seat 20", "Carré Or/A/20"),
    ("P.V.P. 64,50 € IVA incl. Carré Or Fila A Asiento 20", "Carré Or/A/20"),
    ("Nave Lefft Pew 12 Seat C", "Nave Left/12/C"),
    ("Carré Orr rang C place 7", "Carré Or/C/7"),
    ("Grass Bank (bring a blanket)", "Grass Bank"),
    ("Grass Bank (Gutschein)", ""),
    ("Grass Bank (Lamorgue)", ""),
    ("Garderobe 5", ""),
    ("Parkplatz 5, Carré Or, Reihe A", ""),
    ("Door 3, Carré Or", "Carré Or"),
])  # fmt: skip
def test_what_is_said_about_other_things_does_not_silence_a_place(label: str, keys: str) -> None:
    assert keys_of(CHURCH, label) == keys


@pytest.mark.parametrize(("label", "keys"), [
    ("Nave Left, Pew 12, Seats A, B and C", "Nave Left/12/A Nave Left/12/B Nave Left/12/C"),
    ("Nave Left, Reihe 12, Plätze A und B", "Nave Left/12/A Nave Left/12/B"),
    ("Nave Left Pew 12 Seats A to C", "Nave Left/12/A Nave Left/12/B Nave Left/12/C"),
    ("Nave Left Pew 12 St C", "Nave Left/12/C"),
    ("Nave Left, pew 12C", "Nave Left/12/C"),
    (Parts(section="Nave Left", row="Pew 12", seat="Seat D"), "Nave Left/12/D"),
    (Parts(section="Nave Left", row="12", seat="Seats A and B"), "Nave Left/12/A Nave Left/12/B"),
    (Parts(section="Grass Bank", seat="LIBRE"), "Grass Bank"),
    ("Nave Left, pew 13C", ""),
    ("Nave Left Pew 12 Seat A or B", ""),
    ("Palco 9, Row 7C", ""),
])  # fmt: skip
def test_seats_with_letters_are_listed_like_others(label: str | Parts, keys: str) -> None:
    assert keys_of(CHURCH, label) == keys
