"""Ranges and lists of what is no place are passed over whole: half of one would be read as a row."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import RowNames, SectionNames

SEATS = frozenset(map(str, range(1, 41)))
ROWS = {name: RowNames(name, SEATS) for name in (*map(str, range(1, 31)), *"ABCDEFGHK")}
HALL = NameMatcher(
    SectionNames(id=number, name=f"Section {number}", rows=ROWS, rows_by_id=ROWS) for number in ("105", "512")
)


def key_of(label: str) -> str:
    resolution = HALL.resolve(label)
    return resolution.seat.key if resolution.status == "matched" and resolution.seat else ""


THINGS = {
    "en": "Gates, Doors, Entrances, Portals, Lifts, Elevators, Stairs, Turnstiles, Exits, Ages, Days",
    "de": "Tore, Tor, Türen, Eingänge, Eingang, Aufgänge, Treppen, Aufzüge, Zugänge, Kategorien, Alter",
    "es": "Puertas, Puerta, Accesos, Acceso, Escaleras, Ascensores, Vomitorios, Salidas, Edades, Zonas",
    "fr": "Portes, Porte, Entrées, Accès, Escaliers, Ascenseurs, Sorties, Vomitoires, Âges, Catégories",
    "it": "Porta, Porte, Ingressi, Ingresso, Varchi, Cancelli, Ascensori, Uscite, Tornelli, Età",
    "nl": "Ingangen, Ingang, Poorten, Deuren, Deur, Trappen, Liften, Uitgangen, Leeftijd, Categorieën",
    "pt": "Portas, Porta, Portões, Acessos, Escadas, Elevadores, Saídas, Idades, Catracas, Categorias",
}


@pytest.mark.parametrize("words", THINGS.values(), ids=THINGS)
def test_a_range_of_gates_ages_or_lifts_is_no_row(words: str) -> None:
    for word in words.split(", "):
        assert key_of(f"Section 512, {word} 5-8") == "512", word
        assert key_of(f"{word} 5-8, Section 512, Row K, Seat 9") == "512/K/9", word
        assert key_of(f"Section 512 ({word} 5-8) Row K Seat 9") == "512/K/9", word


@pytest.mark.parametrize("aside", [
    "Gates 5 - 8", "Gates 5, 6", "Gates 5, 6 and 7", "Gates 5 & 6", "Gate 5 or 6", "Gate 5 to 8", "Gate 5/6",
    "Gates A-D", "Gates A, B", "Eingang 5 bis 8", "Puertas 5 y 6", "Puertas 5 a 8", "portes 5 à 8",
    "Deuren 5 t/m 8", "Portas 5 e 6", "5-8 years", "5 bis 8 Jahre", "de 5 à 8 ans", "de 5 a 8 años",
    "5-8 anni", "5 tot 8 jaar", "5-8 anos", "2-4 tickets", "5-8 pm", "5 - 8 pm", "20-22 Uhr", "20-22 uur",
    "May 5-8", "5-8 May", "5.-8. Mai", "8. Mai", "du 5 au 8 mai", "8 de mayo", "5-8 maggio", "$5-8",
    "5-8 EUR", "Gates #5-#8", "Gate A5-A8",
])  # fmt: skip
def test_all_numbers_of_a_list_of_other_things_are_set_aside(aside: str) -> None:
    assert key_of(f"Section 512, {aside}") == "512"
    assert key_of(f"{aside}, Section 512, Row K, Seat 9") == "512/K/9"


@pytest.mark.parametrize("product", [
    "Fan Pack 5-8", "Platinum 5-8", "VIP 5-8", "Aisle 5-8", "Tickets 5-8", "Kids 5-8", "Platinum C-F",
    "Gate 5 - 8", "Session 5 \u2013 8", "Gate 5, 8", "Gate A - B", "Pack of 4", "Pack of 4 5-8",
    "Nos. 5-8", "Enfants 5-8", "Kinder 5-8", "Familie 5-8",
])  # fmt: skip
def test_a_range_behind_a_word_that_says_nothing_about_it_declines_the_label(product: str) -> None:
    assert key_of(f"Section 512 {product}") == ""


@pytest.mark.parametrize(("label", "key"), [
    ("Gate 5 - 105 - K - 9", "105/K/9"),
    ("Gate5-105-K-9", "105/K/9"),
    ("Gate 5, 105, K, 9", "105/K/9"),
    ("Gates 5-8, 105, K, 9", "105/K/9"),
    ("Section 105 K 9 - 12 May", "105/K/9"),
    ("Section 105 Row 5 Seat 7, 8 pm", "105/5/7"),
    ("Section 105 Row 5 - 8 May", "105/5"),
    ("Section 105 VIP K 9", "105/K/9"),
    ("Section 105 5-8", "105/5/8"),
    ("Section 105 Gate 5 - K", "105/K"),
    ("Section 105, Gate 5, 8, 12", "105/8/12"),
    ("Section 105 Row K Seats #9-#10", "105/K/9"),
    ("Section 105 Row K Seats 9-10, 2 tickets", "105/K/9"),
])  # fmt: skip
def test_a_section_row_or_seat_beside_such_a_number_stays(label: str, key: str) -> None:
    assert key_of(label) == key
