"""Unknown names in labels: another stand's or product's name speaks against a place, an artist's does not."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import RowNames, SectionNames, matched_keys

SEATS = frozenset(str(number) for number in range(1, 21))


def section(name: str, level: str = "", *, rows: int = 12) -> SectionNames:
    named = {str(number): RowNames(str(number), SEATS) for number in range(1, rows + 1)}
    return SectionNames(id=name, name=name, level=level, rows=named, rows_by_id=named)


VENUES = {
    "names": [section("Hobbs Stand A"), section("Hobbs Stand B"), section("Lansdowne Stand C")],
    "letters": [section("Hobbs A"), section("Hobbs B"), section("Lansdowne C")],
    "levels": [section("Block A", "Hobbs Stand"), section("Block C", "Lansdowne Stand")],
    "short levels": [section("A", "Hobbs"), section("C", "Lansdowne")],
    "numbers": [section("Block 4", "Hobbs Stand"), section("Block 5", "Lansdowne Stand")],
    "racecourse": [section("Queen's Grandstand Upper"), section("Queen's Grandstand Lower")],
    "ballpark": [section("Field Box 104"), section("Reserve 204")],
    "tribune": [section("Bloc A", "Tribune Borelli"), section("Bloc C", "Tribune Paris")],
    "show": [section("Pista", rows=0), section("Cadeira Superior"), section("Camarote 4", rows=0)],
}
MATCHERS = {name: NameMatcher(sections) for name, sections in VENUES.items()}


@pytest.mark.parametrize(("venue", "label"), [
    ("names", "Radcliffe Stand Block A"),
    ("names", "Radcliffe Stand Block A Row 5 Seat 3"),
    ("names", "RADCLIFFE STAND A ROW 5 SEAT 3"),
    ("names", "radcliffe stand a row 5 seat 3"),
    ("names", "Arena City - Radcliffe Stand Block A Row 5 Seat 3"),
    ("letters", "Radcliffe Stand Block A Row 5 Seat 3"),
    ("letters", "Radcliffe A Row 5 Seat 3"),
    ("levels", "Radcliffe Stand Block A Row 5 Seat 3"),
    ("levels", "Radcliffe Block A Row 5 Seat 3"),
    ("levels", "East Stand Block A Row 5 Seat 3"),
    ("short levels", "Radcliffe Stand Block A Row 5 Seat 3"),
    ("numbers", "Radcliffe Stand Block 4 Row 5 Seat 3"),
    ("racecourse", "King's Grandstand Upper"),
    ("racecourse", "King's Grandstand Upper Row 5 Seat 3"),
    ("tribune", "Tribune Auteuil Bloc A rang 5 place 3"),
    ("show", "Pista Premium"),
    ("show", "Pista - Premium"),
    ("show", "VIP Pista"),
    ("show", "Pista Diamante"),
])  # fmt: skip
def test_a_name_in_the_place_of_another_one_speaks_against_it(venue: str, label: str) -> None:
    assert matched_keys(MATCHERS[venue].resolve(label)) == ()


@pytest.mark.parametrize(("venue", "label", "key"), [
    ("names", "Coldplay - Hobbs Stand Block A Row 5 Seat 3", "Hobbs Stand A/5/3"),
    ("names", "Coldplay Hobbs Stand Block A Row 5 Seat 3", "Hobbs Stand A/5/3"),
    ("names", "Hobs Stand A Row 5 Seat 3", "Hobbs Stand A/5/3"),
    ("names", "Coldplay, Block A, Row 5, Seat 3", "Hobbs Stand A/5/3"),
    ("levels", "Coldplay - Block A Row 5 Seat 3", "Block A/5/3"),
    ("levels", "Hobbs Stand Block A Row 5 Seat 3 (Acme Week)", "Block A/5/3"),
    ("numbers", "Coldplay Block 4 Row 5 Seat 3", "Block 4/5/3"),
    ("racecourse", "Ascot: Queen's Grandstand Upper Row 5 Seat 3", "Queen's Grandstand Upper/5/3"),
    ("ballpark", "Coldplay - Section 104 Row 5 Seat 3", "Field Box 104/5/3"),
    ("ballpark", "Coldplay Section 104 Row 5 Seat 3", "Field Box 104/5/3"),
    ("ballpark", "Infield Box 104 Row 5 Seat 3", "Field Box 104/5/3"),
    ("tribune", "PSG - Bordeaux, Tribune Borelli Bloc A rang 5 place 3", "Bloc A/5/3"),
    ("show", "Pista (VIP)", "Pista"),
    ("show", "Cadeira Superior VIP fila 5 lugar 3", "Cadeira Superior/5/3"),
    ("show", "Camarote VIP 4", "Camarote 4"),
])  # fmt: skip
def test_names_of_artists_cities_and_sponsors_do_not(venue: str, label: str, key: str) -> None:
    assert matched_keys(MATCHERS[venue].resolve(label)) == (key,)
