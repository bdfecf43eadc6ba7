"""Types of the owner's label rules, applied in order: rewrite, drop, map to a section, reject."""

import re
from typing import Annotated, ClassVar, Self

import msgspec
import re2
from msgspec import Meta

from seatpreview.labels.re2_patterns import PATTERN_MEMORY_BYTES_MAX, compile_pattern
from seatpreview.values.validated_text import ValidatedText

LABEL_CHARACTERS_MAX = 512
SEATS_OF_A_LABEL_MAX = 50
"""The most seats that the expectation of a label may list."""

# The decoder refuses NUL in any text, and the schema has to say so too.
_NO_NUL = {"pattern": "^[^\\u0000]*$"}

LabelText = Annotated[str, Meta(max_length=LABEL_CHARACTERS_MAX, extra_json_schema=_NO_NUL)]
PartText = Annotated[str, Meta(max_length=100, extra_json_schema=_NO_NUL)]
KeyText = Annotated[str, Meta(max_length=200, extra_json_schema=_NO_NUL)]
SeveralKeys = Annotated[tuple[KeyText, ...], Meta(min_length=2, max_length=SEATS_OF_A_LABEL_MAX)]
Expectation = KeyText | SeveralKeys | None
"""What a label must resolve to: the place with this key and no other, several seats in this order, or null
where it must be declined."""
Word = Annotated[str, Meta(min_length=1, max_length=100, extra_json_schema=_NO_NUL)]


class Pattern(ValidatedText):
    """A regular expression of RE2, which matches any pattern in linear time."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, object]] = {
        "type": "string",
        "format": "re2",
        "minLength": 1,
        "maxLength": 300,
        "description": (
            "A regular expression of RE2: no look-ahead, no back-references. Case is ignored. A pattern that "
            "repeats itself thousands of times is refused."
        ),
        "examples": ["^vip\\b"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        if not 1 <= len(text) <= 300:
            raise ValueError(f"must be 1 to 300 characters long (got {len(text)})")
        try:
            compile_pattern(text, memory_bytes_max=PATTERN_MEMORY_BYTES_MAX)
        except re2.error as fault:
            reason = fault.args[0]
            raise ValueError(
                f"is not a pattern of RE2: {reason.decode() if isinstance(reason, bytes) else reason}"
            ) from None
        return cls(text)


class LabelParts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A label that a ticketing system sends in parts."""

    section: LabelText = ""
    """Empty or absent where the ticketing system has no such field: then the venue must have one section, or
    one section with such a row."""
    row: PartText = ""
    seat: PartText = ""


class Rewrite(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="rewrite"
):
    """Replaces what the pattern matches; `\\1` stands for its first group."""

    pattern: Pattern
    replacement: KeyText


class Drop(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="drop"
):
    """Removes words that say nothing about the position of a seat."""

    words: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=100)]


class MapTo(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="map"
):
    """Resolves a name to a section."""

    name: Word
    section: Word


class Reject(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="reject"
):
    """Declines labels that the pattern matches."""

    pattern: Pattern


Rule = Rewrite | Drop | MapTo | Reject


class Example(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A label and the canonical key that it must resolve to; a list of keys if it names several seats. Null:
    the label must be declined."""

    label: LabelText | LabelParts
    expect: Expectation


class SeatKeys(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Label rules of a venue, applied in their order, and examples that the rules must satisfy."""

    rules: Annotated[
        tuple[Rule, ...],
        Meta(
            max_length=500,
            description=(
                "The programs that RE2 makes of all patterns together have at most 16,000 instructions: "
                "500 patterns such as `\\bvip\\s+(\\d+)` have 8,000, and `\\pL` alone has 1,200."
            ),
        ),
    ] = ()
    examples: Annotated[tuple[Example, ...], Meta(max_length=10_000)] = ()


GROUP_REFERENCE = re.compile(r"\\([1-9]?)")


def references_existing_groups(rule: Rewrite) -> bool:
    """Returns whether every backslash in the replacement precedes the number of a group of the pattern."""
    references = GROUP_REFERENCE.findall(rule.replacement)
    if not references:
        return True
    groups = compile_pattern(rule.pattern).groups
    return all(number and int(number) <= groups for number in references)
