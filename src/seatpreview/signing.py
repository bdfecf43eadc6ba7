"""The signing secrets of this installation, and what is signed with them."""

import hashlib
import hmac
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from seatpreview.clock import MICROSECONDS, Moment

SECRET_ID_BYTES = 3
SIGNATURE_BYTES = 21
"""The secret's id and 18 bytes of HMAC: a multiple of three, so that base64 has one text for it alone."""

KEPT_SECONDS = 8 * 86_400
"""How long a secret is still good for checking once another has taken its place: longer than anything that
it signed can live."""

_FILE = "signing-secret"


class Signing:
    """Signs and checks short texts. A purpose keeps what is signed for one thing from passing for another.

    The first secret signs; all of them check. A signature begins with the id of its secret, and covers it.
    """

    def __init__(self, *held: bytes, path: Path | None = None) -> None:
        self._path = path
        self._stamp: tuple[int, int] | None = None
        self._take(held)

    def sign(self, purpose: str, message: bytes) -> bytes:
        return self._signature(self.secret_id, purpose, message)

    def holds(self, purpose: str, message: bytes, signature: bytes) -> bool:
        id = signature[:SECRET_ID_BYTES]
        if id not in self._by_id:
            self.refresh()  # Another process may have rotated, and signed with the new secret already.
        return id in self._by_id and hmac.compare_digest(self._signature(id, purpose, message), signature)

    def refresh(self) -> None:
        """Takes up a rotation by another process. Without a file of secrets there is nothing to take up."""
        if self._path is None:
            return
        try:
            found = self._path.stat()
            stamp = (found.st_mtime_ns, found.st_ino)
            if stamp != self._stamp:
                self._take([kept.secret for kept in _kept(self._path)])
                self._stamp = stamp
        except FileNotFoundError:
            return  # Somebody took the file away. What is in memory is still what was signed with.

    def _take(self, held: Sequence[bytes]) -> None:
        self._by_id = {_id_of(secret): secret for secret in held}
        self.secret_id = next(iter(self._by_id), b"")
        """Of the secret that signs."""
        self._keys: dict[tuple[bytes, str], bytes] = {}

    def _signature(self, id: bytes, purpose: str, message: bytes) -> bytes:
        key = self._keys.get((id, purpose))
        if key is None:
            key = hmac.digest(self._by_id[id], purpose.encode(), hashlib.sha256)
            self._keys[id, purpose] = key
        return id + hmac.digest(key, id + message, hashlib.sha256)[: SIGNATURE_BYTES - SECRET_ID_BYTES]


def signing_of(data_dir: Path, configured: str) -> Signing:
    """The configured secrets, or those in the data folder, of which the first is made where it is missing."""
    if configured:
        return Signing(*(secret.encode() for secret in configured.split(",")))
    path = data_dir / _FILE
    _make(path)
    signing = Signing(path=path)
    signing.refresh()
    return signing


def rotate(data_dir: Path, at: Moment, *, forget: bool = False) -> int:
    """A new secret signs from now on. Says how many old ones still check: none where all are forgotten.

    Workers take it up within seconds; what they sign with the old one meanwhile is good as well.
    """
    path = data_dir / _FILE
    _make(path)
    horizon = at - KEPT_SECONDS * MICROSECONDS
    old = [kept if kept.retired_at else _Kept(kept.secret, at) for kept in _kept(path)]
    staying = [] if forget else [kept for kept in old if (kept.retired_at or at) > horizon]
    fresh = _fresh(path, [_Kept(_new(), None), *staying])
    fresh.replace(path)
    return len(staying)


class _Kept(NamedTuple):
    """A line of the file: a secret, and since when another signs in its place."""

    secret: bytes
    retired_at: Moment | None


def _kept(path: Path) -> list[_Kept]:
    lines = [line.split() for line in path.read_bytes().splitlines() if line.strip()]
    return [_Kept(line[0], Moment(int(line[1])) if len(line) > 1 else None) for line in lines]


def _make(path: Path) -> None:
    """Two processes that start together agree: the file appears whole."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = _fresh(path, [_Kept(_new(), None)])
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass  # Another process was first; its secret is the one.
    finally:
        fresh.unlink()


def _fresh(path: Path, held: Sequence[_Kept]) -> Path:
    """A new file with these secrets beside the one in use, for its owner's eyes only."""
    fresh = path.with_name(f"{_FILE}.{secrets.token_hex(8)}")
    lines = [" ".join((kept.secret.decode(), str(kept.retired_at or ""))).strip() for kept in held]
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write("\n".join(lines) + "\n")
    return fresh


def _new() -> bytes:
    return secrets.token_urlsafe(48).encode()


def _id_of(secret: bytes) -> bytes:
    return hmac.digest(secret, b"id", hashlib.sha256)[:SECRET_ID_BYTES]
