"""The resolver with the owner's rules in front of it."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from seatpreview.labels.model import Parts, Resolution, SectionNames
from seatpreview.labels.name_matcher import Mapped, NameMatcher
from seatpreview.labels.seat_keys import (
    LABEL_CHARACTERS_MAX,
    REFERENCE,
    Drop,
    MapTo,
    Reject,
    Rewrite,
    Rule,
    compiled,
)
from seatpreview.labels.tokens import folded


class Resolver:
    """Rules change the text first, in their order; a name that is mapped wins over what it seems to mean."""

    def __init__(self, sections: Iterable[SectionNames], rules: tuple[Rule, ...] = ()) -> None:
        maps = [Mapped(rule.name, rule.section, n) for n, rule in enumerate(rules) if isinstance(rule, MapTo)]
        self._steps = [
            _Step(n, _change_of(rule)) for n, rule in enumerate(rules) if not isinstance(rule, MapTo)
        ]
        self._resolver = NameMatcher(sections, maps)
        self.number = next(_NUMBERS)
        """Of this resolver alone, so that what it found can be remembered by it."""

    def resolve(self, label: str | Parts) -> Resolution:
        if not self._steps:
            return self._resolver.resolve(label)
        text = label.section if isinstance(label, Parts) else label
        fired: list[int] = []
        for step in self._steps:
            changed = step.change(text)
            if changed is None:
                return _declined((*fired, step.rule))
            if changed != text:
                fired.append(step.rule)
                text = changed[:LABEL_CHARACTERS_MAX]
        resolution = self._resolver.resolve(
            replace(label, section=text) if isinstance(label, Parts) else text
        )
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
            pattern, replacement = compiled(rule.pattern), rule.replacement
            return lambda text: pattern.sub(lambda found: _expanded(replacement, found), text)
        case Drop():
            words = "|".join(re.escape(form) for word in rule.words for form in _forms(word))
            dropped = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE)
            return lambda text: _EMPTY_BRACKETS.sub(" ", dropped.sub(" ", text))
        case Reject():
            refused = compiled(rule.pattern)
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
