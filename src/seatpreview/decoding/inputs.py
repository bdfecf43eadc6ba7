"""Decodes JSON values, queries and paths into the types of an operation."""

import functools
import math
import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
import msgspec.inspect as mi

from seatpreview.caching import MEGABYTE, BoundedCache, CacheKind
from seatpreview.decoding.faults import (
    InvalidValue,
    convert,
    find_faults,
    inspect_type,
    union_members,
    validation_problem,
)
from seatpreview.problems import Fault, ValidationFailed
from seatpreview.values.validated_text import ValidatedText

T = TypeVar("T")
AnyText = TypeVar("AnyText", bound=ValidatedText)

QUERIES = CacheKind[tuple[type[Any], bytes], Any](20_000, 16 * MEGABYTE, "queries")
"""Decoded queries by their type and their text."""

Queries = BoundedCache[tuple[type[Any], bytes], Any]


class Unfit(Exception):
    """A JSON value that does not fit its type. `problem` finds every fault, which takes longer."""

    def __init__(self, value: object, type_: type[Any], refusal: msgspec.ValidationError) -> None:
        super().__init__(str(refusal))
        self._value = value
        self._type = type_
        self._refusal = refusal

    def problem(self) -> ValidationFailed:
        """Returns the problem with every fault of the value."""
        return _problem("body", self._value, self._type, self._refusal)


def decode(value: object, type_: type[T]) -> T:
    """Decodes a JSON value. Raises ValidationFailed with every fault if the value does not fit."""
    try:
        return decode_if_fit(value, type_)
    except Unfit as refusal:
        raise refusal.problem() from refusal


def decode_if_fit(value: object, type_: type[T]) -> T:
    """Decodes a JSON value. Raises Unfit if the value does not fit, without searching for its faults."""
    inspect_type(type_)
    try:
        return convert(value, type_)
    except msgspec.ValidationError as refusal:
        raise Unfit(value, type_, refusal) from refusal


def decode_query(raw_query: bytes, type_: type[T]) -> T:
    """Decodes a query string into a Struct, one parameter for each member; a plus sign is a space.

    Numbers are written in digits, with a point before decimals; booleans as true and false. Anything else is
    text.
    """
    query_type: object = type_
    values = _query_values(raw_query, _parameters_of(query_type))
    try:
        return convert(values, type_)
    except msgspec.ValidationError as refusal:
        raise _problem("query", values, type_, refusal) from refusal


def cached_query(queries: Queries, raw_query: bytes, type_: type[T]) -> T:
    """Decodes a query string, or returns what the same one was decoded into before."""
    cache_key = (type_, raw_query)
    query: T | None = queries.get(cache_key)
    if query is None:
        query = decode_query(raw_query, type_)
        if len(raw_query) <= QUERY_BYTES_MAX:
            queries.put(cache_key, query, _QUERY_BYTES + 2 * len(raw_query))
    return query


def decode_path(name: str, text: str, type_: type[AnyText]) -> AnyText:
    """Decodes a parameter of the path."""
    try:
        return type_.parse(text)
    except ValueError as refusal:
        fault = Fault(parameter=name, detail=str(refusal))
        raise ValidationFailed(f"In the path, {name} {refusal}.", errors=(fault,)) from refusal


def _problem(
    part: str, value: object, type_: type[Any], refusal: msgspec.ValidationError
) -> ValidationFailed:
    found = find_faults(value, type_)
    # `find_faults` handles all types that `inspect_type` allows. If it misses a fault, or stops before
    # reaching one, msgspec's message is used.
    faults = found.faults or (Fault(detail=str(refusal)),)
    if part == "query":
        faults = tuple(map(_as_parameter_fault, faults))
    return validation_problem(part, faults, found.is_complete)


QUERY_BYTES_MAX = 300
"""The length up to which a decoded query is cached: clients ask for the same seats again and again."""

RAW_QUERY_BYTES_MAX = 16_384
"""The maximum length of a query as sent. The longest label has 6,144 bytes if every character is escaped."""
PARAMETERS_MAX = 100
"""The most parameters of a query, known or unknown."""

_QUERY_BYTES = 600
"""The memory of a decoded query, besides its characters, which are stored twice."""


class _Parameter(NamedTuple):
    """A parameter of a query: its name, and the parser of its text."""

    name: str
    parse: Callable[[str], object]


