"""Encrypts the few secrets that the service has to know again, such as those that sign webhooks.

The key is a setting, or a file beside the signing secret. It is not derived from the signing secret, so that
a rotation of that one leaves everything readable.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from seatpreview.settings.setting_values import SECRET_CHARACTERS_MIN
from seatpreview.values.command_error import CommandError
from seatpreview.values.secret_files import create_once, replace_file

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

FILE_NAME = "webhook-key"

_FORM = "v1"
_KEY_ID_CHARACTERS = 8
_NONCE_BYTES = 12


class NoEncryptionKey(Exception):
    """Raised where there is no key to encrypt with: each machine would make one of its own."""


class Unreadable(Exception):
    """Raised for a text that none of the keys has encrypted for this purpose."""


class Encryption:
    """Encrypts short secrets with AES-256-GCM, and decrypts them.

    A text can be decrypted only for the purpose that it was encrypted for. The first key encrypts; all of
    them decrypt. Each text names its key by a short id.
    """

    def __init__(self, *keys: bytes, path: Path | None = None) -> None:
        """With a path, the keys are those of the file, which is created when something is encrypted."""
        self._path = path
        self._keys = _by_id(keys)

    @property
    def is_possible(self) -> bool:
        """Whether there is a key, or one may be made."""
        return bool(self._keys) or self._path is not None

    def encrypt(self, purpose: str, plaintext: bytes) -> str:
        """Returns the encrypted text, another one each time. Raises NoEncryptionKey where there is no key."""
        if not self._keys and self._path is not None:
            create_file(self._path)
            self._keys = _by_id(read_file(self._path))
        if not self._keys:
            raise NoEncryptionKey
        id = next(iter(self._keys))
        nonce = secrets.token_bytes(_NONCE_BYTES)
        encrypted = nonce + _cipher(self._keys[id]).encrypt(nonce, plaintext, purpose.encode())
        return f"{_FORM}.{id}.{base64.b64encode(encrypted).decode()}"

    def decrypt(self, purpose: str, text: str) -> bytes:
        """Returns what was encrypted. Raises Unreadable where that is not possible."""
        from cryptography.exceptions import InvalidTag

        form, _, rest = text.partition(".")
        id, _, encoded = rest.partition(".")
        key = self._key(id)
        if form != _FORM or key is None:
            raise Unreadable
        try:
            encrypted = base64.b64decode(encoded, validate=True)
            nonce, content = encrypted[:_NONCE_BYTES], encrypted[_NONCE_BYTES:]
            return _cipher(key).decrypt(nonce, content, purpose.encode())
        except (InvalidTag, ValueError, binascii.Error) as fault:
            raise Unreadable from fault

    def _key(self, id: str) -> bytes | None:
        """Returns the key with this id. Another process may have created the file meanwhile."""
        if id not in self._keys and self._path is not None and self._path.exists():
            self._keys = _by_id(read_file(self._path))
        return self._keys.get(id)


def encryption_of(data_dir: Path, configured: str, signing_secret: str) -> Encryption:
    """Returns an `Encryption` with the configured keys, or with those of the file in the data folder.

    Where the signing secret is a setting, there may be other machines, or a folder that does not last: then
    no key is made here.
    """
    if configured:
        return Encryption(*(key.encode() for key in configured.split(",") if key))
    return Encryption() if signing_secret else Encryption(path=data_dir / FILE_NAME)


def create_file(path: Path) -> None:
    """Creates the file with a new key if it is missing."""
    if not path.exists():
        create_once(path, [secrets.token_urlsafe(48)])


def add_keys(path: Path, keys: Sequence[bytes]) -> None:
    """Adds keys of a backup to the file: they decrypt what the backup holds."""
    present = read_file(path) if path.exists() else []
    new = [key for key in keys if key not in present]
    if new:
        replace_file(path, [key.decode() for key in (*present, *new)])


def read_file(path: Path) -> list[bytes]:
    """Returns the keys of a file. Raises CommandError where it has none, or is damaged."""
    try:
        keys = path.read_bytes().split()
    except OSError as fault:
        raise CommandError(f"The key of webhooks in {path} cannot be read: {fault.strerror}.") from fault
    if not keys or any(len(key) < SECRET_CHARACTERS_MIN or not key.isascii() for key in keys):
        raise CommandError(
            f"The key of webhooks in {path} is damaged: it is empty, or shorter than {SECRET_CHARACTERS_MIN} "
            "characters.",
            "Restore the file from a backup. If there is none, delete it, and rotate the secret of every "
            "webhook: the service then makes a new key.",
        )
    return keys


def _by_id(keys: Sequence[bytes]) -> dict[str, bytes]:
    """Returns the keys by their short ids. Of two with the same id, the first counts."""
    found: dict[str, bytes] = {}
    for key in keys:
        id = hmac.digest(key, b"id", hashlib.sha256).hex()[:_KEY_ID_CHARACTERS]
        found.setdefault(id, hmac.digest(key, b"secrets of webhooks", hashlib.sha256))
    return found


def _cipher(key: bytes) -> "AESGCM":
    # Imported here, because few processes ever encrypt anything.
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)
