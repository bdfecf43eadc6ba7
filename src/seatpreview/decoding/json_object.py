"""The JSON object in a body, read strictly: what readers of JSON disagree on is refused."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NoReturn

from seatpreview.decoding.faults import FAULTS_MAX, Unusable, pointer_to, refusal_of
from seatpreview.problems import Fault, ValidationFailed

DEPTH_MAX = 64
# Pointers repeat names: long ones would let a small body ask for a large answer.
NAME_CHARACTERS_MAX = 200
# Room for every digit of any double, and far below where Python refuses to read an int.
NUMBER_CHARACTERS_MAX = 100


def read_object(raw: bytes) -> dict[str, object]:
    """The JSON object in a body, read strictly.

    Refuses what readers of JSON are known to disagree on: bytes that are not UTF-8, a byte order mark,
    members that appear twice, numbers without a finite value, NUL and lone surrogates.
    """
    value = _parsed(_text(raw))
    if not isinstance(value, dict):
        _refuse_whole("The body must be a JSON object.", "must be an object")
    found = tuple(islice(_reading_faults(value, "", 1), FAULTS_MAX))
    if found:
        raise refusal_of("body", found)
    return value


def _text(raw: bytes) -> str:
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


def _parsed(text: str) -> object:
    try:
        value: object = _DECODER.decode(text)
    except json.JSONDecodeError as refusal:
        raise ValidationFailed(
            f"The body is not JSON: {_syntax(refusal.msg)} at line {refusal.lineno}, column {refusal.colno}."
        ) from refusal
    except RecursionError:
        _refuse_whole(f"The body is nested more than {DEPTH_MAX} levels deep.", _TOO_DEEP)
    return value


def _syntax(message: str) -> str:
    """Python's words for a syntax error, fit to be followed by a place."""
    bare = message.rstrip(": ").removesuffix(" at").removesuffix(" starting")
    return bare[:1].lower() + bare[1:]


def _refuse_whole(detail: str, fault: str) -> NoReturn:
    raise ValidationFailed(detail, errors=(Fault(pointer="", detail=fault),))


def _reading_faults(value: object, pointer: str, depth: int) -> Iterator[Fault]:
    """What the parser let pass and the service does not take, wherever it stands."""
    if isinstance(value, Unusable):
        yield Fault(pointer=pointer, detail=value.detail)
    elif isinstance(value, str):
        yield Fault(pointer=pointer, detail=f"must not hold {_UNSTORABLE_NAMED}")
    elif depth > DEPTH_MAX:
        yield Fault(pointer=pointer, detail=_TOO_DEEP)
    elif isinstance(value, dict):
        yield from _object_faults(value, pointer, depth)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if not _is_sound(item):
                yield from _reading_faults(item, pointer_to(pointer, index), depth + 1)


def _object_faults(value: dict[str, object], pointer: str, depth: int) -> Iterator[Fault]:
    repeated = value.repeated if isinstance(value, _Repeating) else {}
    for name, member in value.items():
        if objection := _name_objection(name):
            # The name would spoil the pointer, so the fault is the object's.
            yield Fault(pointer=pointer, detail=f"has a member whose name {objection}")
            continue
        if name in repeated:
            times = repeated[name]
            yield Fault(pointer=pointer_to(pointer, name), detail=f"appears {times} times; send it once")
        if not _is_sound(member):
            yield from _reading_faults(member, pointer_to(pointer, name), depth + 1)


def _is_sound(value: object) -> bool:
    """Whether a value needs no second look: most are such leaves, and a pointer to each would cost."""
    if type(value) is str:
        return not _UNSTORABLE.search(value)
    return type(value) in _SOUND


def _name_objection(name: str) -> str | None:
    if len(name) > NAME_CHARACTERS_MAX:
        return f"has more than {NAME_CHARACTERS_MAX} characters"
    if _UNSTORABLE.search(name):
        return f"holds {_UNSTORABLE_NAMED}"
    return None


class _Repeating(dict[str, object]):
    """An object in which a name appears more than once, with the count for each such name."""

    repeated: dict[str, int]


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    repeating = _Repeating(members)
    counts = Counter(name for name, _ in pairs)
    repeating.repeated = {name: count for name, count in counts.items() if count > 1}
    return repeating


def _whole_number(text: str) -> object:
    if len(text) > NUMBER_CHARACTERS_MAX:
        return Unusable(f"must be a number of at most {NUMBER_CHARACTERS_MAX} characters")
    return int(text)


def _decimal_number(text: str) -> object:
    if len(text) > NUMBER_CHARACTERS_MAX:
        return Unusable(f"must be a number of at most {NUMBER_CHARACTERS_MAX} characters")
    number = float(text)
    return Unusable("is too large for a number") if math.isinf(number) else number


def _constant(text: str) -> Unusable:
    return Unusable(f"must not be {text}, which JSON does not have")


_TOO_DEEP = f"is nested more than {DEPTH_MAX} levels deep"
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_UNSTORABLE_NAMED = "a NUL character (\\u0000) or half of a surrogate pair"
_SOUND = (int, float, bool, type(None))

_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_whole_number,
    parse_float=_decimal_number,
    parse_constant=_constant,
)
