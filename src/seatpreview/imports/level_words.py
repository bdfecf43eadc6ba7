"""Recognises levels of a hall by their names, in seven languages, and their order from the bottom up."""

import re
import unicodedata
from collections.abc import Collection

_RANKS: dict[str, float] = {}
"""How far up a word usually is."""


def _rank(rank: float, words: str) -> None:
    _RANKS.update(dict.fromkeys(words.split(), rank))


_rank(
    0, "stalls stall orchestra parquet parkett parterre parkette platea plateia patio floor ground innenraum"
)
_rank(0, "erdgeschoss rez orchestre zaal begane fosse saal sperrsitz arenaparkett butacas poltrone field pit")
_rank(1, "mezzanine dress loge logen loges palchi corbeille hochparkett mezzanin amphitheater unterrang club")
_rank(1.5, "circle tier rang range ring balcony balkon balcon balcone balcao palco anfiteatro amphitheatre")
_rank(1.5, "amphi amfiteatro tribuna tribune tribuene empore etage ebene level stock ordine")
_rank(2.5, "upper oberrang superior haut superiore superieur boven hoog oben")
_rank(
    4,
    "gallery galerie galeria galleria galerij paradis paraiso gallinero loggione poulailler juchhe olymp gods",
)

_ORDINALS = {
    word: number
    for number, words in enumerate(
        (
            "first erster erste 1st premier premiere primo prima primer primera primeiro primeira eerste",
            "second zweiter zweite 2nd deuxieme secondo seconda segundo segunda tweede",
            "third dritter dritte 3rd troisieme terzo terza tercero tercera terceiro terceira derde",
            "fourth vierter vierte 4th quatrieme quarto quarta cuarto cuarta vierde",
        ),
        start=1,
    )
    for word in words.split()
}
_STOREYS = frozenset(
    "floor level etage stock ebene rang ring tier circle balcony balkon balcon balcone balcao galerie gallery "
    "ordine piano planta andar verdieping nivel niveau livello obergeschoss og geschoss".split()
)
_ALWAYS_LOW = frozenset(
    "ground erdgeschoss rez begane lower unterrang inferior inferiore basso baja bas".split()
)


def level_rank(name: str) -> float | None:
    """Returns how far up a level of this name usually is, from 0 for the ground on; None if no word says it."""
    words = _words(name)
    storeys = [word for word in words if word in _STOREYS]
    number = next((_number(word) for word in words if _number(word) is not None), None)
    if storeys and number is not None:
        return float(number)
    ranks = [_RANKS[word] for word in words if word in _RANKS]
    if not ranks:
        return None
    if not _ALWAYS_LOW.isdisjoint(words):
        return 0.0 if max(ranks) < 1 else 1.0
    return max(ranks)


def ranks_of_levels(names: Collection[str]) -> dict[str, int]:
    """Returns the floor of each level, 0 at the bottom. Levels whose names say nothing are at the bottom."""
    found = _hundreds(names) or {name: level_rank(name) or 0.0 for name in names}
    order = sorted({0.0, *found.values()})
    return {name: order.index(rank) for name, rank in found.items()}


def _hundreds(names: Collection[str]) -> dict[str, float]:
    """Returns the hundreds of sections that are numbered as in arenas: 101 to 124 below 201 to 224."""
    hundreds = {name: int(found[1]) for name in names if (found := _HUNDRED.search(name)) is not None}
    if len(hundreds) < max(6, 0.8 * len(names)) or len(set(hundreds.values())) < 2:
        return {}
    return {name: float(hundreds.get(name, 0)) - min(hundreds.values()) for name in names}


def _number(word: str) -> int | None:
    if word in _ORDINALS:
        return _ORDINALS[word]
    return int(word) if word.isascii() and word.isdecimal() and len(word) == 1 else None


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    letters = "".join(character for character in plain if unicodedata.category(character) != "Mn")
    return _WORD.findall(letters[:200])


_HUNDRED = re.compile(r"(?<!\d)([1-9])\d\d(?!\d)")
_WORD = re.compile(r"[a-z]+(?=\d|\b|_)|\d+(?:st|nd|rd|th)?")
