"""Texts that keep a rule of their own: parsed once at the edge, trusted everywhere below."""

import re
from typing import Any, ClassVar, Self


class ValidatedText(str):
    """A string that has passed its class's rule.

    `parse` is the only way in for text from outside. What it refuses, it refuses with a
    `ValueError` whose message is a sentence for the person who sent the text.
    """

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {"type": "string"}
    spans_segments: ClassVar[bool] = False
    """Whether it may hold slashes where it stands at the end of a path."""

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(text)


def trusted_text(type_: type[Any], value: Any) -> Any:
    """For decoders of what we wrote ourselves: it was parsed on its way in."""
    return type_(value)


class Label(ValidatedText):
    """What people call a thing, or nothing: one line of at most 200 characters."""

    __slots__ = ()

    characters_min: ClassVar[int] = 0
    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "maxLength": 200,
        "pattern": r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        if not cls.characters_min <= len(text) <= 200:
            raise ValueError(f"must be {cls.characters_min} to 200 characters long, and is {len(text)}")
        if _CONTROL.search(text):
            raise ValueError("must be one line without control characters")
        return cls(text)


class Name(Label):
    """What people call a thing that must have a name."""

    __slots__ = ()

    characters_min = 1
    json_schema = Label.json_schema | {"minLength": 1}


_CONTROL = re.compile(r"[\u0000-\u001f\u007f-\u009f\u2028\u2029]")
