"""Computations on the record of a venue that is copied: pure functions of bytes."""

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.results.json_encoding import encode
from seatpreview.venues.record_codec import decode_aliases, decode_members, encode_aliases


def copied_record(document: bytes, name: bytes) -> bytes:
    """Returns the record of a copy, as JSON: with another name, and without the names of the venue itself,
    which its tenant has already. Names of sections and rows stay."""
    members = decode_members(document)
    aliases = [alias for alias in decode_aliases(members.aliases) if alias.section is not UNSET]
    copied = replace(
        members, name=msgspec.Raw(encode(name.decode())), aliases=msgspec.Raw(encode_aliases(aliases))
    )
    return encode(copied)
