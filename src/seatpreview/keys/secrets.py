"""Plaintexts of secret keys: generates, validates and hashes them. Plaintexts are never stored."""

import hashlib
import zlib
from typing import NamedTuple

from seatpreview.values.ids import base62, random_text

PREFIX = "sk_live_"

_RANDOM_CHARACTERS = 36  # 214 bits. The four characters of `hint` belong to the checksum.
_CHECKSUM_CHARACTERS = 6
_LENGTH = len(PREFIX) + _RANDOM_CHARACTERS + _CHECKSUM_CHARACTERS


class Secret(NamedTuple):
    """A new plaintext, with its hash and hint. Only the latter two are stored."""

    plaintext: str
    hash: str
    hint: str

    def __repr__(self) -> str:
        return f"Secret(...{self.hint})"


def new_secret() -> Secret:
    """Generates a random secret."""
    random = random_text(_RANDOM_CHARACTERS)
    plaintext = PREFIX + random + _checksum(random)
    return Secret(plaintext, hash_of(plaintext), plaintext[-4:])


def is_well_formed(plaintext: str) -> bool:
    """Returns whether the checksum is right. A mistyped key is thus refused without a database lookup."""
    if len(plaintext) != _LENGTH or not plaintext.startswith(PREFIX) or not plaintext.isascii():
        return False
    return _checksum(plaintext[len(PREFIX) : -_CHECKSUM_CHARACTERS]) == plaintext[-_CHECKSUM_CHARACTERS:]


def hash_of(plaintext: str) -> str:
    """Returns the SHA-256. A slow hash would add cost but no safety, because plaintexts have 214 random
    bits."""
    return hashlib.sha256(plaintext.encode()).hexdigest()


def _checksum(random: str) -> str:
    """Returns the CRC-32 in base62, which lets scanners tell a leaked key from a similar text."""
    return base62(zlib.crc32(random.encode()), _CHECKSUM_CHARACTERS)
