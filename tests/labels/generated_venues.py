"""Random venues of six kinds in seven languages, for labels with a known truth."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random

from labels.listing_words import LANGUAGES, Words
from seatpreview.labels.model import RowNames, SectionNames

OPPOSITES = {
    "left": "right",
    "right": "left",
    "north": "south",
    "south": "north",
    "east": "west",
    "west": "east",
}
ALIASES = ("Vivaldi", "Panorama", "Kop", "Horizon", "Mirador")
COMPASS = ("north", "south", "east", "west")


@dataclass(frozen=True, slots=True)
class Seating:
    """The rows of a section, and the seats of each row."""

    rows: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    """Empty if nobody knows the seats."""


NO_ROWS = Seating()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of a generated venue, and what its name consists of."""

    name: str
    seating: Seating = NO_ROWS
    id: str = ""
    level: str = ""
    spoken: str
    """The words by which a listing names the section in full: level, name and number, where it has them."""
    kind: str
    """`ground`, `tier`, `box`, `block`, `floor`, `club`, `suite`, `table` or `standing`."""
    noun: str = ""
    """The noun of the name ('Loge', 'Balcony'); empty where it is only a word for 'section', or none."""
    number: str = ""
    """A number or a letter that tells the section from others of its noun."""
    direction: str = ""
    alias: str = ""
    ordinal: int = 0
    """Which tier it is, from 1, where tiers are counted."""


class Venue:
    """A venue: its sections, and what the resolver is told about them."""

    def __init__(self, words: Words, kind: str, sections: list[Section]) -> None:
        self.words = words
        self.kind = kind
        self.sections = sections
        self.levels = Counter(section.level for section in sections if section.level)
        self.numbers = Counter(s.number.lstrip("0") for s in sections if s.number)
        self.ordinals = {section.ordinal for section in sections if section.ordinal}
        self.rows = {row for section in sections for row in section.seating.rows}

    @cached_property
    def used_words(self) -> frozenset[str]:
        """All words of names, levels and ids, folded."""
        texts = (text for s in self.sections for text in (s.name, s.level, s.id, s.spoken, s.alias))
        return frozenset(word for text in texts for word in words_of(text))

    def names(self) -> list[SectionNames]:
        """What the resolver is told about the venue."""
        return [_names(section) for section in self.sections]

    def described(self) -> str:
        """The names of all sections in one text, for the message of a failing test."""
        return "\n".join(
            f"  {s.id!r}: {s.name!r}"
            + (f", level {s.level!r}" if s.level else "")
            + (f", alias {s.alias!r}" if s.alias else "")
            + f", rows {' '.join(s.seating.rows) or '-'}, seats {_described_seats(s.seating.seats)}"
            for s in self.sections
        )


