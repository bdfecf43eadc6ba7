import pytest

from seatpreview.imports.words.property_words import properties_in
from seatpreview.languages.language_files import read_part

CASES = {
    "wheelchair": "wheelchair space|Rollstuhlplatz|fauteuil roulant|Place PMR|silla de ruedas|sedia a rotelle"
    "|rolstoelplaats|cadeira de rodas|seat--wheelchair|isWheelchair",
    "companion": "Companion seat|Begleitperson|place accompagnateur|acompañante|accompagnatore|begeleider"
    "|acompanhante|wheelchair companion",
    "restrictedView": "Restricted view|restricted_view|obstructed view|Sichtbehinderung|eingeschränkte Sicht"
    "|visibilité réduite|visibilidad reducida|visibilità ridotta|beperkt zicht|visibilidade reduzida"
    "|restrictedView|seat with partially restricted side view|vista limitata|zicht beperkt|behind the pillar",
    "stepFree": "step-free access|stufenlos|sans marches|sin escalones|senza gradini",
    "easyAccess": "easy access|semi-ambulatory|gehbehindert|accès facile",
    "aisle": "Aisle seat|Gangplatz|pasillo",
    "limitedLegroom": "limited legroom|less leg room|wenig Beinfreiheit|limitedLegroom"
    "|peu d'espace pour les jambes",
}


@pytest.mark.parametrize(("name", "texts"), CASES.items())
def test_a_property_is_known_by_its_words_in_seven_languages(name: str, texts: str) -> None:
    assert {text: properties_in(text) for text in texts.split("|")} == dict.fromkeys(
        texts.split("|"), (name,)
    )


@pytest.mark.parametrize("phrases", read_part("phrases", dict).values())
def test_a_property_is_known_by_its_name_in_descriptions(phrases: dict[str, dict[str, str]]) -> None:
    names = phrases["properties"]
    assert {name: properties_in(f"B 12, {text}") for name, text in names.items()} == {
        name: (name,) for name in names
    }


@pytest.mark.parametrize(
    "text", ["", "Row B, Seat 12", "extra legroom", "mehr Beinfreiheit", "Stalls", "unobstructed view"]
)
def test_other_texts_name_no_property(text: str) -> None:
    assert properties_in(text) == ()
