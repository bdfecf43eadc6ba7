"""Random ids and secrets."""

import hashlib
import secrets


def new_id(prefix: str, characters: int = 20) -> str:
    """Returns an id such as key_ and twenty letters and digits."""
    return prefix + secrets.token_hex(characters // 2)


def new_secret() -> str:
    """Returns the plaintext of a key."""
    return "sk_live_" + secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """Returns what is stored of a secret. It is random and long, so that a fast hash will do."""
    return hashlib.sha256(secret.encode()).hexdigest()
