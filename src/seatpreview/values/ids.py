"""Identifiers: a prefix for the kind, and letters and digits from the system's random source."""

import re
import secrets
from typing import ClassVar, Self

from seatpreview.values.validated_text import ValidatedText

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

_RANDOM_CHARACTERS = 20


class Id(ValidatedText):
    """An identifier: a prefix, then at least twelve letters or digits."""

    __slots__ = ()

    prefix: ClassVar[str] = ""
    noun: ClassVar[str] = ""
    _pattern: ClassVar[re.Pattern[str]]

    def __init_subclass__(cls) -> None:
        pattern = f"{cls.prefix}[A-Za-z0-9]{{12,}}"
        cls._pattern = re.compile(pattern)
        cls.json_schema = {
            "type": "string",
            "pattern": f"^{pattern}$",
            "format": f"{cls.noun}-id",
        }

    @classmethod
    def matches(cls, text: str) -> bool:
        """Returns whether a text has the form of this kind of identifier."""
        return cls._pattern.fullmatch(text) is not None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Checks the form of a text, and returns it as this type."""
        if not cls.matches(text):
            raise ValueError(f"must be '{cls.prefix}' followed by at least 12 letters or digits")
        return cls(text)

    @classmethod
    def new(cls) -> Self:
        """Creates a unique identifier."""
        return cls(cls.prefix + random_text(_RANDOM_CHARACTERS))


class KeyId(Id):
    """The identifier of a key: 'key_', then at least twelve letters or digits."""

    __slots__ = ()
    prefix = "key_"
    noun = "key"


class TenantId(Id):
    """The identifier of a tenant: 'ten_', then at least twelve letters or digits."""

    __slots__ = ()
    prefix = "ten_"
    noun = "tenant"


class VenueId(Id):
    """The identifier of a venue: 'ven_', then at least twelve letters or digits."""

    __slots__ = ()
    prefix = "ven_"
    noun = "venue"


class SessionId(Id):
    """The identifier of a session: 'ses_', then at least twelve letters or digits."""

    __slots__ = ()
    prefix = "ses_"
    noun = "session"


class ImageId(Id):
    """The identifier of an image: 'img_', then at least twelve letters or digits."""

    __slots__ = ()
    prefix = "img_"
    noun = "image"


class WebhookId(Id):
    """The identifier of a webhook: 'whk_', then at least twelve letters or digits."""

    __slots__ = ()
    prefix = "whk_"
    noun = "webhook"


class DeliveryId(Id):
    """The identifier of a delivery to a webhook: 'msg_', then at least twelve letters or digits."""

    __slots__ = ()
    prefix = "msg_"
    noun = "delivery"


class DraftId(Id):
    """The identifier of a draft: 'dra_', then at least twelve letters or digits."""

    __slots__ = ()
    prefix = "dra_"
    noun = "draft"


def random_text(characters: int) -> str:
    """Returns letters and digits from the system's random source, 5.95 bits each. The number of characters
    must be even."""
    return base62(secrets.randbelow(len(ALPHABET) ** characters), characters)


def base62(number: int, characters: int) -> str:
    """Writes a number in this many letters and digits: an even count that is large enough for it."""
    pairs = []
    for _ in range(characters // 2):
        number, pair = divmod(number, len(_PAIRS))
        pairs.append(_PAIRS[pair])
    return "".join(reversed(pairs))


_PAIRS = [first + second for first in ALPHABET for second in ALPHABET]
