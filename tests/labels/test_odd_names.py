"""Sections with odd names resolve to themselves: words for rows and seats, numbers, ranges, brackets, dates,
other scripts. All odd names of a language are in one venue, so that they may be mistaken for one another."""

import pytest

from seatpreview.labels.matching.name_matcher import NameMatcher
from seatpreview.labels.model import Parts, RowNames, SectionNames, matched_keys

SEATS = frozenset(str(number) for number in range(1, 11))
ROWS = {"numbers": ("5", [str(number) for number in range(1, 13)]), "letters": ("C", list("ABCDEFGH"))}

WORDS = {
    "en": ("Row", "Seat"),
    "de": ("Reihe", "Platz"),
    "fr": ("rang", "place"),
    "es": ("Fila", "Asiento"),
    "it": ("fila", "posto"),
    "nl": ("rij", "stoel"),
    "pt": ("fila", "lugar"),
}
NAMES: dict[str, list[str]] = {
    "en": [
        "Front Row Club", "Second Row Lounge", "Row 1 Bar", "Seat Geek Deck", "Section 8 Lounge",
        "The Block", "Block Party Deck", "Gate 9 Club", "Door 5 Terrace", "Level 3 Lounge", "Tier One",
        "Chairman's Suite", "The Pit", "Row House", "Seats for Heroes", "Category 5 Club", "12E", "12A",
        "Block 3a", "3rd Base Line", "1st Row Suites", "Sections 101-104 Club", "Suites 1-4",
        "Party Deck (Rows A-C)", "Zone 5", "Stand 2", "Balcony 2nd Tier", "No. 1 Court Seats",
        "Table 12",
        "Table 12A", "Box 7 [VIP]", "GA", "General Admission", "Standing", "Lower 5-8", "The 1895 Club",
        "Two Row Terrace", "Aisle Seats",
    ],
    "de": [
        "Reihe Eins", "Erste Reihe Lounge", "Platz der Republik", "Block A", "Block 12E",
        "Sitzplatz Süd",
        "Rang 1", "1. Rang", "2. Rang links", "Loge Platz 1", "Stehplatz Nord", "Blockhaus",
        "Reihe 7 Bar", "Tor 3 Terrasse", "Eingang Ost Lounge", "Ebene 2", "Ebene 2 Mitte", "Parkett",
        "Parkett rechts", "Platzhirsch Lounge", "Block 1-4 Lounge", "Drei Reihen", "Sektor 5a",
        "Kategorie 1", "Bereich 12", "Galerie 2. Reihe",
    ],
    "fr": [
        "Place des Arts", "Premier Rang Club", "Rang d'Honneur", "Carré Or", "Place du Roi", "Bloc 12E",
        "1er Balcon", "2e Balcon", "2ème Galerie", "Fauteuil d'Orchestre", "Loge 1", "Loge 1 bis",
        "Niveau 3", "Porte 4 Terrasse", "Section 3", "Tribune 12e Homme", "Les Places Bleues",
        "Rangée des Dieux", "Travée 12", "Siège Social Lounge", "Secteur Famille", "Côté Cour",
        "Côté Jardin", "Étage 2", "Catégorie Or",
    ],
    "es": [
        "Fila Cero", "Fila Cero Club", "Primera Fila", "Plaza Mayor", "Sector 3a", "Grada 2a",
        "2o Anfiteatro", "1er Piso", "Butaca de Oro", "Butaca de Patio", "Palco 1", "Zona A", "Zona B",
        "Puerta 7 Lounge", "Silla de Pista", "Asiento VIP", "Tribuna 1a", "Nivel 2",
        "Localidad General",
        "Sección 12", "Bloque 3º",
    ],
    "it": [
        "Prima Fila Club", "Fila d'Oro", "Posto d'Onore", "Settore 1a", "1a Galleria", "2a Galleria",
        "I Ordine", "II Ordine Palco 3", "Poltronissima", "Poltrona Gold", "Poltrona Centrale",
        "Porta 5 Terrazza", "Piano 2", "Ordine 3", "Curva Nord", "Palco 12", "Fila Zero",
        "Secondo Posto",
    ],
    "nl": [
        "Eerste Rij", "Eerste Rij Lounge", "Plaats aan de Amstel", "Vak 12E", "Vak B", "1e Balkon",
        "2e Ring", "Stoel 1 Bar", "Rij 1 Lounge", "Poort 3 Terras", "Zaal", "Zaal Rechts", "Loge 3",
        "Blok 5a", "Ring 2", "Staanplaatsen",
    ],
    "pt": [
        "Fila da Frente", "Fila Zero Lounge", "Lugar Cativo", "Cadeira Cativa", "Cadeira de Ouro",
        "Cadeira Superior", "Setor 3a", "1o Balcão", "2a Plateia", "Camarote 7", "Porta 12 Lounge",
        "Piso 0", "Piso 1", "Bancada Nascente", "Poltrona VIP", "Plateia", "Zona 1", "Primeira Fila",
    ],
    "any": [
        "A", "VIP", "GA", "Standing Room", "Parking Deck", "Hospitality Lounge", "Free Zone", "Or Bar",
        "Best of Blocks", "Sunday Club", "May Suite", "2026 Club", "20h Club", "x2 Lounge", "2x2 Club",
        "18+ Zone", "Under 16 Stand", "U16 Stand", "Pair Seats", "Row A to C Terrace",
        "Sections 1 and 2",
        "A/B", "North/East 5", "Balcony [Left]", "(Upper) Gallery", "Tier 1-3", "Suite 7/8", "Box #4",
        "No. 10", "Nr. 11 Bar", "Rows 1-5 Lounge", "Seats 1-10 Box", "C7", "C-7 Club", "7C",
        "Gästeblock",
        "Платея", "二階席", "지정석 A", "אולם", "★ Club", "Café 24/7", "T-Mobile 5G Deck",
        "Level 2 Row B Club",
        "3rd Row Rail", "Loge d'Or", "Or", "1er", "2o", "3a", "12E", "§7", "Table for 2",
        "Party of Four",
        "Order 66 Lounge", "Blk 5", "R1", "S1", "Rd 4 Stand", "Screen 4 Lounge", "Court", "Premium",
        "Premium Platinum", "Left", "Upper Left", "North", "Lower Tier 100 Level",
    ],
}  # fmt: skip


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("language", NAMES)
def test_odd_names_resolve_to_themselves(language: str, rows: str) -> None:
    row, all_rows = ROWS[rows]
    named = {name: RowNames(name, SEATS) for name in all_rows}
    names = NAMES[language]
    matcher = NameMatcher(
        SectionNames(id=f"id{index}x", name=name, rows=named, rows_by_id=named)
        for index, name in enumerate(names)
    )
    word, seat_word = WORDS.get(language, WORDS["en"])
    for index, name in enumerate(names):
        section, seat = f"id{index}x", f"id{index}x/{row}/7"
        labels: dict[str | Parts, str] = {
            name: section,
            name.upper(): section,
            section: section,
            Parts(section=name, row=row, seat="7"): seat,
            f"{name} {word} {row} {seat_word} 7": seat,
            f"{name}, {word} {row}, {seat_word} 7": seat,
            f"{name} Row {row} Seat 7": seat,
            f"{name} {row} 7": seat,
            f"{name} {row}-7": seat,
        }
        assert {
            label: key for label, key in labels.items() if matched_keys(matcher.resolve(label)) != (key,)
        } == {}


