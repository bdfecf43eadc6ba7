"""The signing secret of this installation, and what is signed with it."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

SIGNATURE_BYTES = 16

_FILE = "signing-secret"


class Signing:
    """Signs and checks short texts. A purpose keeps what is signed for one thing from passing for another."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, purpose: str, message: bytes) -> bytes:
        """HMAC-SHA256, cut to 16 bytes, under a key of this purpose alone."""
        key = hmac.digest(self._secret, purpose.encode(), hashlib.sha256)
        return hmac.digest(key, message, hashlib.sha256)[:SIGNATURE_BYTES]

    def holds(self, purpose: str, message: bytes, signature: bytes) -> bool:
        return hmac.compare_digest(self.sign(purpose, message), signature)


def signing_of(data_dir: Path, configured: str) -> Signing:
    """The configured secret, or the one in the data folder, which is made where it is missing."""
    return Signing(configured.encode() if configured else _kept_secret(data_dir / _FILE))


def _kept_secret(path: Path) -> bytes:
    """Two processes that start together agree: the file appears whole and is never replaced."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{_FILE}.{secrets.token_hex(8)}")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass  # Another process was first; its secret is the one.
        finally:
            fresh.unlink()
    return path.read_bytes()
