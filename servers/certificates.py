"""Self-signed certificates for tests, in pure Python: an EC key, and the bytes of X.509.

The arithmetic is slow and open to side channels, which does not matter for a key that exists for one test.
"""

import base64
import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path

# The curve P-256.
_P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
_A = _P - 3
_N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)

_EC_KEY = bytes.fromhex("06072a8648ce3d0201")
_ON_P256 = bytes.fromhex("06082a8648ce3d030107")
_ECDSA_WITH_SHA256 = bytes.fromhex("06082a8648ce3d040302")
_COMMON_NAME = bytes.fromhex("0603550403")
_ALTERNATIVE_NAMES = bytes.fromhex("0603551d11")

_Point = tuple[int, int] | None


def write(folder: Path, days: int) -> tuple[Path, Path]:
    """Writes a certificate of 127.0.0.1 and localhost that is valid for `days`, and its key."""
    secret = secrets.randbelow(_N - 1) + 1
    public = b"\x04" + b"".join(part.to_bytes(32) for part in _times(secret, _G) or ())
    signed = _to_be_signed(public, days)
    certificate = _sequence(signed, _sequence(_ECDSA_WITH_SHA256), _bits(_signature(secret, signed)))
    plain_key = _sequence(_number(1), _tagged(0x04, secret.to_bytes(32)), _tagged(0xA1, _bits(public)))
    key = _sequence(_number(0), _sequence(_EC_KEY, _ON_P256), _tagged(0x04, plain_key))
    return (
        _written(folder / f"{days}-days.crt", "CERTIFICATE", certificate),
        _written(folder / f"{days}-days.key", "PRIVATE KEY", key),
    )


def _to_be_signed(public: bytes, days: int) -> bytes:
    now = datetime.now(UTC)
    name = _sequence(_tagged(0x31, _sequence(_COMMON_NAME, _tagged(0x0C, b"Seat Preview tests"))))
    names = _sequence(_tagged(0x82, b"localhost"), _tagged(0x87, bytes([127, 0, 0, 1])))
    return _sequence(
        _tagged(0xA0, _number(2)),
        _number(secrets.randbits(64)),
        _sequence(_ECDSA_WITH_SHA256),
        name,
        _sequence(_time(now - timedelta(days=1)), _time(now + timedelta(days=days))),
        name,
        _sequence(_sequence(_EC_KEY, _ON_P256), _bits(public)),
        _tagged(0xA3, _sequence(_sequence(_ALTERNATIVE_NAMES, _tagged(0x04, names)))),
    )


def _signature(secret: int, message: bytes) -> bytes:
    once = secrets.randbelow(_N - 1) + 1
    point = _times(once, _G)
    assert point is not None
    r = point[0] % _N
    digest = int.from_bytes(hashlib.sha256(message).digest())
    return _sequence(_number(r), _number(pow(once, -1, _N) * (digest + r * secret) % _N))


def _times(factor: int, point: _Point) -> _Point:
    total: _Point = None
    while factor:
        if factor & 1:
            total = _plus(total, point)
        point = _plus(point, point)
        factor >>= 1
    return total


def _plus(one: _Point, other: _Point) -> _Point:
    if one is None or other is None:
        return one or other
    if one[0] == other[0] and one[1] != other[1]:
        return None
    if one == other:
        slope = (3 * one[0] ** 2 + _A) * pow(2 * one[1], -1, _P)
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, _P)
    x = (slope**2 - one[0] - other[0]) % _P
    return x, (slope * (one[0] - x) - one[1]) % _P


def _tagged(tag: int, content: bytes) -> bytes:
    if len(content) < 128:
        return bytes([tag, len(content)]) + content
    length = len(content).to_bytes(1 if len(content) < 256 else 2)
    return bytes([tag, 0x80 | len(length)]) + length + content


def _sequence(*parts: bytes) -> bytes:
    return _tagged(0x30, b"".join(parts))


def _number(value: int) -> bytes:
    return _tagged(0x02, value.to_bytes(value.bit_length() // 8 + 1))


def _bits(content: bytes) -> bytes:
    return _tagged(0x03, b"\0" + content)


def _time(at: datetime) -> bytes:
    return _tagged(0x17, f"{at:%y%m%d%H%M%SZ}".encode())


def _written(path: Path, kind: str, content: bytes) -> Path:
    text = base64.encodebytes(content).decode()
    path.write_text(f"-----BEGIN {kind}-----\n{text}-----END {kind}-----\n")
    path.chmod(0o600)
    return path
