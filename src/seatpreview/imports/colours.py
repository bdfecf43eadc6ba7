"""Colours of seating plans, in the form that a category has."""

import re


def hex_colour(value: object) -> str:
    """Returns `#rrggbb` for a colour in hexadecimal or `rgb()` form, without opacity; else an empty text."""
    if not isinstance(value, str) or len(value) > _COLOUR_CHARACTERS_MAX:
        return ""
    text = value.strip().lower()
    if _LONG.fullmatch(text):
        return "#" + text.lstrip("#")[:6]
    if _SHORT.fullmatch(text):
        return "#" + "".join(2 * digit for digit in text.lstrip("#")[:3])
    parts = _RGB.match(text)
    levels = [int(part) for part in parts.groups()] if parts else []
    return "#" + "".join(f"{level:02x}" for level in levels) if levels and max(levels) < 256 else ""


_COLOUR_CHARACTERS_MAX = 60
_LONG = re.compile(r"#?[0-9a-f]{6}(?:[0-9a-f]{2})?")
_SHORT = re.compile(r"#?[0-9a-f]{3,4}")
_RGB = re.compile(r"rgba?\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\b")
