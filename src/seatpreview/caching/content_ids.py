"""Ids of content, under which caches keep what is derived from it.

What was derived from one version of a record holds for the next one too, where nothing that it is derived
from has changed.
"""

import hashlib
import os


def content_id(*parts: bytes) -> bytes:
    """Returns an id that no other parts have."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        # The length keeps the parts apart: "ab", "c" is not "a", "bc".
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def unique_id() -> bytes:
    """Returns the id of content that is compared with no other."""
    return os.urandom(16)
