"""The plaintext of secret keys: made, recognised and hashed here, and kept nowhere."""

import hashlib
import zlib
from typing import NamedTuple

from seatpreview.ids import base62, random_text

PREFIX = "sk_live_"

_RANDOM_CHARACTERS = 36  # 214 bits; the four that `hint` shows are of the checksum.
_CHECKSUM_CHARACTERS = 6
_LENGTH = len(PREFIX) + _RANDOM_CHARACTERS + _CHECKSUM_CHARACTERS


class Secret(NamedTuple):
    """A new plaintext, and the two things about it that are stored."""

    plaintext: str
    hash: str
    hint: str

    def __repr__(self) -> str:
        return f"Secret(...{self.hint})"


def new_secret() -> Secret:
    random = random_text(_RANDOM_CHARACTERS)
    plaintext = PREFIX + random + _checksum(random)
    return Secret(plaintext, hash_of(plaintext), plaintext[-4:])


def is_well_formed(plaintext: str) -> bool:
    """Whether the checksum holds, so that a mistyped key is refused without a look-up."""
    if len(plaintext) != _LENGTH or not plaintext.startswith(PREFIX) or not plaintext.isascii():
        return False
    return _checksum(plaintext[len(PREFIX) : -_CHECKSUM_CHARACTERS]) == plaintext[-_CHECKSUM_CHARACTERS:]


def hash_of(plaintext: str) -> str:
    """SHA-256: with 214 random bits in the plaintext, a slow hash would add cost and no safety."""
    return hashlib.sha256(plaintext.encode()).hexdigest()


def _checksum(random: str) -> str:
    """The CRC-32 in base62, so that scanners can tell a leaked key from a text that looks like one."""
    return base62(zlib.crc32(random.encode()), _CHECKSUM_CHARACTERS)
