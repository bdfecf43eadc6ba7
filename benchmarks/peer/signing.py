"""HMAC signatures of the addresses of images."""

import base64
import hashlib
import hmac
import time


class Signer:
    """Signs and checks texts."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def sign(self, text: str) -> str:
        """Returns the signature of a text."""
        digest = hmac.digest(self._secret, text.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:21]).decode()

    def is_valid(self, text: str, signature: str) -> bool:
        """Returns whether a signature is that of the text, in constant time."""
        return hmac.compare_digest(self.sign(text).encode(), signature.encode())


def image_expiry(ttl_seconds: int) -> int:
    """Returns when addresses that are signed now expire. They stay the same for a fifth of that time, so that
    browsers can cache the image."""
    step = ttl_seconds // 5
    return (int(time.time()) + ttl_seconds) // step * step


def image_query(signer: Signer, image: str, expires: int) -> str:
    """Returns the query of the addresses of an image."""
    return f"expires={expires}&signature={signer.sign(f'{image}:{expires}')}"
