"""Searches for the label that takes longest: hill climbing over pieces that a label can be made of.

The search draws from a seeded generator, so that it tries the same labels first in every run. What it keeps
depends on measured times: two runs can end at different labels, of about the same time.
"""

import random
import re
from collections.abc import Callable, Sequence
from itertools import accumulate

import msgspec

from benchmarks.labels.cost import cold_us, no_garbage_collection, resolve_us
from benchmarks.labels.venues import LabelledVenue
from seatpreview.labels.label_rules import LABEL_CHARACTERS_MAX
from seatpreview.labels.model import RowNames, SectionNames
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts.model import SECTIONS_MAX

ROUNDS = 100
FINAL_REPEATS = 7

_WORD = re.compile(r"\w+")
_SEPARATORS = (" ", " ", " ", "", ", ", "-", " - ", "/", " & ", ".", "; ", "\t", "'", " (", ") ", ": ")
_MARKERS = re.findall(
    r"\S+",
    "Section Sec Row Rw R Seat Seats St Level Tier Gate Door Block to Reihe Platz Plätze bis Rang Siège "
    "place rangée fila asiento posto Nr. 1st 2nd left right upper lower odd even North links gauche or and",
)
_LETTERS = "abcdefghijklmnopqrstuvwxyzäéßøñ"
_EXPANDING = ("ﷺ", "㌖", "ﬃ", "⑽", "㋿", "½", "Ⅷ", "㎧", "ΐ", "e" + "\u0301" * 8)
"""Characters that become several ones when a text is brought into one form of Unicode, the first 18."""
_ALPHABET = _LETTERS + _LETTERS.upper() + "0123456789"


class Worst(msgspec.Struct, frozen=True, kw_only=True):
    """The worst label that was found for a venue."""

    venue: str
    names: int
    has_expanding: bool
    """Whether the search could use characters that stand for several ones."""
    label: str
    cold_us: float
    """By a new resolver and with empty caches."""
    warm_us: float
    """Asked once more by the same resolver."""
    tried: int
    outcome: str
    """The status of its resolution, and the last line of its trace."""


def worst_label(venue: LabelledVenue, *, has_expanding: bool, rounds: int = ROUNDS, seed: int = 1) -> Worst:
    """Returns the label that took longest of all that were tried: as many as there are rounds, besides a
    handful that the search begins with."""
    rng = random.Random(seed)
    pieces = _Pieces(venue.sections, rng, _EXPANDING if has_expanding else ())
    with no_garbage_collection():
        tried = [(cold_us(venue.sections, _text(start), repeats=1), start) for start in pieces.starts()]
        us, best = max(tried, key=lambda pair: pair[0])
        for _ in range(rounds):
            candidate = pieces.changed(best)
            # Only a label that is worse at once is measured again, and its least time counts.
            if cold_us(venue.sections, _text(candidate), repeats=1) > us:
                again = cold_us(venue.sections, _text(candidate), repeats=2)
                if again > us:
                    us, best = again, candidate
        label = _text(best)
        cold = cold_us(venue.sections, label, repeats=FINAL_REPEATS)
        resolver = Resolver(venue.sections)
        resolution = resolver.resolve(label)
        warm = min(resolve_us(resolver, label) for _ in range(FINAL_REPEATS))
    return Worst(
        venue=venue.name,
        names=sum(1 + len(section.aliases) for section in venue.sections),
        has_expanding=has_expanding,
        label=label,
        cold_us=cold,
        warm_us=warm,
        tried=len(tried) + rounds,
        outcome=": ".join((resolution.status, *resolution.trace[-1:])),
    )


def large_venues() -> list[LabelledVenue]:
    """Returns made-up venues with as many names as the service takes: 5,000 sections with an alias each.

    One has all numbers in all families of names, the other the same number in all of its names.
    """
    rng = random.Random(2)
    words = ["".join(rng.choices(_LETTERS, k=rng.randint(3, 9))) for _ in range(400)]
    rows = {name: RowNames(name, frozenset(map(str, range(1, 6)))) for name in "ABCDEFGHIJ"}
    rivals = ["".join(rng.choices("aeinrst", k=rng.randint(4, 9))) for _ in range(5000)]

    def venue(name: str, name_of: Callable[[int], str], alias_of: Callable[[int], str]) -> LabelledVenue:
        sections = [
            SectionNames(
                id=f"s{number}",
                name=name_of(number),
                aliases=(alias_of(number),),
                level=words[number % 50],
                rows=rows,
                rows_by_id=rows,
            )
            for number in range(SECTIONS_MAX)
        ]
        return LabelledVenue(name=name, folder="", sections=sections, cases=[])

    return [
        venue(
            "large, many numbers",
            lambda number: f"{words[number % 100]} {words[100 + number % 7]} {number // 10}",
            lambda number: f"{words[200 + number % 200]} {number % 1000}",
        ),
        venue(
            "large, one number",
            lambda number: f"{rivals[number]} {words[number % 400]} 1",
            lambda number: f"{rivals[number][:4]} {rivals[-number]} 1",
        ),
    ]


