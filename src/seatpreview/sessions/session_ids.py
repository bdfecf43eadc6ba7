"""Ids of sessions. This service, and nobody else, can tell from an id which tenant and venue the session is
for.

Sessions are not stored, so the id alone must suffice for a key of the tenant to end a session whose token it
does not have. An id is 'ses_' and 40 letters and digits: a random part, a tag of the tenant, a tag of the
venue, and a signature of the three. Ids of earlier versions have only a random part; they are not recognized
here.
"""

from collections.abc import Collection
from hmac import compare_digest
from typing import NamedTuple, Self

from seatpreview.signing import Signing
from seatpreview.values.ids import SessionId, TenantId, VenueId, base62, random_text

_RANDOM_CHARACTERS = 16
_TAG_BYTES, _TAG_CHARACTERS = 4, 6
"""A tag tells tenants and venues apart. It can be short, because nobody can choose the random part in it."""
_SIGNATURE_BYTES, _SIGNATURE_CHARACTERS = 8, 12


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
