"""The signing secrets of this installation, and signatures (HMAC) with them."""

import hashlib
import hmac
import secrets
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

import structlog

from seatpreview.caching import BoundedCache
from seatpreview.settings.setting_values import SECRET_CHARACTERS_MIN
from seatpreview.values.clock import MICROSECONDS, Clock, Moment
from seatpreview.values.command_error import CommandError
from seatpreview.values.secret_files import create_once, replace_file

SECRET_ID_BYTES = 3
SIGNATURE_BYTES = 21
"""The secret's id and 18 bytes of HMAC: a multiple of three, so that base64 has exactly one text for it."""

RETIRED_SECRET_SECONDS = 8 * 86_400
"""How long a retired secret still verifies signatures: longer than anything that it signed is valid, except
links."""

RETIRED_LINK_SECRET_SECONDS = 401 * 86_400
"""How long a retired secret still verifies links (and nothing else), which are valid for up to 400 days."""

FILE_NAME = "signing-secret"

_KEYS_MAX = 1000
"""Size of the cache of keys by purpose. A cursor's purpose contains the filters of its list, which clients
choose."""

log = structlog.get_logger("seatpreview")


class Signing:
    """Signs short messages and verifies them.

    A signature is valid only for its purpose. The first secret signs; all of them verify, a retired one for a
    while. A signature begins with the id of its secret, and covers it.
    """

    def __init__(
        self,
        *secrets: bytes,
        path: Path | None = None,
        link_secrets: Sequence[bytes] = (),
        clock: Clock | None = None,
    ) -> None:
        """With a path, the secrets are read from the file by `refresh`. The `link_secrets` were retired long
        ago, and verify only links."""
        self._path = path
        self._file_version: tuple[int, int] | None = None
        self._link_secrets = link_secrets
        self._clock = clock or Clock()
        self._set_secrets([_StoredSecret(secret, None) for secret in secrets])

    def sign(self, purpose: str, message: bytes) -> bytes:
        """Returns a signature of SIGNATURE_BYTES bytes."""
        return self._signature(self.secret_id, purpose, message)

    def verify(
        self,
        purpose: str,
        message: bytes,
        signature: bytes,
        *,
        retired_seconds: int = RETIRED_SECRET_SECONDS,
    ) -> bool:
        """Returns whether one of the secrets signed this message for this purpose. A secret that was retired
        more than `retired_seconds` ago does not count."""
        id = signature[:SECRET_ID_BYTES]
        if id not in self._by_id:
            self.refresh()  # Another process may have rotated the secrets and signed with the new one.
        return self._is_accepted(id, retired_seconds) and hmac.compare_digest(
            self._signature(id, purpose, message), signature
        )

    def digests(self, purpose: str, message: bytes) -> list[bytes]:
        """Returns the digest of this message under each secret, beginning with the secret that signs.

        For texts that have no room for a whole signature.
        """
        accepted = (id for id in self._by_id if self._is_accepted(id, RETIRED_SECRET_SECONDS))
        return [self._signature(id, purpose, message)[SECRET_ID_BYTES:] for id in accepted]

    def accepts(self, secret_id: bytes) -> bool:
        """Returns whether sessions and addresses that were signed with this secret are still accepted."""
        return self._is_accepted(secret_id, RETIRED_SECRET_SECONDS)

    def refresh(self) -> None:
        """Rereads the file of secrets if another process has rotated them. Where the file is gone or damaged,
        the secrets in memory are still the ones that were used."""
        try:
            self.read()
        except FileNotFoundError:
            return
        except CommandError as fault:
            log.error("the signing secret cannot be read again", reason=str(fault))

    def read(self) -> None:
        """Reads the file of secrets if it has changed. Raises CommandError where it has none that can
        sign."""
        if self._path is None:
            return
        found = self._path.stat()
        file_version = (found.st_mtime_ns, found.st_ino)
        if file_version != self._file_version:
            self._file_version = file_version
            self._set_secrets(_read_file(self._path))

    def _set_secrets(self, secrets: "Sequence[_StoredSecret]") -> None:
        old = [_StoredSecret(secret, _LONG_AGO) for secret in self._link_secrets]
        # Of two secrets with the same id the first counts: it may be the one that signs.
        self._by_id = {_secret_id(stored.secret): stored for stored in reversed([*secrets, *old])}
        self._by_id = dict(reversed(self._by_id.items()))
        self.secret_id = next(iter(self._by_id), b"")
        """The id of the secret that signs."""
        self._keys: BoundedCache[tuple[bytes, str], bytes] = BoundedCache(_KEYS_MAX)

    def _is_accepted(self, id: bytes, retired_seconds: int) -> bool:
        """Returns whether there is a secret with this id that is not retired, or was retired at most this
        many seconds ago."""
        stored = self._by_id.get(id)
        if stored is None or stored.retired_at is None:
            return stored is not None
        if stored.retired_at == _LONG_AGO:
            return retired_seconds >= RETIRED_LINK_SECRET_SECONDS
        return self._clock.now() < stored.retired_at + retired_seconds * MICROSECONDS

    def _signature(self, id: bytes, purpose: str, message: bytes) -> bytes:
        key = self._keys.get((id, purpose))
        if key is None:
            key = hmac.digest(self._by_id[id].secret, purpose.encode(), hashlib.sha256)
            self._keys.put((id, purpose), key)
        return id + hmac.digest(key, id + message, hashlib.sha256)[: SIGNATURE_BYTES - SECRET_ID_BYTES]


