"""What a request presents, and which credential that is. A credential that fails is never passed over."""

from typing import NamedTuple, Protocol

import msgspec

from seatpreview.ids import KeyId
from seatpreview.problems import CredentialsMissing, Fault, KeyInvalid, ValidationFailed
from seatpreview.sessions.tokens import TOKEN_PREFIX


class Presented(Protocol):
    """A request: the headers that tell who asks, each as often as it was sent, and where it came from."""

    authorization: tuple[str, ...]
    key_id: tuple[str, ...]
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
    if presented.authorization and presented.key_id:
        raise ValidationFailed(
            "Send Authorization with the secret, or X-Key-Id from an allowed origin, not both.",
            errors=(Fault(parameter="X-Key-Id", detail="must not come together with Authorization"),),
        )
    if presented.authorization:
        return _bearer(presented.authorization)
    if presented.key_id:
        return _named_key(presented.key_id, presented.origin)
    if presented.origin is not None:
        return OriginAlone(presented.origin)
    raise CredentialsMissing("Send the key's secret in the header 'Authorization: Bearer sk_live_...'.")


def shows_a_session(presented: Presented) -> bool:
    """Whether a session token was sent, good or not. Pages hold them, so they are no secret."""
    return any(TOKEN_PREFIX in value for value in presented.authorization)


def _bearer(authorization: tuple[str, ...]) -> Secret | SessionToken:
    if len(authorization) > 1:
        raise KeyInvalid("Send one Authorization header, not several.")
    scheme, _, plaintext = authorization[0].partition(" ")
    if scheme.lower() != "bearer":
        raise KeyInvalid("Send the key's secret in the header 'Authorization: Bearer sk_live_...'.")
    if plaintext.startswith(TOKEN_PREFIX):
        return SessionToken(plaintext)
    return Secret(plaintext)


def _named_key(key_ids: tuple[str, ...], origin: str | None) -> NamedKey:
    if len(key_ids) > 1:
        raise KeyInvalid("Send one X-Key-Id header, not several.")
    if origin is None:
        raise KeyInvalid("X-Key-Id works from an allowed Origin only, which a browser sends by itself.")
    try:
        return NamedKey(KeyId.parse(key_ids[0]), origin)
    except ValueError as fault:
        raise KeyInvalid(f"X-Key-Id {fault}.") from None
