"""Bodies, queries and paths: read strictly, decoded into types, and encoded on the way out."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NoReturn, TypeVar
from urllib.parse import unquote_to_bytes

import msgspec
import msgspec.inspect as mi

from seatpreview.http.faults import (
    FAULTS_MAX,
    Unusable,
    branches,
    converted,
    faults_of,
    pointer_to,
    shape_of,
)
from seatpreview.memo import Memo
from seatpreview.problems import Fault, ValidationFailed
from seatpreview.texts import Text

T = TypeVar("T")
SomeText = TypeVar("SomeText", bound=Text)

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
        raise _refused("body", found)
    return value


def decode(value: object, type_: type[T]) -> T:
    """A JSON value as its type. A value that does not fit is refused with every fault it has."""
    shape_of(type_)
    try:
        return converted(value, type_)
    except msgspec.ValidationError as refusal:
        raise _refused("body", _every_fault(value, type_, refusal)) from refusal


def decode_query(raw_query: bytes, type_: type[T]) -> T:
    """A query string as a Struct, one parameter for each member; a plus sign is a space.

    Numbers are written in digits, booleans as true and false; anything else is text.
    """
    asked = (type_, raw_query)
    query: T | None = _QUERIES.get(asked)
    if query is None:
        query = _decoded_query(raw_query, type_)
        if len(raw_query) <= QUERY_BYTES_MAX:
            _QUERIES.keep(asked, query)
    return query


def _decoded_query(raw_query: bytes, type_: type[T]) -> T:
    if type_ not in _READERS:
        _READERS[type_] = _readers(type_)
    values = _query_values(raw_query, _READERS[type_])
    try:
        return converted(values, type_)
    except msgspec.ValidationError as refusal:
        found = _every_fault(values, type_, refusal)
        raise _refused("query", tuple(map(_at_parameter, found))) from refusal


def decode_path(name: str, text: str, type_: type[SomeText]) -> SomeText:
    """A piece of the path as its type."""
    try:
        return type_.parse(text)
    except ValueError as refusal:
        fault = Fault(parameter=name, detail=str(refusal))
        raise ValidationFailed(f"In the path, {name} {refusal}.", errors=(fault,)) from refusal


def encode(result: object) -> bytes:
    """A result as JSON."""
    return _ENCODER.encode(result)


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


def _every_fault(value: object, type_: type[Any], refusal: msgspec.ValidationError) -> tuple[Fault, ...]:
    # The walk knows every shape that `shape_of` takes. Should it miss one, msgspec's word still stands.
    return faults_of(value, type_) or (Fault(detail=str(refusal)),)


def _refused(part: str, found: tuple[Fault, ...]) -> ValidationFailed:
    if len(found) == 1:
        place = found[0].pointer or found[0].parameter or "it"
        return ValidationFailed(f"The {part} has 1 fault: {place} {found[0].detail}.", errors=found)
    if len(found) < FAULTS_MAX:
        return ValidationFailed(
            f"The {part} has {len(found)} faults; each is listed in errors.", errors=found
        )
    detail = f"The {part} has {FAULTS_MAX} faults or more; the first {FAULTS_MAX} are listed in errors."
    return ValidationFailed(detail, errors=found)


QUERY_BYTES_MAX = 300
"""Of a query that is remembered once it is decoded: the same seats are asked for again and again."""

_QUERIES: Memo[tuple[type[Any], bytes], Any] = Memo(20_000)
_READERS: dict[type[Any], dict[str, Callable[[str], object]]] = {}


def _readers(type_: type[Any]) -> dict[str, Callable[[str], object]]:
    """How the text of each parameter is read: decided once for a type."""
    shape = shape_of(type_)
    if not isinstance(shape, mi.StructType):
        raise TypeError(f"A query is decoded into a Struct, not into {type_!r}.")
    return {field.encode_name: _reader(field.type) for field in shape.fields}


def _reader(shape: mi.Type) -> Callable[[str], object]:
    sorts = {type(branch) for branch in branches(shape)} - {mi.NoneType}
    if sorts == {mi.IntType}:
        return _digits
    return _true_or_false if sorts == {mi.BoolType} else str


def _digits(text: str) -> object:
    return int(text) if _DIGITS.fullmatch(text) else Unusable("must be a whole number in 1 to 18 digits")


def _true_or_false(text: str) -> object:
    return _BOOLEANS.get(text, Unusable("must be true or false"))


def _query_values(raw_query: bytes, readers: dict[str, Callable[[str], object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for pair in filter(None, raw_query.split(b"&")):
        raw_name, _, raw_text = pair.partition(b"=")
        name = _parameter_name(raw_name)
        if name in values:
            values[name] = Unusable("is given more than once; send it once")
        else:
            values[name] = _parameter_value(raw_text, readers.get(name, str))
    return values


def _parameter_name(raw: bytes) -> str:
    try:
        return _unescaped(raw)
    except ValueError:
        # No parameter has such a name: it stays as it was sent, and is refused as unknown.
        return raw.decode("ascii", "backslashreplace")


def _parameter_value(raw: bytes, read: Callable[[str], object]) -> object:
    try:
        return read(_unescaped(raw))
    except ValueError as refusal:
        return Unusable(str(refusal))


def _unescaped(raw: bytes) -> str:
    if _PLAIN.fullmatch(raw):
        return raw.decode("ascii")
    if _BROKEN_ESCAPE.search(raw):
        raise ValueError("has a '%' without two hexadecimal digits after it; write a percent sign as '%25'")
    try:
        text = unquote_to_bytes(raw.replace(b"+", b" ")).decode("utf-8")
    except UnicodeDecodeError as refusal:
        raise ValueError("must be UTF-8, percent-encoded") from refusal
    if _CONTROL.search(text):
        raise ValueError("must not hold control characters")
    return text


def _at_parameter(fault: Fault) -> Fault:
    if not fault.pointer:
        return Fault(detail=fault.detail)
    name = fault.pointer.split("/")[1].replace("~1", "/").replace("~0", "~")
    return Fault(parameter=name, detail=fault.detail)


def _encoded(value: object) -> str:
    if isinstance(value, Text):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no form in JSON")


_TOO_DEEP = f"is nested more than {DEPTH_MAX} levels deep"
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_UNSTORABLE_NAMED = "a NUL character (\\u0000) or half of a surrogate pair"
_SOUND = (int, float, bool, type(None))
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_PLAIN = re.compile(rb"[A-Za-z0-9_./:@~*-]*")
_BROKEN_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_DIGITS = re.compile("-?[0-9]{1,18}")
_BOOLEANS: dict[str, object] = {"true": True, "false": False}

_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_whole_number,
    parse_float=_decimal_number,
    parse_constant=_constant,
)
_ENCODER = msgspec.json.Encoder(enc_hook=_encoded)