def random_venue(random: Random, language: str) -> Venue:
    """Returns a venue of a random kind, with names in this language and ids of a random style."""
    kind = random.choice((*_KINDS, "theatre"))
    words = LANGUAGES[language]
    sections = _KINDS[kind](random, words)
    if random.random() < 0.3:
        n = random.randrange(len(sections))
        sections[n] = replace(sections[n], alias=random.choice(ALIASES))
    return Venue(words, kind, _with_ids(random, sections))


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """The text in small letters without accents."""
    text = text.replace("ß", "ss").replace("º", "o").replace("ª", "a")
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).lower()


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, folded. Letters and the digits that they touch are apart."""
    return tuple(re.findall(r"[^\W\d_]+|\d+", folded(text)))


def _names(section: Section) -> SectionNames:
    seats = frozenset(map(str, section.seating.seats)) or None
    rows = {row: RowNames(row, seats) for row in section.seating.rows}
    return SectionNames(
        id=section.id,
        name=section.name,
        level=section.level,
        aliases=(section.alias,) if section.alias else (),
        rows=rows,
        rows_by_id=rows,
    )


def _described_seats(seats: tuple[int, ...]) -> str:
    return f"{seats[0]}, {seats[1]} ... {seats[-1]}" if len(seats) > 1 else "unknown"


def _theatre(random: Random, words: Words) -> list[Section]:
    rows = _rows(random)
    sections = _divided(random, words, random.choice(words.ground), "ground", rows)
    if random.random() < 0.5:
        noun = words.ordinal_tier
        for n in range(random.randint(1, 3)):
            name = f"{words.ordinals[n][0]} {noun}"
            seating = Seating(rows[: random.randint(3, 6)], tuple(range(1, random.randint(14, 30))))
            sections.append(
                Section(name=name, spoken=name, kind="tier", noun=noun, ordinal=n + 1, seating=seating)
            )
    else:
        for noun in random.sample(words.tiers, random.randint(0, 2)):
            sections += _divided(random, words, noun, "tier", _rows(random))
    if random.random() < 0.6:
        sections += _boxes(random, words)
    return sections


def _concert_hall(random: Random, words: Words) -> list[Section]:
    """A hall with blocks around the stage that have letters."""
    noun = words.section[0]
    numbers = tuple(map(str, range(1, random.randint(8, 16))))
    sections = []
    for letter in "ABCDEFGHK"[: random.randint(3, 9)]:
        seating = Seating(numbers, tuple(range(1, random.randint(12, 26))))
        named = f"{noun} {letter}"
        sections.append(Section(name=named, spoken=named, kind="block", number=letter, seating=seating))
    if random.random() < 0.6:
        name = random.choice(words.tiers)
        seating = Seating(numbers[:5], tuple(range(1, 31)))
        sections.append(Section(name=name, spoken=name, kind="tier", noun=name, seating=seating))
    return sections


def _stadium(random: Random, words: Words) -> list[Section]:
    """Blocks with numbers in stands or on levels, or both."""
    compass = random.sample(range(4), random.randint(2, 4))
    named_by = random.choice(("stand", "level", "stand in the level", "both"))
    levels = random.choice(words.levels)
    number = random.choice((1, 11, 101, 201))
    with_noun = random.random() < 0.5
    sections = []
    rows = random.choice((_number_rows(random), _rows(random)))
    for side in sorted(compass):
        stand = words.stands[side]
        for storey in range(1 if named_by in ("stand", "stand in the level") else 2):
            seating = Seating(rows, _seats(random))
            for _ in range(random.randint(2, 5)):
                block = f"{words.section[0]} {number}" if with_noun else str(number)
                in_name = named_by in ("stand", "both")
                level = {"stand": "", "stand in the level": stand}.get(named_by, levels[storey])
                says = stand if in_name or level == stand else level
                sections.append(
                    Section(
                        name=f"{stand} {block}" if in_name else block,
                        spoken=f"{says} {block}",
                        level=level,
                        kind="block",
                        number=str(number),
                        direction="" if named_by == "level" else COMPASS[side],
                        seating=seating,
                    )
                )
                number += 1
    return sections


def _arena(random: Random, words: Words) -> list[Section]:
    """Sections in hundreds by level, a floor and suites."""
    levels = random.choice(words.levels)
    with_noun = random.random() < 0.4
    sections = []
    for storey, level in enumerate(levels):
        seating = Seating(_rows(random), _seats(random))
        for number in range(100 * storey + 101, 100 * storey + random.randint(106, 122)):
            name = f"{words.section[0]} {number}" if with_noun else str(number)
            spoken = f"{level} {name}"
            sections.append(
                Section(
                    name=name, spoken=spoken, level=level, kind="block", number=str(number), seating=seating
                )
            )
    if random.random() < 0.7:
        sections += _numbered(words.suite, "suite", range(1, random.randint(5, 30)))
    if random.random() < 0.4:
        sections += _numbered("Club", "club", range(1, 9), Seating(_rows(random), tuple(range(1, 13))))
    if random.random() < 0.4:
        name = words.standing[0]
        return [*sections, Section(name=name, spoken=name, kind="standing", noun=name)]
    return [
        *sections,
        *_numbered(words.standing[0], "floor", "ABCD", Seating(_number_rows(random), _seats(random))),
    ]


def _club(random: Random, words: Words) -> list[Section]:
    """Standing areas, tables, and perhaps a balcony with rows."""
    names = random.sample(words.standing, random.randint(1, 2))
    sections = [Section(name=name, spoken=name, kind="standing", noun=name) for name in names]
    sections += _numbered(words.table, "table", range(1, random.randint(4, 20)))
    tier = random.choice(words.tiers)
    seating = Seating(tuple("ABCDEF"[: random.randint(2, 6)]), tuple(range(1, random.randint(8, 18))))
    return [*sections, Section(name=tier, spoken=tier, kind="tier", noun=tier, seating=seating)]


def _open_air(random: Random, words: Words) -> list[Section]:
    """A lawn before the stage, and blocks with numbers behind it."""
    name = random.choice(words.standing)
    sections = [Section(name=name, spoken=name, kind="standing", noun=name)]
    rows = _rows(random)
    for number in range(1, random.randint(4, 9)):
        seating = Seating(rows, _seats(random))
        block = f"{words.section[0]} {number}"
        sections.append(Section(name=block, spoken=block, kind="block", number=str(number), seating=seating))
    return sections


_KINDS: dict[str, Callable[[Random, Words], list[Section]]] = {
    "theatre": _theatre,
    "concert hall": _concert_hall,
    "stadium": _stadium,
    "arena": _arena,
    "club": _club,
    "open air": _open_air,
}


def _divided(random: Random, words: Words, noun: str, kind: str, rows: tuple[str, ...]) -> list[Section]:
    """One section, or one for each of some sides. Seats are counted in each, or odd and even by side."""
    sides = random.choice(
        ((), ("left", "right"), ("left", "centre", "right"), ("left", "centre", "right"), ("right", "centre"))
    )
    if not sides:
        return [Section(name=noun, spoken=noun, kind=kind, noun=noun, seating=Seating(rows, _seats(random)))]
    numbering = random.choice(("same", "odd and even"))
    in_level = random.random() < 0.2
    sections = []
    for side in sides:
        seats = {
            "left": tuple(range(1, 20, 2)),
            "right": tuple(range(2, 21, 2)),
            "centre": tuple(range(101, 115)),
        }[side]
        word = {"left": words.left, "right": words.right, "centre": words.centre}[side][0]
        sections.append(
            Section(
                name=word.capitalize() if in_level else f"{noun} {word}",
                level=noun if in_level else "",
                spoken=f"{noun} {word}",
                kind=kind,
                noun=noun,
                direction=side,
                seating=Seating(rows, seats if numbering != "same" else tuple(range(1, 17))),
            )
        )
    return sections


def _boxes(random: Random, words: Words) -> list[Section]:
    """Boxes with numbers, in some theatres with the same numbers on both sides."""
    numbers = range(1, random.randint(4, 16))
    if random.random() < 0.7:
        return _numbered(words.box, "box", numbers)
    sides = {"left": words.left[0], "right": words.right[0]}
    return [
        Section(name=name, spoken=name, kind="box", noun=words.box, number=str(n), direction=side)
        for side, word in sides.items()
        for n in numbers
        for name in [f"{words.box} {n} {word}"]
    ]


def _numbered(noun: str, kind: str, numbers: Iterable[object], seating: Seating = NO_ROWS) -> list[Section]:
    """Sections of one noun with numbers or letters: boxes, suites, tables, parts of a floor."""
    return [
        Section(
            name=f"{noun} {n}", spoken=f"{noun} {n}", kind=kind, noun=noun, number=str(n), seating=seating
        )
        for n in numbers
    ]


def _rows(random: Random) -> tuple[str, ...]:
    letters = [
        letter for letter in "ABCDEFGHIJKLMNOPQRSTUVW" if letter not in random.choice(("", "IO", "IOQ"))
    ]
    count = random.randint(5, len(letters))
    return random.choice(
        (
            tuple(letters[:count]),
            tuple(letters[:count]),
            tuple(letter * 2 for letter in letters[: count // 2]),
            (*letters[:count], *(letter * 2 for letter in letters[:3])),
            _number_rows(random),
            tuple(f"R{n:02}" for n in range(1, random.randint(6, 20))),
        )
    )


def _number_rows(random: Random) -> tuple[str, ...]:
    return tuple(map(str, range(1, random.randint(8, 30))))


def _seats(random: Random) -> tuple[int, ...]:
    count = random.randint(10, 26)
    return random.choice(
        (
            tuple(range(1, count)),
            tuple(range(1, count)),
            tuple(range(1, 2 * count, 2)),
            tuple(range(2, 2 * count, 2)),
            tuple(range(101, 101 + count)),
            (),
        )
    )


def _with_ids(random: Random, sections: list[Section]) -> list[Section]:
    """Gives all sections ids of one style, or their names where such ids would not be clear: the initial of
    a balcony is no good id where there is a block B."""
    style = random.choice(("name", "number", "initials", "slug", "opaque"))
    ids = [_id(random, section, style) for section in sections]
    numbers = {section.number for section in sections}
    names_another = any(id in numbers and id != s.number for id, s in zip(ids, sections, strict=True))
    if len(set(ids)) < len(ids) or names_another:
        ids = [section.spoken for section in sections]
    return [replace(section, id=id) for section, id in zip(sections, ids, strict=True)]


def _id(random: Random, section: Section, style: str) -> str:
    if style == "opaque":
        return "".join(random.choices("bcdfghjklmnpqrstvwxz", k=9))
    if style == "number" and section.number and section.kind == "block":
        return section.number
    if style == "initials":
        initials = "".join(word[0] for word in words_of(section.spoken) if not word.isdigit()).upper()
        return initials + (section.number or str(section.ordinal or ""))
    return "-".join(words_of(section.spoken)) if style == "slug" else section.spoken