ENDINGS = {
    "Block": ("st nd rd th te ter", "Row", "Seat"),
    "Bloc": ("e er re ere eme ieme nd nde", "rang", "place"),
    "Sector": ("o a er ra do da ro to ta", "Fila", "Asiento"),
    "Settore": ("o a", "fila", "posto"),
    "Vak": ("e ste de", "rij", "stoel"),
}
"""Words for sections, with the ordinal endings and the words for rows and seats of their languages."""


@pytest.mark.parametrize("word", ENDINGS)
def test_an_ordinal_ending_in_an_id_is_part_of_the_id(word: str) -> None:
    endings, row, seat = ENDINGS[word]
    named = {str(number): RowNames(str(number), SEATS) for number in range(1, 13)}
    for ending in (*endings.split(), *endings.upper().split()):
        for number in ("1", "2", "3", "12"):
            ids = [number + ending, number + ("X" if ending.isupper() else "x")]
            matcher = NameMatcher(
                SectionNames(id=id, name=f"{word} {id}", rows=named, rows_by_id=named) for id in ids
            )
            labels: dict[str | Parts, str] = {
                f"{word} {number} {row} 5 {seat} 3": "",
                f"{number} 5 3": "",
                Parts(section=number, row="5", seat="3"): "",
                f"{word} {ids[0]} {row} 5 {seat} 3": f"{ids[0]}/5/3",
                f"{ids[0]} 5 3": f"{ids[0]}/5/3",
                f"{ids[0]}-5-3": f"{ids[0]}/5/3",
                Parts(section=ids[0], row="5", seat="3"): f"{ids[0]}/5/3",
                f"{row} 5 {seat} 3 {word} {ids[0]}": f"{ids[0]}/5/3",
            }
            found = {label: "".join(matched_keys(matcher.resolve(label))) for label in labels}
            assert found == labels


@pytest.mark.parametrize(("level", "word", "row", "seat"), [
    ("Level 4 (Sections 401-439)", "Section", "Row", "Seat"),
    ("Ebene 4 (Blöcke 401 bis 439)", "Block", "Reihe", "Platz"),
    ("Niveau 4 (blocs 401 à 439)", "Bloc", "rang", "place"),
    ("Nivel 4 (sectores 401-439)", "Sector", "Fila", "Asiento"),
    ("Livello 4 (settori 401-439)", "Settore", "fila", "posto"),
    ("Ring 4 (vakken 401 t/m 439)", "Vak", "rij", "stoel"),
    ("Piso 4 (setores 401 a 439)", "Setor", "fila", "lugar"),
])  # fmt: skip
def test_numbers_in_the_name_of_a_level_name_no_section(level: str, word: str, row: str, seat: str) -> None:
    named = {str(number): RowNames(str(number), SEATS) for number in range(1, 13)}
    matcher = NameMatcher(
        SectionNames(id=id, name=f"{word} {id}", level=level, rows=named, rows_by_id=named)
        for id in ("401", "420", "439")
    )
    labels: dict[str | Parts, str] = {
        f"{word} 439 {row} 5 {seat} 3": "439/5/3",
        f"{level} {word} 420 {row} 5 {seat} 3": "420/5/3",
        f"{level.split()[0]} 4, {word} 401, {row} 5, {seat} 3": "401/5/3",
        "439 5 3": "439/5/3",
        f"{level}, {row} 5": "",
        f"{level.split()[0]} 4 {row} 5 {seat} 3": "",
        f"{word} 402 {row} 5": "",
        f"{word} 4 {row} 5 {seat} 3": "",
    }
    assert {label: "".join(matched_keys(matcher.resolve(label))) for label in labels} == labels
