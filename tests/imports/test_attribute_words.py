import pytest
from hypothesis import given
from hypothesis import strategies as st

from seatpreview.imports.words.attribute_words import field_of, plain_word

CASES = {
    "section": "Section sec Block BLOCK_NAME zone Bereich Abschnitt Secteur bloc Sección bloque"
    " Settore Vak blok Setor",
    "row": "row Row_Name Reihe Sitzreihe rangée Rang fila Hilera riga rij fileira seat-row data_row",
    "seat": "seat Seat_No seatNumber Platz Plätze Sitzplatz-Nr. siège place Fauteuil asiento Butaca posto"
    " poltrona stoel Zitplaats assento lugar cadeira seat-seat numéro",
    "level": "level Floor tier Ebene Etage étage niveau nivel piso planta livello verdieping andar",
    "x": "x X pos_x position-x cx longitude lon",
    "y": "y posY cy Latitude lat",
    "z": "z Height elevation Höhe hauteur altezza hoogte",
    "category": "category Cat. PriceCategory price_level Kategorie Preiskategorie catégorie categoría"
    " Prijscategorie",
    "ref": "ref id seat_id seatId seat_guid UUID external-id",
    "properties": "properties Eigenschaften propriétés propiedades proprietà eigenschappen propriedades",
    "capacity": "capacity Kapazität capacité capacidad capienza capaciteit",
    "table": "table Tisch mesa tavolo tafel",
    "note": "note Bemerkung remarque observaciones opmerking observação",
    "facing": "facing facingDeg bearing rotation Blickrichtung",
    "kind": "kind type Typ tipo",
}


@pytest.mark.parametrize(("field", "words"), CASES.items())
def test_a_field_is_known_by_its_words_in_seven_languages(field: str, words: str) -> None:
    assert {word: field_of(word) for word in words.split()} == dict.fromkeys(words.split(), field)


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ("Row name", "row"),
        ("Numéro de place", "seat"),
        ("número de fila", "row"),
        ("Seat category", "category"),
        ("Name of the section", "section"),
        ("row colour", None),
        ("what is this", None),
        ("", None),
        ("seat" * 100, None),
    ],
)
def test_a_header_of_several_words_is_understood(header: str, field: str | None) -> None:
    assert field_of(header) == field


@given(st.text(max_size=100))
def test_any_text_is_a_field_or_none(text: str) -> None:
    assert field_of(text) == field_of(text.upper()) or not text.isascii() or text != text.lower()


def test_umlauts_become_two_letters_and_accents_go() -> None:
    assert plain_word("PLÄTZE Siège Fußball") == "plaetze siege fussball"
