"""Matches a label with the names of a venue. It never chooses between two places that match equally well."""

import re
from collections.abc import Iterable
from itertools import count

import msgspec
from msgspec.structs import replace

from seatpreview.bounded_cache import BoundedCache
from seatpreview.labels.model import Parts, Place, Resolution, RowNames, SectionNames, place_of
from seatpreview.labels.splitting import cuts, marked, place_key
from seatpreview.labels.steps import Steps
from seatpreview.labels.tokens import SECTION_WORDS, is_number, tokens_of
from seatpreview.labels.vocabulary import Meaning, Name, Vocabulary

_LONE_LETTER = re.compile(r"(?<![^\W_])[^\W\d_](?![^\W_])")

ALTERNATIVES_MAX = 10
READINGS_MAX = 20_000
READINGS_BYTES_MAX = 16_000_000
"""Texts that are remembered as names of sections, for all venues together."""
_READING_BYTES = 1000
"""The memory of a reading with its text, besides the letters of the text and of the trace."""

_STEPS_OF_A_NAME = 120
_STEPS_OF_A_MEMBER = 5
_STEPS_OF_A_PLACE = 15


class _Said(msgspec.Struct, frozen=True):
    """What a text says of a section: numbers, words that mean something here, and words that do not."""

    numbers: frozenset[str]
    known: tuple[tuple[str, Meaning], ...]
    noise: tuple[str, ...]


class _Reading(msgspec.Struct, frozen=True):
    """A text as the name of a section: the sections that it can mean, and why."""

    places: tuple[int, ...]
    has_stray_letter: bool
    """Whether a letter that stands alone says nothing: it may well be a row."""
    confidence: float
    trace: tuple[str, ...]
    rules: tuple[int, ...] = ()
    steps: int = 0
    """What it took to find this out, which is charged also where it is remembered."""


READINGS: BoundedCache[tuple[int, str], _Reading] = BoundedCache(READINGS_MAX, READINGS_BYTES_MAX)
_SERIALS = count()


class Mapped(msgspec.Struct, frozen=True):
    """A name that the owner gives to a section, and which rule it was."""

    name: str
    section: str
    rule: int


