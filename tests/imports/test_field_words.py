"""Headers of columns in all languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports.words import attribute_words
from seatpreview.imports.words.field_words import (
    FieldWord,
    field_of,
    field_word,
    fields_of,
    is_coordinate,
    property_of,
)
from seatpreview.imports.words.header_words import HeaderField, header_words
from seatpreview.labels.text.languages import LANGUAGES
from seatpreview.languages.language_files import read_part

HEADERS = read_part("headers", dict[HeaderField, str])
NEEDED: tuple[HeaderField, ...] = (
    "section",
    "row",
    "seat",
    "level",
    "x",
    "y",
    "category",
    "price",
    "capacity",
)
"""What every language with headers has."""
IN_TABLES: dict[HeaderField, str | None] = {
    "table": "row", "price": "category", "kind": None, "longitude": None, "latitude": None,
}  # fmt: skip
IN_DRAWINGS: dict[HeaderField, str] = {
    "longitude": "x", "latitude": "y", "seats": "seat", "sectionName": "section", "viewNote": "note",
}  # fmt: skip


def meanings(word: str, names: dict[HeaderField, str | None]) -> set[str | None]:
    """What a word means in any language: 'rang' is a row in French."""
    plain = attribute_words.plain_word(word).replace("ae", "a")
    fields = [
        field
        for field, words in header_words().items()
        if any(attribute_words.plain_word(other).replace("ae", "a") == plain for other in words)
    ]
    return {names.get(field, field) for field in fields}


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("section", "Section|SECTION_ID|Bereich|Secteur|Sección|Settore|Vak|Setor|block-name"),
        ("row", "Row|row_name|Reihe|Rangée|Fila|Rij|Fileira|RowLabel"),
        (
            "seat",
            "Seat|seatNumber|Seat No.|Platz|Sitz-Nr.|Siège|N° de place|Asiento|Butaca|Posto|Stoel|Assento",
        ),
        ("level", "Level|Floor|Ebene|Étage|Nivel|Livello|Verdieping|Andar"),
        (
            "category",
            "Category|Price Band|Preiskategorie|Catégorie|Categoría|Fascia di prezzo|Prijscategorie|Preço",
        ),
        ("ref", "ref|ID|seat_guid|UUID|External ID|Referenz|Référence|Referencia"),
        (
            "capacity",
            "Capacity|Number of seats|Kapazität|Anzahl Plätze|Capacité|Aforo|Capienza|Aantal|Lotação",
        ),
        (
            "wheelchair",
            "Wheelchair|♿|Rollstuhl|Fauteuil roulant|Silla de ruedas|Carrozzina|Rolstoel|Cadeira de rodas",
        ),
        (
            "restrictedView",
            "restrictedView|restricted_view|Sichtbehinderung|Visibilité réduite|Beperkt zicht",
        ),
        (
            "stepFree",
            "stepFree|step-free|stufenlos|sans marches|sin escalones|senza gradini|drempelvrij|sem degraus",
        ),
        ("viewNote", "view_note|viewNote|Sichthinweis|Remarque|Opmerking"),
        ("facing", "facing|facing_deg|Blickrichtung|Orientation"),
    ],
)
def test_words_of_seven_languages_name_their_field(field: str, words: str) -> None:
    assert {word: field_of(word) for word in words.split("|")} == dict.fromkeys(words.split("|"), field)


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("x (mm)", FieldWord("x", 0.001)),
        ("X [cm]", FieldWord("x", 0.01)),
        ("y_m", FieldWord("y", 1.0)),
        ("Höhe (m)", FieldWord("z", 1.0)),
        ("pos_y (ft)", FieldWord("y", 0.3048)),
        ("x (px)", FieldWord("x")),
        ("Elev. (ft)", FieldWord("z", 0.3048)),
        ("Pos. Y (px desde arriba)", FieldWord("y", None, is_down=True)),
        ("Y [mm, von unten]", FieldWord("y", 0.001, is_down=False)),
        ("Y (see plan)", None),
        ("x", FieldWord("x")),
        ("Gate", None),
        ("Row A", None),
        ("", None),
        ("x" * 500, None),
    ],
)
def test_a_header_may_have_a_unit(header: str, found: FieldWord | None) -> None:
    assert field_word(header) == found


@pytest.mark.parametrize(
    ("headers", "fields"),
    [
        ("Rang|Reihe|Platz", "level|row|seat"),
        ("Bloc|Rang|Place", "section|row|seat"),
        ("Row|Number", "row|seat"),
        ("Row|From|To", "row|firstSeat|lastSeat"),
        ("Fila|De|A", "row|firstSeat|lastSeat"),
        ("Row|Seat|Seat number", "row|seat|None"),
        ("section_id|section_name|row_id|row_name", "section|sectionName|rowId|row"),
    ],
)
def test_words_with_two_meanings_get_the_one_that_is_open(headers: str, fields: str) -> None:
    found = [word.field if word else "None" for word in fields_of(headers.split("|"))]
    assert found == fields.split("|")


def test_only_words_for_properties_are_properties() -> None:
    assert [property_of(word) for word in ("Gang", "Begleitperson", "aisle", "row", "?")] == [
        "aisle",
        "companion",
        "aisle",
        None,
        None,
    ]


@pytest.mark.parametrize("language", HEADERS)
def test_each_header_of_a_language_names_its_field(language: str) -> None:
    headers = HEADERS[language]
    assert set(NEEDED) <= headers.keys()
    for field, words in headers.items():
        for word in words.split("|"):
            assert field_of(word) in meanings(word.strip(), IN_TABLES), word
            assert is_coordinate(word) == (field in ("x", "y", "z", "longitude", "latitude")), word


@pytest.mark.parametrize("language", HEADERS)
def test_the_words_of_a_language_name_attributes_of_drawings(language: str) -> None:
    for field in ("section", "row", "level", "x", "y", "longitude", "latitude", "category"):
        word = HEADERS[language][field].split("|")[0].strip()
        assert attribute_words.field_of(word) == IN_DRAWINGS.get(field, field), word


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_labels_are_headers(language: str) -> None:
    words = LANGUAGES[language]
    assert field_of(words.row.split()[0]) == "row"
    assert field_of(words.seat.split()[0]) in ("seat", "seats")


@given(st.lists(st.text(max_size=90), max_size=8))
def test_any_headers_have_a_field_or_none(headers: list[str]) -> None:
    found = [word.field for word in fields_of(headers) if word]
    assert len(set(found)) == len(found)
