"""The form in which versions of a record are kept: compressed, with what is looked for beside it. Pure."""

import zlib

import msgspec

from seatpreview.venues.image_names import image_hashes


class KeptRecord(msgspec.Struct, frozen=True, array_like=True):
    """A record as one of its versions is stored."""

    document: bytes = b""
    """The record as JSON, compressed."""
    image_hashes: bytes = b""
    """The hashes of the images that it names (see `image_names`)."""
    seats: int = 0

    @property
    def stored_bytes(self) -> int:
        """What it counts for in the bytes of kept versions."""
        return len(self.document) + len(self.image_hashes)


def keep_record(document: bytes, seats: int) -> KeptRecord:
    """Compresses a record. For large ones this takes a while, so it is done in another process."""
    return KeptRecord(zlib.compress(document), image_hashes(document), seats)


def read_kept(compressed: bytes) -> bytes:
    """Returns the JSON of a kept record. The content is trusted, because `keep_record` wrote it."""
    return zlib.decompress(compressed)
