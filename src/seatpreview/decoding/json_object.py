"""Parses the JSON object in a body strictly: input that JSON parsers disagree on is refused."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NoReturn

from seatpreview.decoding.faults import FAULTS_MAX, InvalidValue, pointer_to, validation_problem
from seatpreview.problems import Fault, ValidationFailed

DEPTH_MAX = 64
# Pointers repeat names: with long names, a small body would cause a large response.
NAME_CHARACTERS_MAX = 200
# Enough for every digit of any double, and far below the length at which Python refuses to parse an int.
NUMBER_CHARACTERS_MAX = 100


def read_object(raw: bytes) -> dict[str, object]:
    """Parses the JSON object in a body. Raises ValidationFailed with every fault.

    Refuses input that JSON parsers disagree on: bytes that are not UTF-8, a byte order mark, members that
    appear twice, numbers without a finite value, NUL and lone surrogates.
    """
    value = _parse(_decode_text(raw))
    if not isinstance(value, dict):
        _refuse_body("The body must be a JSON object.", "must be an object")
    if not _is_plain(value, has_escapes=b"\\u" in raw):
        found = tuple(islice(_value_faults(value, "", 1), FAULTS_MAX))
        if found:
            raise validation_problem("body", found)
    return value


def _decode_text(raw: bytes) -> str:
    if raw.startswith(b"\xef\xbb\xbf"):
        raise ValidationFailed("The body starts with a byte order mark; send UTF-8 without one.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as refusal:
        raise ValidationFailed(
            f"The body is not UTF-8: no character starts at byte {refusal.start}, counted from 0."
        ) from refusal
    if not text.strip(" \t\r\n"):
        raise ValidationFailed("The body is empty; send a JSON object.")
    return text


def _parse(text: str) -> object:
    try:
        value: object = _DECODER.decode(text)
    except json.JSONDecodeError as refusal:
        if _open_levels(text[: refusal.pos]) > DEPTH_MAX:
            _refuse_body(f"The body is nested more than {DEPTH_MAX} levels deep.", _TOO_DEEP)
        raise ValidationFailed(
            f"The body is not JSON: {_syntax(refusal.msg)} at line {refusal.lineno}, column {refusal.colno}."
        ) from refusal
    except RecursionError:
        _refuse_body(f"The body is nested more than {DEPTH_MAX} levels deep.", _TOO_DEEP)
    return value


def _open_levels(beginning: str) -> int:
    """Returns the number of objects and arrays that the beginning of a body leaves open. How deep Python's
    parser gets depends on its version, but which of two faults is reported must not."""
    # Without escapes, every second piece between quotation marks is a text.
    marks = "".join(beginning.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    return sum(map(marks.count, "[{")) - sum(map(marks.count, "]}"))


def _syntax(message: str) -> str:
    """Rewrites Python's message on a syntax error so that a line and a column can follow."""
    bare = message.rstrip(": ").removesuffix(" at").removesuffix(" starting")
    return bare[:1].lower() + bare[1:]


def _refuse_body(detail: str, fault: str) -> NoReturn:
    raise ValidationFailed(detail, errors=(Fault(pointer="", detail=fault),))


def _is_plain(value: dict[str, object], has_escapes: bool) -> bool:
    """Returns whether a body certainly has none of the faults below, like nearly all bodies. It checks each
    level of the body at once, which takes a fraction of the time of checking each value.

    NUL and lone surrogates can only be written as escapes.
    """
    if has_escapes:
        return False
    level: list[object] = [value]
    for _ in range(DEPTH_MAX):
        objects = [container for container in level if type(container) is dict]
        lists = [container for container in level if type(container) is list]
        if len(objects) + len(lists) < len(level):
            return False
        names: set[str] = set().union(*objects)
        if any(len(name) > NAME_CHARACTERS_MAX for name in names):
            return False
        level = [member for each in objects for member in each.values() if type(member) not in _PLAIN_LEAVES]
        level += [item for each in lists for item in each if type(item) not in _PLAIN_LEAVES]
        if not level:
            return True
    return False


def _value_faults(value: object, pointer: str, depth: int) -> Iterator[Fault]:
    """Finds values that the parser accepts but the service does not, at any depth."""
    if isinstance(value, InvalidValue):
        yield Fault(pointer=pointer, detail=value.detail)
    elif isinstance(value, str):
        yield Fault(pointer=pointer, detail=f"must not hold {_FORBIDDEN_NOUN}")
    elif depth > DEPTH_MAX:
        yield Fault(pointer=pointer, detail=_TOO_DEEP)
    elif isinstance(value, dict):
        yield from _object_faults(value, pointer, depth)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if not _is_valid_leaf(item):
                yield from _value_faults(item, pointer_to(pointer, index), depth + 1)


def _object_faults(value: dict[str, object], pointer: str, depth: int) -> Iterator[Fault]:
    repeated = value.repeated if isinstance(value, _ObjectWithRepetitions) else {}
    for name, member in value.items():
        if objection := _name_objection(name):
            # The name cannot be part of a pointer, so the fault is reported at the object.
            yield Fault(pointer=pointer, detail=f"has a member whose name {objection}")
            continue
        if name in repeated:
            times = repeated[name]
            yield Fault(pointer=pointer_to(pointer, name), detail=f"appears {times} times; send it once")
        if not _is_valid_leaf(member):
            yield from _value_faults(member, pointer_to(pointer, name), depth + 1)


def _is_valid_leaf(value: object) -> bool:
    """Returns whether a value is a leaf without faults. Most values are, and a pointer to each would cost
    time."""
    if type(value) is str:
        return not _FORBIDDEN.search(value)
    return type(value) in _VALID_LEAVES


def _name_objection(name: str) -> str | None:
    if len(name) > NAME_CHARACTERS_MAX:
        return f"has more than {NAME_CHARACTERS_MAX} characters"
    if _FORBIDDEN.search(name):
        return f"holds {_FORBIDDEN_NOUN}"
    return None


class _ObjectWithRepetitions(dict[str, object]):
    """An object in which names are repeated, with the count of each such name."""

    repeated: dict[str, int]


def _make_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    result = _ObjectWithRepetitions(members)
    counts = Counter(name for name, _ in pairs)
    result.repeated = {name: count for name, count in counts.items() if count > 1}
    return result


def _parse_int(text: str) -> object:
    if len(text) > NUMBER_CHARACTERS_MAX:
        return InvalidValue(f"must be a number of at most {NUMBER_CHARACTERS_MAX} characters")
    return int(text)


def _parse_float(text: str) -> object:
    if len(text) > NUMBER_CHARACTERS_MAX:
        return InvalidValue(f"must be a number of at most {NUMBER_CHARACTERS_MAX} characters")
    number = float(text)
    return InvalidValue("is too large for a number") if math.isinf(number) else number


def _reject_constant(text: str) -> InvalidValue:
    return InvalidValue(f"must not be {text}, which JSON does not have")


_TOO_DEEP = f"is nested more than {DEPTH_MAX} levels deep"
_FORBIDDEN = re.compile("[\x00\ud800-\udfff]")
_FORBIDDEN_NOUN = "a NUL character (\\u0000) or half of a surrogate pair"
_VALID_LEAVES = (int, float, bool, type(None))
_PLAIN_LEAVES = frozenset((str, *_VALID_LEAVES))

_DECODER = json.JSONDecoder(
    object_pairs_hook=_make_object,
    parse_int=_parse_int,
    parse_float=_parse_float,
    parse_constant=_reject_constant,
)
