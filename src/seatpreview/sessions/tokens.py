"""Session tokens: the signed claims of a session, its id, and the draft that it shows."""

import base64
import binascii
from collections.abc import Collection
from hmac import compare_digest
from typing import NamedTuple, Self

import msgspec

from seatpreview.database.engines import Database
from seatpreview.problems import KeyInvalid, SessionExpired
from seatpreview.signing import SIGNATURE_BYTES, Signing
from seatpreview.values.caller import TOKEN_PREFIX, Caller, SessionClaims
from seatpreview.values.draft_state import DraftState
from seatpreview.values.ids import SessionId, TenantId, VenueId, base62, random_text
from seatpreview.values.validated_text import trusted_text
from seatpreview.venues import draft_store

_PURPOSE = "session"
_RANDOM_CHARACTERS = 16
_TAG_BYTES, _TAG_CHARACTERS = 4, 6
"""A tag tells tenants and venues apart. It can be short, because nobody can choose the random part in it."""
_SIGNATURE_BYTES, _SIGNATURE_CHARACTERS = 8, 12


def encode_token(signing: Signing, claims: SessionClaims) -> str:
    """Returns the claims, signed, as a text."""
    encoded = _encode(claims)
    # Padded to a multiple of three bytes, so that exactly one base64 text stands for these bytes.
    message = b"\0" * (-len(encoded) % 3) + encoded
    return TOKEN_PREFIX + base64.urlsafe_b64encode(signing.sign(_PURPOSE, message) + message).decode()


def decode_token(signing: Signing, token: str) -> SessionClaims:
    """Returns the claims of a token that this service signed. Does not check whether the session has
    ended."""
    text = token.removeprefix(TOKEN_PREFIX)
    try:
        signed = base64.urlsafe_b64decode(text)
    except (binascii.Error, ValueError):
        signed = b""
    if base64.urlsafe_b64encode(signed).decode() != text:
        signed = b""  # The decoder accepts other spellings of the same bytes; this refuses them.
    signature, message = signed[:SIGNATURE_BYTES], signed[SIGNATURE_BYTES:]
    if not signing.verify(_PURPOSE, message, signature):
        raise KeyInvalid(
            "This is not a session token of this service. Send the whole token, as the service returned it."
        )
    return _decode(message.lstrip(b"\0"))


_encode = msgspec.msgpack.Encoder(enc_hook=str).encode
_decode = msgspec.msgpack.Decoder(SessionClaims, dec_hook=trusted_text).decode


async def draft_of(database: Database, claims: SessionClaims, maker: Caller) -> DraftState:
    """Returns the state of the draft that a session is for, from the database: drafts have no change log.
    Refuses the session once the draft was published or deleted, or the key that made it may not read drafts
    any more."""
    state = await database.read_row(draft_store.get_state, claims.venue_id)
    if state is None or state.draft_id != claims.draft_id:
        raise SessionExpired("The draft was published or deleted, and the session ended with it.")
    if not maker.may_read_drafts:
        raise SessionExpired("The key may not read drafts any more, and the session ended with that.")
    return state


# Ids of sessions. This service, and nobody else, can tell from an id which tenant and venue the session is
# for.
#
# Sessions are not stored, so the id alone must suffice for a key of the tenant to end a session whose token
# it does not have. An id is 'ses_' and 40 letters and digits: a random part, a tag of the tenant, a tag of
# the venue, and a signature of the three. Ids of earlier versions have only a random part; they are not
# recognized here.


def new_session_id(signing: Signing, tenant_id: TenantId, venue_id: VenueId) -> SessionId:
    """Creates the id of a session of this tenant, at this venue."""
    random = random_text(_RANDOM_CHARACTERS)
    tagged = random + _tags(signing, random, tenant_id)[0] + _tags(signing, random, venue_id)[0]
    return SessionId(SessionId.prefix + tagged + _signatures(signing, tagged)[0])


class VerifiedSessionId(NamedTuple):
    """The parts of an id that this service issued."""

    random: str
    tenant_tag: str
    venue_tag: str

    @classmethod
    def of(cls, signing: Signing, session_id: SessionId) -> Self | None:
        """Returns the parts of an id; None for one that this service did not issue in this form."""
        signing.refresh()  # Another process may have rotated the secrets and already issued this id.
        text = session_id.removeprefix(SessionId.prefix)
        tagged, signature = text[:-_SIGNATURE_CHARACTERS], text[-_SIGNATURE_CHARACTERS:]
        if not _is_among(signature, _signatures(signing, tagged)):
            return None
        random, tags = tagged[:_RANDOM_CHARACTERS], tagged[_RANDOM_CHARACTERS:]
        return cls(random, tags[:_TAG_CHARACTERS], tags[_TAG_CHARACTERS:])

    def is_of_tenant(self, signing: Signing, tenant_id: TenantId) -> bool:
        """Returns whether the session acts for this tenant."""
        return _is_among(self.tenant_tag, _tags(signing, self.random, tenant_id))

    def is_at_one_of(self, signing: Signing, venues: Collection[VenueId]) -> bool:
        """Returns whether the session is for one of these venues."""
        return any(_is_among(self.venue_tag, _tags(signing, self.random, venue)) for venue in venues)


def _tags(signing: Signing, random: str, record_id: str) -> list[str]:
    """Returns the tag of a record under each secret, beginning with the secret that signs."""
    return [
        base62(int.from_bytes(digest[:_TAG_BYTES]), _TAG_CHARACTERS)
        for digest in signing.digests("session tag", f"{random} {record_id}".encode())
    ]


def _signatures(signing: Signing, tagged: str) -> list[str]:
    return [
        base62(int.from_bytes(digest[:_SIGNATURE_BYTES]), _SIGNATURE_CHARACTERS)
        for digest in signing.digests("session id", tagged.encode())
    ]


def _is_among(text: str, expected: list[str]) -> bool:
    return any(compare_digest(text, each) for each in expected)
