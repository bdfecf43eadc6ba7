"""Properties of seats (wheelchair, companion, restricted view...) as words in a text."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from seatpreview.imports.words.attribute_words import plain_word
from seatpreview.imports.words.header_words import property_names
from seatpreview.layouts.model import SeatProperty

TEXT_CHARACTERS_MAX = 400
"""The part of a text in which properties are looked for."""


class _Pair(NamedTuple):
    """Two words in this order, by how they begin, with at most so many others between them."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    between_max: int = 0

    def is_in(self, words: list[str]) -> bool:
        return any(
            word.startswith(self.first)
            and any(other.startswith(self.second) for other in words[at : at + self.between_max + 1])
            for at, word in enumerate(words, start=1)
        )


def properties_in(text: str) -> tuple[SeatProperty, ...]:
    """Returns the properties that a text names.

    A companion's seat is not a wheelchair space, even if the text names both.
    """
    return _properties_in(text[:TEXT_CHARACTERS_MAX]) if _TWO_LETTERS.search(text) else ()


@lru_cache(maxsize=4096)
def _properties_in(text: str) -> tuple[SeatProperty, ...]:
    words = _words(_CAMEL.sub(" ", text))
    padded = f" {' '.join(words)} "
    found: list[SeatProperty] = [
        name
        for name, phrases in _PHRASES.items()
        if any(phrase in padded for phrase in phrases)
        or any(own in padded for own in _own_names()[name])
        or any(pair.is_in(words) for pair in _PAIRS.get(name, ()))
    ]
    if "companion" in found and "wheelchair" in found:
        found.remove("wheelchair")
    if "limitedLegroom" in found and not _GENEROUS.isdisjoint(words):
        found.remove("limitedLegroom")
    return tuple(found)


@cache
def _own_names() -> dict[SeatProperty, tuple[str, ...]]:
    """What descriptions call the properties, in all languages, in the form of the text."""
    names = property_names()
    return {name: tuple(f" {' '.join(_words(own))} " for own in names[name]) for name in _PHRASES}


def _words(text: str) -> list[str]:
    return _SEPARATORS.sub(" ", plain_word(text).replace("raenk", "rank")).split()


def _phrases(*lines: str) -> tuple[str, ...]:
    return tuple(plain_word(phrase) for line in lines for phrase in line.split("|"))


def _pair(first: str, second: str, between_max: int = 0) -> _Pair:
    return _Pair(tuple(first.split()), tuple(second.split()), between_max)


_TWO_LETTERS = re.compile(r"[^\W\d_]{2}")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SEPARATORS = re.compile(r"[\W_]+")
_GENEROUS = frozenset({"extra", "more", "mehr", "plus", "mas", "meer", "mais", "piu"})
_PHRASES: dict[SeatProperty, tuple[str, ...]] = {
    "companion": _phrases(
        "companion|carer|escort seat|essential comp|begleit|accompagnat|accompagnant|acompanante",
        "begeleider|acompanhante",
    ),
    "wheelchair": _phrases(
        "wheelchair|wheel chair| ada | wc space |handicap| accessible |rollstuhl|rolli |rolliplatz ",
        "rolliplaetze |fauteuil roulant|fauteuils roulant| pmr |silla de ruedas|movilidad reducida",
        "minusvalido|sedia a rotelle|carrozzina|disabili|rolstoel|cadeira de rodas|cadeiras de rodas",
        "cadeirante|mobilidade reduzida|rullstol|rullestol|kørestol|pyörätuoli|ratastool|scaun rulant",
        "scaune rulante|vozíčkář|vozičkár|invalidní vozík|invalidný vozík|wózk|wózek|kerekesszék",
        "mozgássérült|invalidska|tekerlekli|коляск|колясоч|инвалидн|візк|візоч|інвалідн|αμαξίδι",
        "αναπηρικ|휠체어|車いす|車椅子|轮椅|輪椅|כיסא גלגלים|כסא גלגלים|xe lăn|kursi roda",
        "كرسي متحرك|كراسي متحركة",
        "รถเข็น|วีลแชร์|neįgaliųj|ratiņkrēsl",
    ),
    "stepFree": _phrases(
        "stepfree|step free|no steps|without steps|stufenlos|stufenfrei|barrierefrei|sans marche|plain pied",
        "sin escalones|senza gradini|zonder treden|sem degraus",
    ),
    "easyAccess": _phrases(
        "easy access|semi ambulatory|semiambulatory|ambulant|transfer seat|gehbehindert|leicht zugang",
        "acces facile|acceso facil|accesso facile|facilitato|makkelijk toegankelijk|acesso facil",
    ),
    "restrictedView": _phrases(
        "restrictedview|obstructedview| rv |sichtbehinder|sichteinschrank|behinderte sicht"
    ),
    "aisle": _phrases(" aisle |gangplatz| am gang| couloir | pasillo | corridoio |gangpad| corredor "),
    "limitedLegroom": _phrases(
        "limitedlegroom|limited leg room|restricted leg room|reduced leg room|little leg room|less leg room",
        "beinfreiheit|beenruimte",
    ),
}
"""Parts of the text in plain letters, with one blank between words, in front of them and behind them."""
_PAIRS: dict[SeatProperty, tuple[_Pair, ...]] = {
    "restrictedView": (
        _pair("restrict obstruct limit impair partial", "view sight", between_max=1),
        _pair("behind", "pillar column", between_max=1),
        _pair("eingeschrankte", "sicht"),
        _pair(
            "visibil vue vision vista visuale visao",
            "reduite limitee partielle restreinte genee reducid limitad parcial ridott limitat parzial"
            " reduzid",
        ),
        _pair("beperkt belemmerd", "zicht"),
        _pair("zicht", "beperkt belemmerd"),
    ),
    "limitedLegroom": (
        _pair("limited restricted reduced little less", "legroom"),
        _pair("espace place espacio spazio espaco", "jambes piernas gambe pernas", between_max=3),
    ),
}
