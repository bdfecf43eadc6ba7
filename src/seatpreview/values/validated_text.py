"""Strings with their own rule, which are parsed once at the edge and trusted everywhere below."""

import re
import unicodedata
from typing import Any, ClassVar, Self


class ValidatedText(str):
    """A string that has passed the rule of its class.

    Text from outside has to go through `parse`. If the rule refuses it, `parse` raises a `ValueError` whose
    message, a sentence without its subject, is for the person who sent the text.
    """

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {"type": "string"}
    spans_segments: ClassVar[bool] = False
    """Whether it may contain slashes as the last parameter of a path."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks the text by the rule, and returns it as this type."""
        return cls(text)


def trusted_text(type_: type[Any], value: Any) -> Any:
    """Decodes a stored text without parsing it again: it was parsed before it was stored."""
    return type_(value)


# Invisible characters, by which two names look the same or one reads as another.
_DIRECTIONS = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_ZERO_WIDTH = r"\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb"
_CONTROLS = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"

ONE_LINE_PATTERN = f"^[^{_CONTROLS}]*$"
"""Matches a text of one line without control characters, for JSON Schema."""


class Label(ValidatedText):
    """A name that people give to a thing, which may be empty: one line of at most 200 visible characters."""

    __slots__ = ()

    characters_min: ClassVar[int] = 0
    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "maxLength": 200,
        "pattern": f"^[^{_CONTROLS}{_DIRECTIONS}{_ZERO_WIDTH}]*$",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks the length and the characters, and returns the text as this type."""
        if not cls.characters_min <= len(text) <= 200:
            raise ValueError(f"must be {cls.characters_min} to 200 characters long (got {len(text)})")
        if not (text.isascii() and text.isprintable()):
            _check_characters(text)
        return cls(text)


class Name(Label):
    """A name that people give to a thing, which must not be empty."""

    __slots__ = ()

    characters_min = 1
    json_schema = Label.json_schema | {"minLength": 1}


def without_hidden(text: str) -> str:
    """Returns the text without characters that change its direction or have no width. Joiners remain."""
    return text if text.isascii() else _HIDDEN.sub("", text)


def _check_characters(text: str) -> None:
    """Raises ValueError for a text with control or invisible characters."""
    if _CONTROL.search(text):
        raise ValueError("must be one line without control characters")
    hidden = _first_hidden(text)
    if hidden is not None:
        raise ValueError(
            f"must not contain invisible characters, and contains U+{ord(hidden):04X} "
            f"({unicodedata.name(hidden, 'unnamed').lower()})"
        )


def _first_hidden(text: str) -> str | None:
    """Returns the first invisible character. A joiner (U+200C, U+200D) between two letters is allowed:
    Persian and Indian scripts need it."""
    if text.isascii():
        return None
    found = _HIDDEN.search(text)
    if found is not None:
        return found[0]
    for joiner in _JOINER.finditer(text):
        start, end = joiner.span()
        around = (text[max(0, start - 1) : start], text[end : end + 1])
        if not all(neighbour and unicodedata.category(neighbour)[0] in "LM" for neighbour in around):
            return joiner[0]
    return None


_CONTROL = re.compile(f"[{_CONTROLS}]")
_HIDDEN = re.compile(f"[{_DIRECTIONS}{_ZERO_WIDTH}]")
_JOINER = re.compile(r"[\u200c\u200d]")
