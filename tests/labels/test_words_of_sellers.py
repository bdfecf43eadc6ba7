"""What sellers and box offices write around a place: fares, buyers, events, halls, rows without a word."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import Parts, RowNames, SectionNames

SEATS = [str(number) for number in range(1, 31)]


def _section(id: str, name: str, rows: str = "", level: str = "") -> SectionNames:
    by_id = {row: RowNames(row, SEATS) for row in rows.split()}
    without_rows = {"": RowNames("", SEATS)}
    return SectionNames(id=id, name=name, level=level, rows=by_id, rows_by_id=by_id or without_rows)


LETTERS = "A B C D H K N R"
NUMBERS = "1 2 3 4 5 12"
THEATRE = NameMatcher(
    [
        _section("P", "Parterre", LETTERS),
        _section("B7", "Block 7", NUMBERS, "Osttribüne"),
        _section("E2", "Block E2", NUMBERS, "Tribuna Est"),
        _section("E3", "Block E3", NUMBERS, "Tribuna Est"),
        _section("L4", "Loge 4"),
        _section("L5", "Loge 5"),
        _section("W", "Rollstuhlplätze"),
        _section("S", "Stehplatz Süd"),
        _section("G", "Nordgalerie", NUMBERS),
        _section("SN", "Seitenschiff Nord", LETTERS),
        _section("T", "Tendido 9", "Barrera 1 2"),
    ]
)
CINEMA = NameMatcher([_section(f"S{number}", f"Sala {number}", LETTERS) for number in range(1, 9)])


def _key(venue: NameMatcher, label: str | Parts) -> str:
    found = venue.resolve(label)
    if found.status != "matched" or found.seat is None:
        return ""
    return "|".join((found.seat.key, *(seat.seat or "" for seat in found.seats[1:])))


@pytest.mark.parametrize(("label", "key"), [
    # Words for seats.
    ("Block 7 rij 3 zetels 5 t.e.m. 7", "B7/3/5|6|7"),
    ("Block 7, fila 3, ubicación 5", "B7/3/5"),
    ("Block 7 fila 3 poltroncina 5", "B7/3/5"),
    ("Loge 4 sgabello n. 2", "L4//2"),
    # Buyers and fares.
    ("Block 7 Reihe 3 Platz 5, AHV/IV", "B7/3/5"),
    ("Stehplatz Süd, Studierende", "S"),
    ("Stehplatz Süd - tesserati", "S"),
    ("Stehplatz Süd, menores", "S"),
    ("Block 7 Row 3 Seat 5, Season Seat Holder", "B7/3/5"),
    ("Block 7 fila 3 asiento 5 $ 480.00 MXN + cargo por servicio", "B7/3/5"),
    # A whole box, and how many people it is for.
    ("Loge 4 (gesamte Loge, 6 Personen)", "L4"),
    ("Loge 4 complète", "L4"),
    ("Loge 4 completo, 6 pax", "L4"),
    ("Loge 4, Loge für 6", "L4"),
    ("Loge 4 incl. diner", "L4"),
    ("Loge 4 con catering", "L4"),
    # Places without numbers.
    ("Stehplatz Süd, sin numerar", "S"),
    ("Stehplatz Süd non numerato", "S"),
    ("Stehplatz Süd - sem lugar marcado", "S"),
    ("Stehplatz Süd (places non réservées)", "S"),
    # Wheelchairs.
    ("Wheelchair 3 + 1 companion", "W//3"),
    ("Rolstoelplaats 3", "W//3"),
    # Times and dates.
    ("Sat 14 Mar 2.30pm Parterre D6 Adult £48.00", "P/D/6"),
    ("Ven. 6 févr. 2026, 19 h 30 | Block 7 | Rangée 3 | Siège 5 | Portes : 18 h 45", "B7/3/5"),
    ("Gio 14.05 - Block 7 - fila 3 - posto 5", "B7/3/5"),
    ("qui 12/03 - Block 7 - fila 3 - lugar 5", "B7/3/5"),
    ("Sat, Mar 14, 2026 Block 7 Row 3 Seat 5", "B7/3/5"),
    ("za 20/12 14u30 Block 7 rij 3 stoel 5", "B7/3/5"),
    # Titles of events.
    ("Game 14 vs. Thunder Bay: Block 7 Row 3 Seat 5", "B7/3/5"),
    ("Zesdaagse dag 5, Block 7, rij 3, zetel 5", "B7/3/5"),
    ("Serie del Rey Juego 3 · Block 7 · Fila 3 · Asiento 5", "B7/3/5"),
    ("E-ticket 1 de 2, Block 7 fila 3 asiento 5", "B7/3/5"),
    # Slips.
    ("Block 7 Row 3 Seta 5", "B7/3/5"),
    ("Block 7 rang 3 palce 5", "B7/3/5"),
    ("Block 7 Rowl 3 Seat 5", "B7/3/5"),
    ("Partterre Reihe H Platz 5", "P/H/5"),
    # Directions.
    ("Nördliches Seitenschiff Reihe K Platz 5", "SN/K/5"),
    ("Galerie Nord Reihe 3 Platz 5", "G/3/5"),
    ("Tribuna Est - block 2 - fila 3 - posto 5", "E2/3/5"),
    # Rows without a word.
    ("Parterre R 12", "P/R/12"),
    ("Parterre, K 1, K 2", "P/K/1|2"),
    ("Parterre: N12, N13, N14", "P/N/12|13|14"),
    ("Parterre Platz H 12", "P/H/12"),
    ("Parterre, place D4", "P/D/4"),
    ("Barrera tendido 9, localidad 7", "T/Barrera/7"),
    ("Tendido 9, fila 2 - número 16", "T/2/16"),
    ("Loge 4 p. 2", "L4//2"),
])  # fmt: skip
def test_what_sellers_write_around_a_place_does_no_harm(label: str, key: str) -> None:
    assert _key(THEATRE, label) == key


@pytest.mark.parametrize("label", [
    "Loge 4 and 5",
    "Loge 4 Loge 5",
    "Loge for 6",
    "Loge 4 oder 5",
    "Studio 2, Parterre, Reihe H, Platz 5",
    "Kleiner Saal - Parterre Reihe H Platz 5",
    "Screen 7 Row 3 Seat 5",
    "Stehplatz Süd (Lamorgue)",
    "Parterre Reihe H Parkplatz 5",
    "Diner in het restaurant",
])  # fmt: skip
def test_words_that_may_name_another_place_decline_a_label(label: str) -> None:
    assert _key(THEATRE, label) == ""


@pytest.mark.parametrize("label", [
    "Screen 5, Row H, Seat 10",
    "Saal 5 Reihe H Platz 10",
    "Salle 5, rang H, place 10",
    "Zaal 5 rij H stoel 10",
    "Sala 5 legendado 19:30 poltrona H10",
    "sala 5 poltrona h 10",
    "SALA 5 VOSE BUTACA H-10",
    Parts(section="5", row="", seat="H10"),
    Parts(section="Sala 5", row="H10"),
    Parts(section="Sala 5", seat="Row H Seat 10"),
])  # fmt: skip
def test_a_hall_of_a_cinema_is_found_by_the_word_of_any_language(label: str | Parts) -> None:
    assert _key(CINEMA, label) == "S5/H/10"


@pytest.mark.parametrize(("parts", "key"), [
    (Parts(section="Block 7", row="3", seat="5;6"), "B7/3/5|6"),
    (Parts(section="Stehplatz Süd", row="Steh"), "S"),
    (Parts(section="Stehplatz Süd", row="-", seat="n/a"), "S"),
    (Parts(section="Stehplatz Süd", seat="NON NUMERATO"), "S"),
    (Parts(section="Block 7", row="Steh"), ""),
    (Parts(section="Parterre", seat="12"), ""),
])  # fmt: skip
def test_fields_may_be_filled_in_other_ways(parts: Parts, key: str) -> None:
    assert _key(THEATRE, parts) == key
