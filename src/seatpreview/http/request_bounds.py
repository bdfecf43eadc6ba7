"""Limits on what is read of a request: the number and the size of its headers, and the length of its path.

Nothing longer is parsed, and everything shorter is parsed in time proportional to its length.
"""

from seatpreview.decoding.body_scanner import TOKEN_CHARACTERS_MAX

HEADERS_MAX = 100
"""Headers of a request. Over HTTP/1 the server itself refuses more."""
HEADER_BYTES_MAX = 64 * 1024
"""Bytes of all names and values together. The server itself reads little more than this."""

HEADER_VALUE_BYTES_MAX: dict[bytes, int] = {
    b"accept": 4000,
    b"accept-encoding": 1000,
    b"authorization": TOKEN_CHARACTERS_MAX + len("Bearer "),
    b"content-length": 1000,
    b"content-type": 1000,
    b"idempotency-key": 4000,
    b"if-match": 4000,
    b"if-none-match": 4000,
    b"if-range": 1000,
    b"origin": 1000,
    b"range": 1000,
    b"sec-gpc": 1000,
    b"x-forwarded-for": 2000,
    b"x-key-id": 1000,
    b"x-viewer-key": 1000,
}
"""Bytes of each header that is read; a longer one is refused (431). Headers that are not read, such as
cookies of a shared host, only count for the sum."""
_SHORTEST_BYTES_MAX = min(HEADER_VALUE_BYTES_MAX.values())

FORWARDED_ADDRESSES_MAX = 20
"""How many addresses of X-Forwarded-For are read, from its end: the longest possible chain of proxies."""

TRACEPARENT_BYTES_MAX = 200
"""The header traceparent has 55 bytes today. A longer one is ignored, as its standard requires."""

PATH_BYTES_MAX = 4096
"""Longer paths are answered with 404: nothing has one."""


def header_fault(sent: list[tuple[bytes, bytes]], headers: dict[bytes, bytes]) -> str | None:
    """Returns what is wrong with the size of the headers, as a sentence; None if nothing is.

    `headers` are those of `sent` with their values joined. It is empty if `sent` has too many.
    """
    size = sum(map(len, headers)) + sum(map(len, headers.values()))
    if len(sent) > HEADERS_MAX or size > HEADER_BYTES_MAX:
        return f"Send at most {HEADERS_MAX} headers of {HEADER_BYTES_MAX} bytes in all."
    if size <= _SHORTEST_BYTES_MAX:
        return None
    for name, value in headers.items():
        if len(value) > HEADER_VALUE_BYTES_MAX.get(name, HEADER_BYTES_MAX):
            most = HEADER_VALUE_BYTES_MAX[name]
            return f"The header {name.decode('latin-1')} has {len(value)} bytes. Send at most {most}."
    return None
