"""Identifiers: a prefix that says what it names, and letters and digits from the system's random source."""

import re
import secrets
from typing import ClassVar, Self

from seatpreview.validated_text import ValidatedText

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

_RANDOM_CHARACTERS = 20


class Id(ValidatedText):
    """A prefix, then at least twelve letters or digits."""

    __slots__ = ()

    prefix: ClassVar[str] = ""
    noun: ClassVar[str] = ""
    _shape: ClassVar[re.Pattern[str]]

    def __init_subclass__(cls) -> None:
        pattern = f"{cls.prefix}[A-Za-z0-9]{{12,}}"
        cls._shape = re.compile(pattern)
        cls.json_schema = {
            "type": "string",
            "pattern": f"^{pattern}$",
            "format": f"{cls.noun}-id",
        }

    @classmethod
    def is_one(cls, text: str) -> bool:
        return cls._shape.fullmatch(text) is not None

    @classmethod
    def parse(cls, text: str) -> Self:
        if not cls.is_one(text):
            raise ValueError(f"must be '{cls.prefix}' followed by at least 12 letters or digits")
        return cls(text)

    @classmethod
    def new(cls) -> Self:
        return cls(cls.prefix + random_text(_RANDOM_CHARACTERS))


class KeyId(Id):
    __slots__ = ()
    prefix = "key_"
    noun = "key"


class TenantId(Id):
    __slots__ = ()
    prefix = "ten_"
    noun = "tenant"


class VenueId(Id):
    __slots__ = ()
    prefix = "ven_"
    noun = "venue"


class SessionId(Id):
    __slots__ = ()
    prefix = "ses_"
    noun = "session"


class ImageId(Id):
    __slots__ = ()
    prefix = "img_"
    noun = "image"


def random_text(characters: int) -> str:
    """Letters and digits from the system's random source, 5.95 bits each."""
    return base62(secrets.randbelow(len(ALPHABET) ** characters), characters)


def base62(number: int, characters: int) -> str:
    """A number in so many letters and digits: an even count, and enough of them for it."""
    pairs = []
    for _ in range(characters // 2):
        number, pair = divmod(number, len(_PAIRS))
        pairs.append(_PAIRS[pair])
    return "".join(reversed(pairs))


_PAIRS = [first + second for first in ALPHABET for second in ALPHABET]
