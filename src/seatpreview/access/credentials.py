"""What a request presents, and which credential that is. A credential that fails is never passed over."""

from typing import NamedTuple, Protocol

import msgspec

from seatpreview.ids import KeyId
from seatpreview.problems import CredentialsMissing, Fault, KeyInvalid, ValidationFailed
from seatpreview.sessions.tokens import TOKEN_PREFIX


class Presented(Protocol):
    """A request: the headers that tell who asks, and where it came from. Of one that was sent several times,
    all values stand in one text, with commas between them."""

    authorization: str | None
    key_id: str | None
    origin: str | None
    """None without an Origin header, or where it is the service's own address."""

    @property
    def address(self) -> str:
        """The client's address, as far as trusted proxies tell it."""
        ...


class Secret(msgspec.Struct, frozen=True):
    """The caller knows a secret."""

    plaintext: str


class NamedKey(NamedTuple):
    """The caller names a key, and comes from an origin."""

    key_id: KeyId
    origin: str


class OriginAlone(NamedTuple):
    """The caller comes from an origin, and says no more."""

    origin: str


class SessionToken(NamedTuple):
    """The caller holds a session's token."""

    token: str


Credential = Secret | NamedKey | OriginAlone | SessionToken


def credential_of(presented: Presented) -> Credential:
    authorization, key_id = presented.authorization, presented.key_id
    if authorization is not None:
        if key_id is not None:
            raise ValidationFailed(
                "Send Authorization with the secret, or X-Key-Id from an allowed origin, not both.",
                errors=(Fault(parameter="X-Key-Id", detail="must not come together with Authorization"),),
            )
        return _bearer(authorization)
    if key_id is not None:
        return _named_key(key_id, presented.origin)
    if presented.origin is not None:
        return OriginAlone(presented.origin)
    raise CredentialsMissing("Send the key's secret in the header 'Authorization: Bearer sk_live_...'.")


def shows_a_secret(presented: Presented) -> bool:
    """Whether something was sent, good or not, that only its owner should know. Session tokens are none of
    it, since pages hold them."""
    authorization = presented.authorization
    return authorization is not None and TOKEN_PREFIX not in authorization


def _bearer(authorization: str) -> Secret | SessionToken:
    scheme, _, plaintext = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise KeyInvalid("Send the key's secret in the header 'Authorization: Bearer sk_live_...'.")
    if "," in plaintext:
        raise KeyInvalid("Send one Authorization header, not several.")
    if plaintext.startswith(TOKEN_PREFIX):
        return SessionToken(plaintext)
    return Secret(plaintext)


def _named_key(key_id: str, origin: str | None) -> NamedKey:
    if "," in key_id:
        raise KeyInvalid("Send one X-Key-Id header, not several.")
    if origin is None:
        raise KeyInvalid("X-Key-Id works from an allowed Origin only, which a browser sends by itself.")
    try:
        return NamedKey(KeyId.parse(key_id), origin)
    except ValueError as fault:
        raise KeyInvalid(f"X-Key-Id {fault}.") from None
