"""Properties of seats (wheelchair, companion, restricted view...) as words in seven languages."""

import re
from collections.abc import Callable
from functools import lru_cache

from seatpreview.imports.words.attribute_words import plain_word
from seatpreview.layouts.seat_properties import SeatProperty

TEXT_CHARACTERS_MAX = 400
"""The part of a text in which properties are looked for."""

_COMPANION = re.compile(
    r"companion|carer|escort seat|begleit|accompagnat|accompagnant|acompanante|accompagnator|begeleider"
    r"|acompanhante|essential comp"
)
_WHEELCHAIR = re.compile(
    r"wheel ?chair|rollstuhl|rolli(?:platz|platze)?\b"
    r"|fauteuils? roulants?|\bpmr\b|silla de ruedas"
    r"|sedia a rotelle|carrozzina|rolstoel|cadeiras? de rodas|cadeirante"
    r"|\bada\b|\bwc space\b|handicap|\baccessible\b"
    r"|movilidad reducida|mobilidade reduzida|disabili|minusvalido"
)
_STEP_FREE = re.compile(
    r"step ?free|no steps|without steps|stufenlos|stufenfrei|barrierefrei|sans marches?|plain pied"
    r"|sin escalones|senza gradini|zonder treden|sem degraus"
)
_EASY_ACCESS = re.compile(
    r"easy access|semi ?ambulatory|ambulant|transfer seat|gehbehindert|leicht zugang|acces facile"
    r"|acceso facil|accesso facile|facilitato|makkelijk toegankelijk|acesso facil"
)
_RESTRICTED_VIEW = re.compile(
    r"(?:restrict|obstruct|limit|impair|partial)\w* (?:\w+ )?(?:view|sight)\w*|restrictedview"
    r"|obstructedview|sichtbehinder|sichteinschrank|eingeschrankte\w* sicht|behinderte sicht|\brv\b"
    r"|(?:visibilite|vue) (?:reduite|limitee|partielle|restreinte|genee)"
    r"|(?:visibilidad|vision|vista) (?:reducida|limitada|parcial)"
    r"|(?:visibilita|visuale|vista) (?:ridotta|limitata|parziale)"
    r"|(?:beperkt|belemmerd)\w* zicht|zicht (?:beperkt|belemmerd)"
    r"|(?:visibilidade|visao|vista) (?:reduzida|limitada|parcial)|behind (?:a )?(?:pillar|column)"
)
_AISLE = re.compile(r"\baisle\b|gangplatz|am gang|\bcouloir\b|\bpasillo\b|\bcorridoio\b|gangpad|\bcorredor\b")
_LIMITED_LEGROOM = re.compile(
    r"(?:limited|restricted|reduced|little|less) leg ?room|limitedlegroom|beinfreiheit"
    r"|(?:espace|place) (?:\w+ ){0,3}jambes|espacio (?:\w+ ){0,3}piernas|spazio (?:\w+ ){0,3}gambe"
    r"|beenruimte|espaco (?:\w+ ){0,3}pernas"
)
_SEARCHES: tuple[tuple[SeatProperty, Callable[[str], object]], ...] = (
    ("companion", _COMPANION.search),
    ("wheelchair", _WHEELCHAIR.search),
    ("stepFree", _STEP_FREE.search),
    ("easyAccess", _EASY_ACCESS.search),
    ("restrictedView", _RESTRICTED_VIEW.search),
    ("aisle", _AISLE.search),
    ("limitedLegroom", _LIMITED_LEGROOM.search),
)
_GENEROUS = re.compile(r"\b(?:extra|more|mehr|plus|mas|meer|mais|piu)\b")
_SEPARATORS = re.compile(r"[^a-z0-9]+")
_TWO_LETTERS = re.compile(r"[^\W\d_]{2}")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_UMLAUT_PAIRS = re.compile(r"(?<=r)ae(?=nk)")


def properties_in(text: str) -> tuple[SeatProperty, ...]:
    """Returns the properties that a text names.

    A companion's seat is not a wheelchair space, even if the text names both.
    """
    return _properties_in(text[:TEXT_CHARACTERS_MAX]) if _TWO_LETTERS.search(text) else ()


@lru_cache(maxsize=4096)
def _properties_in(text: str) -> tuple[SeatProperty, ...]:
    words = _SEPARATORS.sub(" ", _UMLAUT_PAIRS.sub("a", plain_word(_CAMEL.sub(" ", text))))
    found = [name for name, search in _SEARCHES if search(words)]
    if "companion" in found and "wheelchair" in found:
        found.remove("wheelchair")
    if "limitedLegroom" in found and _GENEROUS.search(words):
        found.remove("limitedLegroom")
    return tuple(found)
