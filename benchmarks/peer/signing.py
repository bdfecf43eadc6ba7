"""HMAC signatures: of addresses of images, and of the tokens of sessions."""

import base64
import hashlib
import hmac
import time


class Signer:
    """Signs and checks texts. A signature for one purpose is worth nothing for another."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def sign(self, purpose: str, text: str) -> str:
        """Returns the signature of a text."""
        digest = hmac.digest(self._secret, f"{purpose}:{text}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:21]).decode()

    def is_valid(self, purpose: str, text: str, signature: str) -> bool:
        """Returns whether a signature is that of the text, in a time that tells nothing about it."""
        return hmac.compare_digest(self.sign(purpose, text).encode(), signature.encode())


def image_expiry(ttl_seconds: int) -> int:
    """Returns when addresses that are signed now expire. They stay the same for a fifth of that time, so that
    browsers can keep the picture."""
    step = ttl_seconds // 5
    return (int(time.time()) + ttl_seconds) // step * step


def image_query(signer: Signer, image: str, expires: int) -> str:
    """Returns the query of the addresses of an image."""
    return f"expires={expires}&signature={signer.sign('image', f'{image}:{expires}')}"