class NameMatcher:
    """Made once for a venue. Resolving is deterministic; its steps depend on the label and on how many names
    of the venue its words can mean."""

    def __init__(self, sections: Iterable[SectionNames], maps: Iterable[Mapped] = ()) -> None:
        """A text that is mapped to a section means that section, whatever else it might mean."""
        self._vocabulary = Vocabulary(sections)
        self._rows = _rows_by_key(self._vocabulary.sections)
        self._serial = next(_SERIALS)
        places = {section.id: place for place, section in enumerate(self._vocabulary.sections)}
        self._places = places
        # A map to a section that this layout does not have never fires: a dry run may try another layout.
        self._maps = {
            tokens_of(map.name): (places[map.section], map.rule) for map in maps if map.section in places
        }

    def resolve(self, label: str | Parts, steps: Steps | None = None) -> Resolution:
        """Returns the place that the label names, or why there is none. Raises `StepsExceeded` if that takes
        more steps than are left."""
        steps = steps or Steps()
        if isinstance(label, Parts):
            return self._resolve(label, steps)
        by_key = self._by_key(label)
        if by_key is not None:
            return by_key
        parts = marked(label)
        if parts is not None:
            return self._resolve(parts, steps)
        return _best([self._resolve(parts, steps) for parts in cuts(label) if self._is_clean(parts, steps)])

    def _by_key(self, label: str) -> Resolution | None:
        """A canonical key, letter by letter, names its place whatever else it might mean."""
        section, *rest = label.split("/")
        place = self._places.get(section)
        if place is None or not 1 <= len(rest) <= 2:
            return None
        row = self._rows[place].get(place_key(rest[0]))
        if row is None or row.id != rest[0]:
            return None
        if rest[1:] and (row.seats is None or rest[1] not in row.seats):
            return None
        return _matched(place_of(section, *rest), 1.0, (f"'{label}' is the key of a place",))

    def _is_clean(self, parts: Parts, steps: Steps) -> bool:
        return not self._read(parts.section, steps).has_stray_letter

    def _resolve(self, parts: Parts, steps: Steps) -> Resolution:
        reading = self._read(parts.section, steps)
        places, trace, confidence = reading.places, reading.trace, reading.confidence
        if not places:
            return Resolution(status="unmatched", trace=(*trace, "no section has all of this"))
        if len(places) > 1 and parts.row:
            steps.spend(_STEPS_OF_A_PLACE * len(places))
            places = self._with_row(places, parts.row) or places
            if len(places) == 1:
                trace, confidence = (*trace, f"only one of them has a row '{parts.row}'"), 0.7
        if len(places) > 1:
            alternatives = tuple(self._alternative(place, parts.row) for place in places[:ALTERNATIVES_MAX])
            trace = (*trace, f"{len(places)} sections fit equally well")
            return Resolution(status="ambiguous", alternatives=alternatives, trace=trace)
        resolution = self._within(places[0], parts, confidence, trace)
        return replace(resolution, rules=reading.rules) if reading.rules else resolution

    def _read(self, text: str, steps: Steps) -> _Reading:
        """Remembered, since sellers name the same sections again and again."""
        cache_key = (self._serial, text)
        known = READINGS.get(cache_key)
        if known is not None:
            steps.spend(known.steps)
            return known
        before = steps.left
        reading = self._read_anew(text, steps)
        reading = replace(reading, steps=before - steps.left)
        letters = len(text) + sum(map(len, reading.trace))
        return READINGS.put(cache_key, reading, _READING_BYTES + 8 * len(reading.places) + letters)

    def _read_anew(self, text: str, steps: Steps) -> _Reading:
        tokens = tokens_of(text)
        if tokens in self._maps:
            place, rule = self._maps[tokens]
            trace = (f"rule {rule + 1} maps '{text.strip()}' to a section",)
            return _Reading((place,), has_stray_letter=False, confidence=1.0, trace=trace, rules=(rule,))
        said = self._said(tokens, steps)
        names = self._names(said, steps)
        noise = frozenset(said.noise)
        return _Reading(
            places=tuple(dict.fromkeys(name.section for name in names)),
            has_stray_letter=any(letter in noise for letter in _LONE_LETTER.findall(text)),
            confidence=_confidence(said),
            trace=(*_trace_of(said, names), *(() if names else self._objections(said, steps))),
        )

    def _objections(self, said: _Said, steps: Steps) -> list[str]:
        """The words that speak against every section with these numbers, where there are some."""
        named = self._vocabulary.names_with.get(said.numbers, ())
        if not said.numbers or not named:
            return []
        steps.spend(_STEPS_OF_A_MEMBER * len(named))
        families = frozenset(name.family for name in named)
        steps.spend(
            _STEPS_OF_A_MEMBER
            * sum(min(len(families), len(meaning.families)) for meaning in dict(said.known).values())
        )
        silent = {word for word, meaning in dict(said.known).items() if families.isdisjoint(meaning.families)}
        return [f"'{word}' names something else here" for word, _ in said.known if word in silent]

    def _said(self, tokens: tuple[str, ...], steps: Steps) -> _Said:
        numbers: set[str] = set()
        known, noise = [], []
        for before, token in zip(("", *tokens), tokens, strict=False):
            if is_number(token):
                if before in SECTION_WORDS:
                    numbers = {token}
                    break
                numbers.add(token)
            elif token not in SECTION_WORDS:
                meaning = self._vocabulary.meaning_of(token, steps)
                if meaning.families:
                    known.append((token, meaning))
                else:
                    noise.append(token)
        return _Said(frozenset(numbers), tuple(known), tuple(noise))

    def _names(self, said: _Said, steps: Steps) -> list[Name]:
        """The names with these numbers that no word speaks against; those that were said whole, if any."""
        if not said.numbers and not said.known:
            return []
        candidates = self._vocabulary.names_with.get(said.numbers, ())
        steps.spend(_STEPS_OF_A_NAME * len(candidates))
        words = {word for word, _ in said.known}
        possible = _possible_families(said, steps)
        names = [name for name in candidates if self._can_be(name, said, words, possible)]
        words_of = self._vocabulary.words_of
        steps.spend(_STEPS_OF_A_MEMBER * sum(min(len(words_of[name.family]), len(words)) for name in names))
        return [name for name in names if words_of[name.family] <= words] or names

    def _can_be(self, name: Name, said: _Said, words: set[str], possible: "_PossibleFamilies | None") -> bool:
        """A word that names something else here is a veto, and so is a letter of the name that was not said.

        A level is not one of its sections: a name without a number needs one of its own words. Where
        nothing known was said but the number, a section without rows is no match for a stranger's words:
        suites have numbers of their own.
        """
        if possible is not None and name.family not in possible.families:
            return False
        if not self._vocabulary.words_of[name.family]:
            return True
        if not name.numbers and (possible is None or name.family not in possible.own):
            return False
        if not self._vocabulary.letters_of[name.family] <= words:
            return False
        return bool(said.known or not said.noise or self._rows[name.section])

    def _with_row(self, places: tuple[int, ...], row: str) -> tuple[int, ...]:
        key = place_key(row)
        return tuple(place for place in places if key in self._rows[place])

    def _within(self, place: int, parts: Parts, confidence: float, trace: tuple[str, ...]) -> Resolution:
        section = self._vocabulary.sections[place]
        trace = (*trace, f"section '{section.name}'")
        if not parts.row and not parts.seat:
            return _matched(place_of(section.id), confidence, trace)
        if not parts.row:
            return _section_only(section, confidence, (*trace, "a seat without a row cannot be found"))
        row = self._rows[place].get(place_key(parts.row))
        if row is None:
            return _section_only(section, confidence, (*trace, f"there is no row '{parts.row}' in it"))
        trace = (*trace, f"row '{parts.row}' exists there")
        if not parts.seat:
            return _matched(place_of(section.id, row.id), confidence, trace)
        seat = _seat_in(row, parts.seat)
        if seat is None:
            detail = f"there is no seat '{parts.seat}' in that row"
            return _section_only(section, confidence, (*trace, detail))
        return _matched(
            place_of(section.id, row.id, seat), confidence, (*trace, f"seat '{seat}' exists there")
        )

    def _alternative(self, place: int, row: str) -> Place:
        section = self._vocabulary.sections[place]
        found = self._rows[place].get(place_key(row)) if row else None
        return place_of(section.id) if found is None else place_of(section.id, found.id)


