"""Recognises levels of a hall by their names, in seven languages, and their order from the bottom up."""

import re
import unicodedata
from collections.abc import Collection


def _ranked(*levels: tuple[float, str]) -> dict[str, float]:
    return {word: rank for rank, words in levels for word in words.split()}


_RANKS = _ranked(
    (0, "stalls stall orchestra parquet parkett parterre platea plateia patio floor ground innenraum pit"),
    (0, "erdgeschoss rez orchestre begane fosse sperrsitz butacas poltrone field"),
    (1, "mezzanine dress loge logen loges palchi corbeille hochparkett mezzanin unterrang club"),
    (1.5, "circle tier rang range ring palco anfiteatro amphitheatre amphitheater amphi amfiteatro"),
    (1.5, "tribuna tribune tribuene empore etage ebene level stock ordine"),
    (2.5, "upper oberrang superior haut superiore superieur boven hoog oben"),
    (3, "balcony balkon balcon balcone balcao"),
    (4, "gallery galerie galeria galleria galerij paradis paraiso gallinero loggione poulailler olymp gods"),
)
"""How far up a level usually is, by a word of its name."""
_ORDINALS = _ranked(
    (1, "first erster erste 1st premier premiere primo prima primer primera primeiro primeira eerste"),
    (2, "second zweiter zweite 2nd deuxieme secondo seconda segundo segunda tweede"),
    (3, "third dritter dritte 3rd troisieme terzo terza tercero tercera terceiro terceira derde"),
    (4, "fourth vierter vierte 4th quatrieme quarto quarta cuarto cuarta vierde"),
)
_STOREYS = _ranked(
    (0, "floor level etage stock ebene rang ring tier circle balcony balkon balcon balcone balcao galerie"),
    (0, "gallery ordine piano planta andar verdieping nivel niveau livello obergeschoss og geschoss"),
)
_FIRST = _ranked((0, "dress grand royal premier"))
_LOW = _ranked((0, "ground erdgeschoss rez begane lower unterrang inferior inferiore basso baja bas"))


def level_rank(name: str) -> float | None:
    """Returns how far up a level of this name usually is: 0 for the ground. None if no word says it."""
    words = _words(name)
    storeys = [word for word in words if word in _STOREYS]
    number = next((_number(word) for word in words if _number(word) is not None), None)
    if storeys and number is not None:
        return float(number)
    ranks = [_RANKS[word] for word in words if word in _RANKS]
    if not ranks:
        return None
    if any(word in _LOW for word in words):
        return 0.0 if max(ranks) < 1 else 1.0
    return 1.0 if max(ranks) == 1.5 and any(word in _FIRST for word in words) else max(ranks)


def ranks_of_levels(names: Collection[str]) -> dict[str, int]:
    """Returns the floor of each level, 0 at the bottom. Levels whose names say nothing are on the ground."""
    found = _hundreds(names) or {name: level_rank(name) or 0.0 for name in names}
    order = sorted(set(found.values()))
    return {name: order.index(rank) for name, rank in found.items()}


def _hundreds(names: Collection[str]) -> dict[str, float]:
    """Returns the hundreds of sections that are numbered as in arenas: 101 to 124 below 201 to 224."""
    hundreds = {name: int(found[1]) for name in names if (found := _HUNDRED.search(name)) is not None}
    if len(hundreds) < max(6, 0.8 * len(names)) or len(set(hundreds.values())) < 2:
        return {}
    return {name: float(hundreds.get(name, 0)) - min(hundreds.values()) for name in names}


def _number(word: str) -> int | None:
    if word in _ORDINALS:
        return int(_ORDINALS[word])
    return int(word) if word.isascii() and word.isdecimal() and len(word) == 1 else None


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    letters = "".join(character for character in plain if unicodedata.category(character) != "Mn")
    return _WORD.findall(letters[:200])


_HUNDRED = re.compile(r"(?<!\d)([1-9])\d\d(?!\d)")
_WORD = re.compile(r"[a-z]+(?=\d|\b|_)|\d+(?:st|nd|rd|th)?")
