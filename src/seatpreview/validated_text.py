"""Strings with a rule of their own, which are parsed once at the edge and trusted everywhere below."""

import re
from typing import Any, ClassVar, Self


class ValidatedText(str):
    """A string that has passed its class's rule.

    Text from outside has to go through `parse`. Where the rule refuses it, `parse` raises a `ValueError`
    whose message, a sentence without its subject, is for the person who sent the text.
    """

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {"type": "string"}
    spans_segments: ClassVar[bool] = False
    """Whether it may hold slashes where it is the last parameter of a path."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks the text by the rule, and returns it as this type."""
        return cls(text)


def trusted_text(type_: type[Any], value: Any) -> Any:
    """Decodes a stored text without parsing it: it was parsed before it was stored."""
    return type_(value)


class Label(ValidatedText):
    """A name that people give to a thing, which may be empty: one line of at most 200 characters."""

    __slots__ = ()

    characters_min: ClassVar[int] = 0
    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "maxLength": 200,
        "pattern": r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks the length and the characters, and returns the text as this type."""
        if not cls.characters_min <= len(text) <= 200:
            raise ValueError(f"must be {cls.characters_min} to 200 characters long, and is {len(text)}")
        if _CONTROL.search(text):
            raise ValueError("must be one line without control characters")
        return cls(text)


class Name(Label):
    """A name that people give to a thing, which must not be empty."""

    __slots__ = ()

    characters_min = 1
    json_schema = Label.json_schema | {"minLength": 1}


_CONTROL = re.compile(r"[\u0000-\u001f\u007f-\u009f\u2028\u2029]")