class _PossibleFamilies(msgspec.Struct, frozen=True):
    """The families that every known word of a text can stand for."""

    families: frozenset[int]
    own: frozenset[int]
    """Those of them that have one of the words in their own words."""


def _possible_families(said: _Said, steps: Steps) -> _PossibleFamilies | None:
    """Returns what all known words have in common; None if the text has no known word."""
    meanings = sorted(dict(said.known).values(), key=lambda meaning: len(meaning.families))
    if not meanings:
        return None
    fewest = len(meanings[0].families)
    steps.spend(_STEPS_OF_A_MEMBER * 2 * fewest * len(meanings))
    families = meanings[0].families.intersection(*(meaning.families for meaning in meanings[1:]))
    own = frozenset().union(*(families & meaning.own for meaning in meanings))
    return _PossibleFamilies(families, own)


def _seat_in(row: RowNames, text: str) -> str | None:
    """The seat's own name, whatever the zeros in front of it and the case of its letters."""
    if row.seats is None:
        return None
    key = place_key(text)
    forms = (key, text.strip(), key.upper(), key.zfill(2), key.zfill(3))
    return next((form for form in forms if form in row.seats), None)


def _rows_by_key(sections: Iterable[SectionNames]) -> list[dict[str, RowNames]]:
    """Sections that share their rows share the look-up as well: most of a venue's do."""
    shared: dict[int, dict[str, RowNames]] = {}
    for section in sections:
        if id(section.rows) not in shared:
            shared[id(section.rows)] = {place_key(name): row for name, row in section.rows.items()}
    return [shared[id(section.rows)] for section in sections]


def _best(resolutions: list[Resolution]) -> Resolution:
    """Of the ways to read a label, the one that explains most; two that explain as much are ambiguous."""
    if not resolutions:
        return Resolution(status="unmatched", trace=("it names no section",))
    best = min(resolutions, key=lambda resolution: (_RANK[resolution.status], -resolution.confidence))
    if best.status != "matched":
        return best
    rivals = {r.seat for r in resolutions if r.status == "matched" and r.confidence == best.confidence}
    if len(rivals) == 1:
        return best
    seats = tuple(sorted((seat for seat in rivals if seat is not None), key=lambda seat: seat.key))
    trace = (*best.trace, "but it can be read in another way as well")
    return Resolution(status="ambiguous", alternatives=seats, trace=trace)


_RANK = {"matched": 0, "section_only": 1, "ambiguous": 2, "unmatched": 3}


def _confidence(said: _Said) -> float:
    """How much of the text was understood, between 0 and 1: a measure for people, not a probability."""
    if not said.known:
        return 0.6 if said.noise else 0.9
    read = any(meaning.reading for _, meaning in said.known)
    return round((0.9 if read else 1.0) - 0.02 * min(len(said.noise), 10), 2)


def _trace_of(said: _Said, names: list[Name]) -> tuple[str, ...]:
    """What was made of each word, for people."""
    steps = [f"'{word}' read as '{meaning.reading}'" for word, meaning in said.known if meaning.reading]
    if said.noise:
        steps.append(f"{', '.join(repr(word) for word in said.noise)} says nothing here")
    if said.numbers:
        numbers = " and ".join(sorted(said.numbers))
        steps.append(f"number {numbers} left {len(names)} section{'' if len(names) == 1 else 's'}")
    return tuple(steps)


def _matched(seat: Place, confidence: float, trace: tuple[str, ...]) -> Resolution:
    return Resolution(status="matched", level=seat.level, seat=seat, confidence=confidence, trace=trace)


def _section_only(section: SectionNames, confidence: float, trace: tuple[str, ...]) -> Resolution:
    seat = place_of(section.id)
    return Resolution(status="section_only", level="section", seat=seat, confidence=confidence, trace=trace)
