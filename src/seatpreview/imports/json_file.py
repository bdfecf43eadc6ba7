"""JSON files of other systems: strict parsing with bounds, and tolerant reading of single values."""

import json
import math
import re
from collections.abc import Iterator
from typing import NoReturn

from seatpreview.imports.model import UnreadableFile

NESTING_MAX = 64
"""How deeply lists and objects may be nested."""

CONTAINERS_MAX = 1_500_000
"""The lists and objects of a file. They bound the memory: an empty one takes two bytes of a file and about
sixty of memory. A plan with 250,000 seats has two or four for each seat."""

VALUES_MAX = 8_000_000
"""The values of a file, of any kind."""

COORDINATE_MAX = 1e7
"""A larger coordinate is a fault of the file."""

TEXT_CHARACTERS_MAX = 200
"""Where `text_of` cuts a name. Names are repeated for each seat, so that long ones would cost much memory."""


def read_json(content: bytes) -> object:
    """Parses a file in UTF-8, with or without a byte order mark; raises `UnreadableFile`."""
    if not content.strip():
        raise UnreadableFile("The file is empty.")
    containers = content.count(b"{") + content.count(b"[")
    if containers > CONTAINERS_MAX or containers + content.count(b",") > VALUES_MAX:
        raise UnreadableFile(
            f"The JSON in the file has more than {CONTAINERS_MAX:,} lists and objects, or more than "
            f"{VALUES_MAX:,} values. Split the plan into several files."
        )
    return _parse_json(_decode_utf8(content))


def _parse_json(text: str) -> object:
    """Parses a text as strict JSON. Refuses repeated members, NaN, NUL characters and deep nesting."""
    try:
        content: object = json.loads(
            text, object_pairs_hook=_object_without_duplicates, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as fault:
        raise UnreadableFile(_syntax_fault(text, fault)) from None
    except RecursionError:
        raise UnreadableFile(_TOO_DEEP) from None
    except UnreadableFile:
        raise
    except ValueError:
        raise UnreadableFile("The JSON in the file holds a number that is too long.") from None
    if _is_too_deep(content):
        raise UnreadableFile(_TOO_DEEP)
    if _MAY_BE_UNSTORABLE.search(text) and any(_UNSTORABLE.search(found) for found in _texts(content)):
        raise UnreadableFile("The JSON in the file holds a NUL character or half of a surrogate pair.")
    return content


def finite_number(value: object) -> float | None:
    """Returns a coordinate or size; None for anything that is not a number within `COORDINATE_MAX`."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not -COORDINATE_MAX <= value <= COORDINATE_MAX:
        return None
    return float(value)


def whole_number(value: object) -> int | None:
    """Returns a count of people or things; None for anything that is not a whole number from zero."""
    number = finite_number(value)
    return int(number) if number is not None and number >= 0 and number == math.floor(number) else None


def point_of(value: object) -> tuple[float, float] | None:
    """Returns the point of an object with x and y; None if one of them is missing or unusable."""
    if not isinstance(value, dict):
        return None
    x, y = finite_number(value.get("x")), finite_number(value.get("y"))
    return None if x is None or y is None else (x, y)


def bounded_point(point: tuple[float, float] | None) -> tuple[float, float] | None:
    """Returns a computed point, or None if it lies outside `COORDINATE_MAX`."""
    is_near = point is not None and abs(point[0]) <= COORDINATE_MAX and abs(point[1]) <= COORDINATE_MAX
    return point if is_near else None


def text_of(value: object) -> str:
    """Returns a name without space around it. Numbers become texts; anything else is an empty text."""
    if isinstance(value, str):
        if len(value) <= TEXT_CHARACTERS_MAX:
            return value.strip()
        return value[: 2 * TEXT_CHARACTERS_MAX].strip()[:TEXT_CHARACTERS_MAX]
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e15 < value < 1e15:
        return ""
    return str(int(value)) if value == math.floor(value) else str(value)


def object_of(value: object) -> dict[str, object]:
    """Returns an object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def objects_of(value: object) -> list[dict[str, object]]:
    """Returns the objects of a list; an empty list for anything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _decode_utf8(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = content[: fault.start]
        line, column = before.count(b"\n") + 1, fault.start - before.rfind(b"\n")
        raise UnreadableFile(
            f"The file is not text in UTF-8: byte {column} of line {line} is wrong. Save it as UTF-8."
        ) from None


def _object_without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise UnreadableFile(f"In the JSON of the file an object has the member {name[:80]!r} twice.")
        seen.add(name)
    return members


def _refuse_constant(text: str) -> NoReturn:
    raise UnreadableFile(f"The file is not JSON: it holds {text}, which JSON does not have.")


def _syntax_fault(text: str, fault: json.JSONDecodeError) -> str:
    start = text.rfind("\n", 0, fault.pos) + 1
    end = text.find("\n", fault.pos)
    line_end = len(text) if end < 0 else end
    if line_end - start > _SHOWN_CHARACTERS:
        start = max(start, fault.pos - _SHOWN_CHARACTERS // 2)
    line = text[start : min(line_end, start + _SHOWN_CHARACTERS)].strip()
    reason = fault.msg[:1].lower() + fault.msg[1:]
    shown = f": {line}" if line else ""
    return f"The file is not JSON: {reason} at line {fault.lineno}, column {fault.colno}{shown}"


def _is_too_deep(content: object) -> bool:
    level = [content]
    for _ in range(NESTING_MAX + 1):
        level = [child for parent in level for child in _children(parent) if isinstance(child, dict | list)]
        if not level:
            return False
    return True


def _children(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        return iter(value.values())
    return iter(value) if isinstance(value, list) else iter(())


def _texts(value: object) -> Iterator[str]:
    """Yields every text in a JSON value, including the names of members."""
    if isinstance(value, str):
        yield value
    if isinstance(value, dict):
        yield from value
    for child in _children(value):
        yield from _texts(child)


_TOO_DEEP = "The JSON in the file is nested too deeply."
_SHOWN_CHARACTERS = 80
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
# The parser refuses raw NUL characters, so that only escapes remain; halves of pairs may be raw in a `str`.
_MAY_BE_UNSTORABLE = re.compile(r"\\u0000|\\u[dD][89a-fA-F]|[\ud800-\udfff]")
