"""Reads the credential of a request. If the credential fails, no other one is tried in its place."""

from typing import NamedTuple, Protocol

import msgspec

from seatpreview.limits.model import Decision
from seatpreview.problems import CredentialsMissing, Fault, KeyInvalid, ValidationFailed
from seatpreview.values.caller import TOKEN_PREFIX
from seatpreview.values.ids import KeyId


class GuardedRequest(Protocol):
    """The members of a request that the guard reads. If a header was sent several times, its values are
    joined by commas."""

    authorization: str | None
    key_id: str | None
    origin: str | None
    """The Origin header; None if it is absent or names the service's own address."""
    viewer_key: str | None
    """The header X-Viewer-Key: the key in the path of the viewer that sends the request. None elsewhere."""

    address_decision: Decision | None
    """The decision of the limit of its address, once the request has been charged there."""

    @property
    def address(self) -> str:
        """The client's IP address, as reported by trusted proxies."""
        ...


class Secret(msgspec.Struct, frozen=True):
    """The plaintext of a secret key."""

    plaintext: str


class NamedKey(NamedTuple):
    """A keyId in X-Key-Id, sent from an origin."""

    key_id: KeyId
    origin: str


class OriginAlone(NamedTuple):
    """An Origin header without any other credential."""

    origin: str


class SessionToken(NamedTuple):
    """The token of a session."""

    token: str


Credential = Secret | NamedKey | OriginAlone | SessionToken


def read_credential(request: GuardedRequest) -> Credential:
    """Returns the one credential that the request presents. Whether it is valid is not checked here."""
    authorization, key_id = request.authorization, request.key_id
    if authorization is not None:
        if key_id is not None:
            raise ValidationFailed(
                "Send Authorization with the secret, or X-Key-Id from an allowed origin, not both.",
                errors=(Fault(parameter="X-Key-Id", detail="must not come together with Authorization"),),
            )
        return _bearer(authorization)
    if key_id is not None:
        return _named_key(key_id, request.origin)
    if request.origin is not None:
        return OriginAlone(request.origin)
    raise CredentialsMissing("Send the key's secret in the header 'Authorization: Bearer sk_live_...'.")


def presents_secret(request: GuardedRequest) -> bool:
    """Returns whether the request sends a secret, valid or not. A session token does not count as one, since
    pages hold it."""
    authorization = request.authorization
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