def signing_of(data_dir: Path, configured: str, configured_for_links: str = "") -> Signing:
    """Returns a `Signing` with the configured secrets, or with those of the file in the data folder, and with
    old ones that verify only links.

    A missing file is created with a new secret. Raises CommandError where the file has none that can sign.
    """
    link_secrets = _split(configured_for_links)
    if configured:
        return Signing(*_split(configured), link_secrets=link_secrets)
    path = data_dir / FILE_NAME
    _create_file(path)
    signing = Signing(path=path, link_secrets=link_secrets)
    signing.read()
    return signing


class OldSecrets(NamedTuple):
    """The number of secrets that are kept besides the one that signs."""

    for_all: int
    """Secrets that verify everything that they signed."""
    for_links: int
    """Secrets that verify only links."""


def rotate(data_dir: Path, at: Moment, *, forget: bool = False) -> OldSecrets:
    """Adds a new secret, which signs from now on, and returns how many old ones still verify.

    With `forget`, all old secrets are removed. Workers reread the file within seconds; what they sign with
    the old secret meanwhile is also valid, unless that secret was removed.
    """
    path = data_dir / FILE_NAME
    _create_file(path)
    old = [stored if stored.retired_at else _StoredSecret(stored.secret, at) for stored in _read_file(path)]
    kept = (
        [] if forget else [stored for stored in old if _is_younger(stored, RETIRED_LINK_SECRET_SECONDS, at)]
    )
    new_secret = _new_secret({_secret_id(stored.secret) for stored in old})
    replace_file(path, _lines([_StoredSecret(new_secret, None), *kept]))
    for_all = sum(_is_younger(stored, RETIRED_SECRET_SECONDS, at) for stored in kept)
    return OldSecrets(for_all, len(kept) - for_all)


class _StoredSecret(NamedTuple):
    """A line of the file: a secret, and when it was retired (None: it signs)."""

    secret: bytes
    retired_at: Moment | None


_LONG_AGO = Moment(0)
"""Stands for the unknown retirement time of a secret from the settings."""


def _is_younger(stored: _StoredSecret, seconds: int, at: Moment) -> bool:
    return (stored.retired_at or at) > at - seconds * MICROSECONDS


def _split(secrets: str) -> list[bytes]:
    return [secret.encode() for secret in secrets.split(",") if secret]


def _read_file(path: Path) -> list[_StoredSecret]:
    try:
        stored = [_stored_secret(*line.split()) for line in path.read_bytes().splitlines() if line.strip()]
    except (TypeError, ValueError):
        stored = []
    except OSError as fault:
        raise CommandError(f"The signing secret in {path} cannot be read: {fault.strerror}.") from fault
    if not stored or any(len(each.secret) < SECRET_CHARACTERS_MIN for each in stored):
        raise CommandError(
            f"The signing secret in {path} is damaged: it is empty, shorter than {SECRET_CHARACTERS_MIN} "
            "characters, or no secret at all.",
            "Restore the file from a backup. If there is none, delete it: the service then makes a new one, "
            "and every session, image address and link of before is refused.",
        )
    return stored


def _stored_secret(secret: bytes, retired_at: bytes | None = None) -> _StoredSecret:
    return _StoredSecret(secret, None if retired_at is None else Moment(int(retired_at)))


def _create_file(path: Path) -> None:
    """Creates the file with a new secret if it is missing."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        create_once(path, _lines([_StoredSecret(_new_secret(), None)]))


def _lines(stored_secrets: Sequence[_StoredSecret]) -> list[str]:
    return [
        " ".join((stored.secret.decode(), str(stored.retired_at or ""))).strip() for stored in stored_secrets
    ]


def _new_secret(taken_ids: Collection[bytes] = ()) -> bytes:
    """Returns a new secret with a short id that none of the others has."""
    while True:
        secret = secrets.token_urlsafe(48).encode()
        if _secret_id(secret) not in taken_ids:
            return secret


def _secret_id(secret: bytes) -> bytes:
    return hmac.digest(secret, b"id", hashlib.sha256)[:SECRET_ID_BYTES]
