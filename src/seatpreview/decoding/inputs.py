"""JSON values, queries and paths, decoded into the types of an operation."""

import re
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

import msgspec
import msgspec.inspect as mi

from seatpreview.bounded_cache import BoundedCache
from seatpreview.decoding.faults import Unusable, branches, converted, faults_of, refusal_of, shape_of
from seatpreview.problems import Fault, ValidationFailed
from seatpreview.validated_text import ValidatedText

T = TypeVar("T")
SomeText = TypeVar("SomeText", bound=ValidatedText)


def decode(value: object, type_: type[T]) -> T:
    """A JSON value as its type. A value that does not fit is refused with every fault it has."""
    shape_of(type_)
    try:
        return converted(value, type_)
    except msgspec.ValidationError as refusal:
        raise refusal_of("body", _every_fault(value, type_, refusal)) from refusal


def decode_query(raw_query: bytes, type_: type[T]) -> T:
    """A query string as a Struct, one parameter for each member; a plus sign is a space.

    Numbers are written in digits, booleans as true and false; anything else is text.
    """
    asked = (type_, raw_query)
    query: T | None = _QUERIES.get(asked)
    if query is None:
        query = _decoded_query(raw_query, type_)
        if len(raw_query) <= QUERY_BYTES_MAX:
            _QUERIES.put(asked, query)
    return query


def _decoded_query(raw_query: bytes, type_: type[T]) -> T:
    if type_ not in _READERS:
        _READERS[type_] = _readers(type_)
    values = _query_values(raw_query, _READERS[type_])
    try:
        return converted(values, type_)
    except msgspec.ValidationError as refusal:
        found = _every_fault(values, type_, refusal)
        raise refusal_of("query", tuple(map(_at_parameter, found))) from refusal


def decode_path(name: str, text: str, type_: type[SomeText]) -> SomeText:
    """A piece of the path as its type."""
    try:
        return type_.parse(text)
    except ValueError as refusal:
        fault = Fault(parameter=name, detail=str(refusal))
        raise ValidationFailed(f"In the path, {name} {refusal}.", errors=(fault,)) from refusal


def _every_fault(value: object, type_: type[Any], refusal: msgspec.ValidationError) -> tuple[Fault, ...]:
    # The walk knows every shape that `shape_of` takes. Should it miss one, msgspec's word still stands.
    return faults_of(value, type_) or (Fault(detail=str(refusal)),)


QUERY_BYTES_MAX = 300
"""Of a query that is remembered once it is decoded: the same seats are asked for again and again."""

_QUERIES: BoundedCache[tuple[type[Any], bytes], Any] = BoundedCache(20_000)
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


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_PLAIN = re.compile(rb"[A-Za-z0-9_./:@~*-]*")
_BROKEN_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_DIGITS = re.compile("-?[0-9]{1,18}")
_BOOLEANS: dict[str, object] = {"true": True, "false": False}
