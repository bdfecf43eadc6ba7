"""The stored form of a venue's record and of aliases: JSON, as the API returns it."""

from collections.abc import Sequence

import msgspec

from seatpreview.values.validated_text import trusted_text
from seatpreview.venues.model import Alias, VenueRecord


class RecordMembers(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The members of a stored record as they are written, none of them decoded.

    A response repeats them: decoding a large record takes long, and would change nothing.
    """

    name: msgspec.Raw
    timezone: msgspec.Raw = msgspec.Raw(b'"UTC"')
    aliases: msgspec.Raw = msgspec.Raw(b"[]")
    imagery_sets: msgspec.Raw = msgspec.Raw(b"[]")
    rules: msgspec.Raw = msgspec.Raw(b"{}")
    ads: msgspec.Raw = msgspec.Raw(b"[]")
    viewer_defaults: msgspec.Raw = msgspec.Raw(b"{}")
    image_links: msgspec.Raw = msgspec.Raw(b"{}")
    translations: msgspec.Raw = msgspec.Raw(b"{}")


def encode_record(record: VenueRecord) -> bytes:
    """Encodes a record."""
    return _ENCODER.encode(record)


def encode_aliases(aliases: Sequence[Alias]) -> bytes:
    """Encodes aliases."""
    return _ENCODER.encode(aliases)


_ENCODER = msgspec.json.Encoder(enc_hook=str)

decode_record = msgspec.json.Decoder(VenueRecord, dec_hook=trusted_text).decode
decode_aliases = msgspec.json.Decoder(tuple[Alias, ...], dec_hook=trusted_text).decode
decode_members = msgspec.json.Decoder(RecordMembers).decode
