"""HTTP/2 frames by hand, as far as one request with very many headers needs them (RFC 9113, RFC 7541)."""

import asyncio

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_FRAME_BYTES_MAX = 16_384
_HEADERS, _RST_STREAM, _SETTINGS, _GOAWAY, _CONTINUATION = 1, 3, 4, 7, 9
_END_STREAM, _END_HEADERS = 1, 4
_INDEXED_STATUS = {8: 200, 9: 204, 10: 206, 11: 304, 12: 400, 13: 404, 14: 500}
"""The statuses of HPACK's static table."""


def request_frames(path: str, headers: list[tuple[bytes, bytes]]) -> bytes:
    """Returns a whole connection's worth: the preface, the settings, and a GET on the first stream."""
    pseudo = b"\x82\x87" + _literal(b"\x01", b"service") + _literal(b"\x04", path.encode())
    block = pseudo + b"".join(b"\0" + _text(name) + _text(value) for name, value in headers)
    parts = [block[at : at + _FRAME_BYTES_MAX] for at in range(0, len(block), _FRAME_BYTES_MAX)]
    frames = [_frame(_SETTINGS, 0, 0, b"")]
    for number, part in enumerate(parts):
        flags = (_END_STREAM if number == 0 else 0) | (_END_HEADERS if part is parts[-1] else 0)
        frames.append(_frame(_HEADERS if number == 0 else _CONTINUATION, flags, 1, part))
    return _PREFACE + b"".join(frames)


async def read_outcome(reader: asyncio.StreamReader) -> str:
    """Returns the status of the response, or the name of the frame that ended the stream without one."""
    while True:
        head = await reader.readexactly(9)
        payload = await reader.readexactly(int.from_bytes(head[:3], "big"))
        if head[3] == _HEADERS:
            return str(_status(payload))
        if head[3] in (_RST_STREAM, _GOAWAY):
            return "reset"


def _status(block: bytes) -> int:
    while block[0] & 0xE0 == 0x20:  # A change of the table's size.
        block = block[1:]
    if block[0] & 0x80:
        return _INDEXED_STATUS.get(block[0] & 0x7F, 0)
    value = block[2 : 2 + (block[1] & 0x7F)]
    return _huffman_digits(value) if block[1] & 0x80 else int(value)


def _huffman_digits(value: bytes) -> int:
    """Decodes three digits: 0 to 2 have five bits, and the others six that start with 011."""
    bits, digits = "".join(f"{byte:08b}" for byte in value), ""
    while len(digits) < 3:
        length = 5 if bits[:5] in ("00000", "00001", "00010") else 6
        digits += str(int(bits[:5], 2) if length == 5 else int(bits[:6], 2) - 22)
        bits = bits[length:]
    return int(digits)


def _literal(index: bytes, value: bytes) -> bytes:
    return index + _text(value)


def _text(value: bytes) -> bytes:
    assert len(value) < 127
    return bytes([len(value)]) + value


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload
