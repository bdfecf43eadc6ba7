"""Colour profiles (ICC, version 4), made from primaries and a curve; and the arithmetic of Display P3."""

import struct

MARK = "hidden in the profile"
"""Stands in the description of every profile."""

Primaries = tuple[tuple[float, float, float], ...]
SRGB: Primaries = ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.7141))
DISPLAY_P3: Primaries = ((0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407))
ADOBE_RGB: Primaries = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457))

# As XYZ in the light of D50, as profiles have it.
_D50 = (0.9642, 1.0, 0.82491)

_SRGB_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


def rgb_profile(primaries: Primaries) -> bytes:
    """Returns a profile with these primaries and the curve of sRGB."""
    curve = b"para" + struct.pack(">IHH", 0, 3, 0) + b"".join(map(_fixed, _SRGB_CURVE))
    tags = {b"desc": _text(MARK), b"cprt": _text(MARK), b"wtpt": _xyz(_D50)}
    for name, primary in zip((b"r", b"g", b"b"), primaries, strict=True):
        tags |= {name + b"XYZ": _xyz(primary), name + b"TRC": curve}
    return _profile(b"RGB ", tags)


def grey_profile(gamma: float) -> bytes:
    """Returns a profile of grey pictures with this gamma."""
    curve = b"para" + struct.pack(">IHH", 0, 0, 0) + _fixed(gamma)
    return _profile(b"GRAY", {b"desc": _text(MARK), b"wtpt": _xyz(_D50), b"kTRC": curve})


def srgb_of_p3(colour: tuple[int, int, int]) -> tuple[int, ...]:
    """Converts a colour of Display P3, whose curve is that of sRGB."""
    light = [_to_light(level / 255) for level in colour]
    mixed = [sum(a * b for a, b in zip(row, light, strict=True)) for row in _P3_TO_SRGB]
    return tuple(round(255 * _to_level(min(1.0, max(0.0, part)))) for part in mixed)


_P3_TO_SRGB = ((1.22494, -0.22494, 0.0), (-0.04206, 1.04206, 0.0), (-0.01964, -0.07864, 1.09827))


def _to_light(level: float) -> float:
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4


def _to_level(light: float) -> float:
    level = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return float(level)


def _profile(space: bytes, tags: dict[bytes, bytes]) -> bytes:
    start = 132 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    for name, content in tags.items():
        table += name + struct.pack(">II", start + len(data), len(content))
        data += content + b"\0" * (-len(content) % 4)
    header = struct.pack(">I4sI4s4s4s", start + len(data), b"\0\0\0\0", 0x04200000, b"mntr", space, b"XYZ ")
    header += struct.pack(">6H4s", 2026, 1, 1, 0, 0, 0, b"acsp") + b"\0" * 28
    header += b"".join(map(_fixed, _D50))
    return header.ljust(128, b"\0") + table + data


def _text(text: str) -> bytes:
    encoded = text.encode("utf-16-be")
    return b"mluc" + struct.pack(">IIIHHII", 0, 1, 12, 0x656E, 0x5553, len(encoded), 28) + encoded


def _xyz(values: tuple[float, ...]) -> bytes:
    return b"XYZ " + struct.pack(">I", 0) + b"".join(map(_fixed, values))


def _fixed(value: float) -> bytes:
    return struct.pack(">i", round(value * 65536))