class _Pieces:
    """Draws pieces of labels for one venue. A label is a list of pieces, cut at the longest that is taken."""

    def __init__(
        self, sections: Sequence[SectionNames], rng: random.Random, expanding: Sequence[str]
    ) -> None:
        self._rng = rng
        self._expanding = expanding
        names = [
            name for section in sections for name in (section.name, section.level, *section.aliases) if name
        ]
        self._names = names
        self._ids = [section.id for section in sections]
        self._words = sorted({word for name in names for word in _WORD.findall(name)})
        self._rows = sorted({row for section in sections[:50] for row in section.rows}) or ["A"]
        self._kinds: list[Callable[[], str]] = [
            lambda: rng.choice(self._words),
            lambda: rng.choice(self._words)[: rng.randint(1, 4)],
            lambda: rng.choice(self._words) + rng.choice(_LETTERS),
            lambda: "".join(word[: rng.randint(1, 2)] for word in rng.choices(self._words, k=3)),
            lambda: rng.choice(self._names),
            lambda: rng.choice(self._ids),
            lambda: rng.choice(self._rows),
            lambda: rng.choice(_MARKERS),
            lambda: str(rng.randint(0, 10 ** rng.randint(1, 6))),
            lambda: f"{rng.randint(1, 9)}-{rng.randint(10, 999)}",
            lambda: rng.choice(_LETTERS),
            lambda: rng.choice(_LETTERS) + str(rng.randint(1, 99)) + rng.choice(("", rng.choice(_LETTERS))),
            lambda: "".join(rng.choices(_ALPHABET, k=rng.randint(2, 12))),
        ]
        if expanding:
            self._kinds.append(lambda: "".join(rng.choices(expanding, k=rng.randint(1, 12))))

    def starts(self) -> list[list[str]]:
        """Returns labels to begin with: one of each kind of piece alone, some of all kinds, and what is often
        the worst for a parser: one word of 512 letters or digits, one thing repeated, and many ranges."""
        of_one_kind = [self._full(kind, separator) for kind in self._kinds for separator in (" ", "-")]
        mixed = [self._full(self._piece, None) for _ in range(6)]
        repeated = [
            ["".join(self._rng.choices(letters, k=LABEL_CHARACTERS_MAX))]
            for letters in (_LETTERS, "0123456789")
        ]
        repeated += [
            [text] * LABEL_CHARACTERS_MAX
            for text in ("a1", "1 ", "1-", "a ", "& ", "Row ", "Seat 1 ", *self._expanding)
        ]
        repeated.append(
            [f"{self._words[-1]} Row A Seats ", *(f"{number}-{number + 1}, " for number in range(80))]
        )
        return [*of_one_kind, *mixed, *repeated]

    def changed(self, label: list[str]) -> list[str]:
        """Returns the label with one to four changes."""
        label = _within_bound(label)
        for _ in range(self._rng.randint(1, 4)):
            at = self._rng.randrange(len(label) + 1)
            match self._rng.randrange(6):
                case 0:
                    label[at:at] = [self._piece(), self._rng.choice(_SEPARATORS)]
                case 1:
                    label[at : at + 1] = [self._piece()]
                case 2:
                    label[at : at + 1] = [self._rng.choice(_SEPARATORS)]
                case 3 if len(label) > 2:
                    del label[at : at + 2]
                case 4:
                    label[at:at] = label[self._rng.randrange(len(label)) :][: self._rng.randint(1, 20)]
                case _:
                    kind = self._rng.choice(self._kinds)
                    end = at + self._rng.randint(2, 30)
                    label[at:end] = self._full(kind, None)[: end - at]
        return label if any(label) else [self._piece()]

    def _piece(self) -> str:
        return self._rng.choice(self._kinds)()

    def _full(self, kind: Callable[[], str], separator: str | None) -> list[str]:
        """Returns pieces for a whole label; without a separator, each is followed by one that is drawn."""
        label: list[str] = []
        while sum(map(len, label)) < LABEL_CHARACTERS_MAX:
            label += [kind(), separator or self._rng.choice(_SEPARATORS)]
        return label


def _within_bound(label: Sequence[str]) -> list[str]:
    """Returns the pieces that are not wholly cut off: changing any other would change nothing."""
    ends = accumulate(map(len, label))
    return [piece for piece, end in zip(label, ends, strict=True) if end - len(piece) < LABEL_CHARACTERS_MAX]


def _text(label: Sequence[str]) -> str:
    return "".join(label)[:LABEL_CHARACTERS_MAX]