@functools.cache
def _parameters_of(type_: object) -> dict[bytes, _Parameter]:
    """Returns the parameters by their names as they are mostly written, chosen once for a type."""
    shape = inspect_type(type_)
    if not isinstance(shape, mi.StructType):
        raise TypeError(f"A query is decoded into a Struct, not into {type_!r}.")
    return {
        field.encode_name.encode(): _Parameter(field.encode_name, _parser_of(field.type))
        for field in shape.fields
    }


def _parser_of(shape: mi.Type) -> Callable[[str], object]:
    kinds = {type(member) for member in union_members(shape)} - {mi.NoneType}
    if kinds == {mi.IntType}:
        return _parse_int
    if kinds == {mi.FloatType}:
        return _parse_float
    return _parse_bool if kinds == {mi.BoolType} else str


def _parse_int(text: str) -> object:
    return int(text) if _DIGITS.fullmatch(text) else InvalidValue("must be a whole number in 1 to 18 digits")


def _parse_float(text: str) -> object:
    """Parses a number as JSON writes it. Refuses 'nan', which would pass every bound, and infinity."""
    if _DECIMAL.fullmatch(text) and math.isfinite(number := float(text)):
        return number
    return InvalidValue("must be a number such as 0.5")


def _parse_bool(text: str) -> object:
    return _BOOLEANS.get(text, InvalidValue("must be true or false"))


def _query_values(raw_query: bytes, parameters: dict[bytes, _Parameter]) -> dict[str, object]:
    _check_size(raw_query)
    values: dict[str, object] = {}
    for pair in filter(None, raw_query.split(b"&")):
        raw_name, _, raw_text = pair.partition(b"=")
        name, parse = parameters.get(raw_name) or _escaped_parameter(raw_name, parameters)
        if name in values:
            values[name] = InvalidValue("is given more than once; send it once")
        else:
            values[name] = _parameter_value(raw_text, parse)
    return values


def _check_size(raw_query: bytes) -> None:
    """Refuses a query that no operation can have, before spending time on its parameters."""
    if len(raw_query) > RAW_QUERY_BYTES_MAX:
        raise ValidationFailed(f"The query must be at most {RAW_QUERY_BYTES_MAX} bytes long.")
    if raw_query.count(b"&") >= PARAMETERS_MAX:
        raise ValidationFailed(f"The query must have at most {PARAMETERS_MAX} parameters.")


def _escaped_parameter(raw_name: bytes, parameters: dict[bytes, _Parameter]) -> _Parameter:
    """Returns the parameter whose name is written with escapes, or one that no query has."""
    try:
        name = _unescape(raw_name)
    except ValueError:
        # No parameter has such a name. It is left as sent, and refused as unknown.
        name = raw_name.decode("ascii", "backslashreplace")
    return parameters.get(name.encode()) or _Parameter(name, str)


def _parameter_value(raw: bytes, parse: Callable[[str], object]) -> object:
    try:
        return parse(_unescape(raw))
    except ValueError as refusal:
        return InvalidValue(str(refusal))


def _unescape(raw: bytes) -> str:
    if _PLAIN.fullmatch(raw):
        return raw.decode("ascii")
    if _BROKEN_ESCAPE.search(raw):
        raise ValueError("has a '%' without two hexadecimal digits after it; write a percent sign as '%25'")
    try:
        text = _unquote(raw.replace(b"+", b" ")).decode("utf-8")
    except UnicodeDecodeError as refusal:
        raise ValueError("must be UTF-8, percent-encoded") from refusal
    if not text.isprintable() and _CONTROL.search(text):
        raise ValueError("must not hold control characters")
    return text


def _unquote(raw: bytes) -> bytes:
    """Returns the result of `urllib.parse.unquote_to_bytes` for a text without broken escapes, in a third of
    the time: each escape is rewritten in Python's notation, and one call replaces them all."""
    return raw.replace(b"\\", rb"\\").replace(b"%", rb"\x").decode("unicode_escape").encode("latin-1")


def _as_parameter_fault(fault: Fault) -> Fault:
    if not fault.pointer:
        return Fault(detail=fault.detail)
    name = fault.pointer.split("/")[1].replace("~1", "/").replace("~0", "~")
    return Fault(parameter=name, detail=fault.detail)


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_PLAIN = re.compile(rb"[A-Za-z0-9_./:@~*-]*")
_BROKEN_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_DIGITS = re.compile("-?[0-9]{1,18}")
_DECIMAL = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?(?:[eE][+-]?[0-9]{1,3})?")
_BOOLEANS: dict[str, object] = {"true": True, "false": False}
