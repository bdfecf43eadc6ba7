"""Types of texts in events: ids, error messages, tokens, days and times."""

import re
from datetime import date
from typing import Any, ClassVar, Self

import msgspec

from seatpreview.decoding.body_scanner import TOKEN_CHARACTERS_MAX
from seatpreview.values.clock import Time
from seatpreview.values.validated_text import ONE_LINE_PATTERN, ValidatedText


class EventId(ValidatedText):
    """The id that the reporter gives to an event: 1 to 64 letters, digits, '_' and '-'."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        if not _EVENT_ID.fullmatch(text):
            raise ValueError("must be 1 to 64 letters, digits, '_' and '-'")
        return cls(text)


class ErrorMessage(ValidatedText):
    """An error message of a page: one line of at most 500 characters."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "maxLength": 500,
        "pattern": ONE_LINE_PATTERN,
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        if len(text) > 500:
            raise ValueError(f"must be at most 500 characters long, and is {len(text)}")
        if not _ONE_LINE.fullmatch(text):
            raise ValueError("must be one line without control characters")
        return cls(text)


class BeaconToken(ValidatedText):
    """A session's token. The maximum length is that of the longest token."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "maxLength": TOKEN_CHARACTERS_MAX,
        "pattern": "^[!-~]*$",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        if not _TOKEN.fullmatch(text):
            raise ValueError("must be a session's token")
        return cls(text)


class DayOrTime(ValidatedText):
    """A day of the venue's calendar such as '2026-11-15', or a time such as '2026-11-15T18:00:00Z'."""

    __slots__ = ()

    json_schema: ClassVar[dict[str, Any]] = {
        "type": "string",
        "anyOf": [{"format": "date"}, {"format": "date-time"}],
        "examples": ["2026-11-15", "2026-11-15T18:00:00Z"],
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        form: Any = date if len(text) == len("2026-11-15") else Time
        try:
            msgspec.convert(text, form)
        except msgspec.ValidationError:
            raise ValueError(
                "must be a day such as '2026-11-15', or a time such as '2026-11-15T18:00:00Z'"
            ) from None
        return cls(text)


_EVENT_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TOKEN = re.compile(rf"[!-~]{{0,{TOKEN_CHARACTERS_MAX}}}")
_ONE_LINE = re.compile(r"[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*")
