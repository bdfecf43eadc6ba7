"""The resolver: finds the place of a label by its key, by the owner's rules and by the venue's names."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from seatpreview.labels.model import Parts, Place, Resolution, SectionNames, place_of
from seatpreview.labels.name_matcher import Mapped, NameMatcher
from seatpreview.labels.seat_keys import (
    GROUP_REFERENCE,
    LABEL_CHARACTERS_MAX,
    Drop,
    MapTo,
    Reject,
    Rewrite,
    Rule,
    re2_pattern,
)
from seatpreview.labels.tokens import folded
from seatpreview.validated_text import without_hidden


class Resolver:
    """Resolves labels of one venue, for previews, sessions, events, examples and dry runs alike.

    A label that is exactly a key of the venue names its place, and rules are not applied to it. Any other
    label is first changed by the rules, in their order. A name that a rule maps to a section takes precedence
    over the names of the venue.
    """

    def __init__(self, sections: Iterable[SectionNames], rules: tuple[Rule, ...] = ()) -> None:
        self._sections = {section.id: section for section in sections}
        self._steps = [
            _Step(n, _transformation(rule)) for n, rule in enumerate(rules) if not isinstance(rule, MapTo)
        ]
        maps = [Mapped(rule.name, rule.section, n) for n, rule in enumerate(rules) if isinstance(rule, MapTo)]
        self._matcher = NameMatcher(self._sections.values(), maps)
        self.cache_id = next(_CACHE_IDS)
        """A number that no other resolver of the process has; cached results are stored under it."""

    def resolve(self, label: str | Parts) -> Resolution:
        """Returns the place that the label names, or why there is none. Characters that nobody sees are
        passed over: they come along when a label is copied from a page."""
        label = _visible(label)
        place = self._place_with_key(label) if isinstance(label, str) else None
        if place is None:
            return self._resolve_by_names(label)
        trace = (f"'{label}' is the key of a place",)
        return Resolution(status="matched", level=place.level, seat=place, confidence=1.0, trace=trace)

    def _place_with_key(self, key: str) -> Place | None:
        """Returns the section, row or seat with exactly this key."""
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


_CACHE_IDS = count()


def _visible(label: str | Parts) -> str | Parts:
    if isinstance(label, str):
        return without_hidden(label)
    return Parts(
        section=without_hidden(label.section), row=without_hidden(label.row), seat=without_hidden(label.seat)
    )


class _Step(NamedTuple):
    """A rule as a function that changes a text. It returns None to decline the label."""

    rule: int
    change: Callable[[str], str | None]


def _transformation(rule: Rewrite | Drop | Reject) -> Callable[[str], str | None]:
    match rule:
        case Rewrite():
            pattern, replacement = re2_pattern(rule.pattern), rule.replacement
            return lambda text: pattern.sub(lambda found: _expand(replacement, found), text)
        case Drop():
            words = "|".join(re.escape(form) for word in rule.words for form in _spellings(word))
            dropped = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE)
            return lambda text: _EMPTY_BRACKETS.sub(" ", dropped.sub(" ", text))
        case Reject():
            refused = re2_pattern(rule.pattern)
            return lambda text: None if refused.search(text) else text


_EMPTY_BRACKETS = re.compile(r"\(\s*\)|\[\s*\]")
"""Matches what remains of "(VIP)" after VIP was dropped."""


def _expand(replacement: str, found: Any) -> str:
    """Expands a replacement. RE2's own function reads its UTF-8 as Latin-1, which would garble 'Tribüne'."""
    return GROUP_REFERENCE.sub(lambda reference: found[int(reference[1])] or "", replacement)


def _spellings(word: str) -> tuple[str, ...]:
    """Returns the spellings of a word: with its accents in either form of Unicode, and without them."""
    return (unicodedata.normalize("NFD", word), unicodedata.normalize("NFC", word), folded(word))


def _declined(fired: tuple[int, ...]) -> Resolution:
    return Resolution(status="unmatched", trace=(f"rule {fired[-1] + 1} declines it",), rules=fired)
