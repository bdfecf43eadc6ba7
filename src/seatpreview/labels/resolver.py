"""The resolver: from a label to a place, by its key, by the owner's rules, and by the venue's names."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from seatpreview.labels.model import Parts, Place, Resolution, SectionNames, place_of
from seatpreview.labels.name_matcher import Mapped, NameMatcher
from seatpreview.labels.seat_keys import (
    LABEL_CHARACTERS_MAX,
    REFERENCE,
    Drop,
    MapTo,
    Reject,
    Rewrite,
    Rule,
    re2_pattern,
)
from seatpreview.labels.tokens import folded


class Resolver:
    """The one way from a label to a place, for previews, sessions, events, examples and dry runs.

    A key of the venue, letter by letter, names its place whatever rules would make of it. Rules change any
    other text first, in their order; a name that is mapped wins over what it seems to mean.
    """

    def __init__(self, sections: Iterable[SectionNames], rules: tuple[Rule, ...] = ()) -> None:
        self._sections = {section.id: section for section in sections}
        self._steps = [
            _Step(n, _change_of(rule)) for n, rule in enumerate(rules) if not isinstance(rule, MapTo)
        ]
        maps = [Mapped(rule.name, rule.section, n) for n, rule in enumerate(rules) if isinstance(rule, MapTo)]
        self._matcher = NameMatcher(self._sections.values(), maps)
        self.number = next(_NUMBERS)
        """The number of this resolver alone, by which its results are cached."""

    def resolve(self, label: str | Parts) -> Resolution:
        """The place that the label names, or why there is none."""
        place = self._place_with_key(label) if isinstance(label, str) else None
        if place is None:
            return self._resolve_by_names(label)
        trace = (f"'{label}' is the key of a place",)
        return Resolution(status="matched", level=place.level, seat=place, confidence=1.0, trace=trace)

    def _place_with_key(self, key: str) -> Place | None:
        """The section, row or seat with exactly this key."""
        section_id, *rest = key.split("/")
        section = self._sections.get(section_id)
        if section is None or len(rest) > 2:
            return None
        if rest:
            row = section.rows_by_id.get(rest[0])
            if row is None or (len(rest) == 2 and (row.seats is None or rest[1] not in row.seats)):
                return None
        return place_of(section_id, *rest)

    def _resolve_by_names(self, label: str | Parts) -> Resolution:
        if not self._steps:
            return self._matcher.resolve(label)
        text = label.section if isinstance(label, Parts) else label
        fired: list[int] = []
        for step in self._steps:
            changed = step.change(text)
            if changed is None:
                return _declined((*fired, step.rule))
            if changed != text:
                fired.append(step.rule)
                text = changed[:LABEL_CHARACTERS_MAX]
        resolution = self._matcher.resolve(replace(label, section=text) if isinstance(label, Parts) else text)
        trace = (*(f"rule {rule + 1} made it '{text.strip()}'" for rule in fired[-1:]), *resolution.trace)
        return replace(resolution, trace=trace, rules=(*fired, *resolution.rules))


_NUMBERS = count()


class _Step(NamedTuple):
    """A rule as a change of a text. None declines the label."""

    rule: int
    change: Callable[[str], str | None]


def _change_of(rule: Rewrite | Drop | Reject) -> Callable[[str], str | None]:
    match rule:
        case Rewrite():
            pattern, replacement = re2_pattern(rule.pattern), rule.replacement
            return lambda text: pattern.sub(lambda found: _expanded(replacement, found), text)
        case Drop():
            words = "|".join(re.escape(form) for word in rule.words for form in _forms(word))
            dropped = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE)
            return lambda text: _EMPTY_BRACKETS.sub(" ", dropped.sub(" ", text))
        case Reject():
            refused = re2_pattern(rule.pattern)
            return lambda text: None if refused.search(text) else text


_EMPTY_BRACKETS = re.compile(r"\(\s*\)|\[\s*\]")
"""What is left of "(VIP)" where VIP was dropped."""


def _expanded(replacement: str, found: Any) -> str:
    """RE2's own way to expand a replacement reads its UTF-8 as Latin-1: 'Tribüne' would be garbled."""
    return REFERENCE.sub(lambda reference: found[int(reference[1])] or "", replacement)


def _forms(word: str) -> tuple[str, ...]:
    """How a word is written, with its accents in either form of Unicode and without them."""
    return (unicodedata.normalize("NFD", word), unicodedata.normalize("NFC", word), folded(word))


def _declined(fired: tuple[int, ...]) -> Resolution:
    return Resolution(status="unmatched", trace=(f"rule {fired[-1] + 1} declines it",), rules=fired)
