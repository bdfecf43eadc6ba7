"""Faults of a decoded JSON value: a walk along its type that lists every one, each with its place.

msgspec decodes, and stops at the first fault. This walk runs after a refusal and finds them all.
"""

import enum
import functools
from collections.abc import Callable, Iterator
from datetime import datetime
from difflib import get_close_matches
from itertools import chain, islice
from typing import Any, NamedTuple, TypeVar

import msgspec
import msgspec.inspect as mi

from seatpreview.problems import Fault, MemberFault, ValidationFailed
from seatpreview.validated_text import ValidatedText

T = TypeVar("T")

# A body of a million wrong items gets an answer that can still be read.
FAULTS_MAX = 1000


class Unusable:
    """Stands in a value where something was sent that could not be read; the detail says why."""

    def __init__(self, detail: str) -> None:
        self.detail = detail


def faults_of(value: object, type_: type[Any]) -> tuple[Fault, ...]:
    """Every fault of a JSON value under a type, in the order of the type; the first `FAULTS_MAX` of them.

    A Struct's `__post_init__` is asked only where the rest of that Struct holds.
    """
    return tuple(islice(_walk(value, shape_of(type_), ""), FAULTS_MAX))


def converted(value: object, type_: type[T]) -> T:
    """The value as its type, or msgspec's word on the first fault."""
    return msgspec.convert(value, type_, dec_hook=_parsed)


def shape_of(type_: object) -> mi.Type:
    """What msgspec knows of a type.

    Raises `TypeError` for a type that this service does not take from outside, because msgspec would
    let through what the house rules refuse, or because the walk has no words for its faults.
    """
    return _shape_of(type_)


def branches(shape: mi.Type) -> tuple[mi.Type, ...]:
    """The alternatives of a union; of any other shape, itself alone."""
    if isinstance(shape, mi.Metadata):
        return branches(shape.type)
    if isinstance(shape, mi.UnionType):
        return tuple(chain.from_iterable(map(branches, shape.types)))
    return (shape,)


def pointer_to(pointer: str, name: str | int) -> str:
    """The JSON Pointer (RFC 6901) of a member or an item."""
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"


def _parsed(type_: type[Any], value: object) -> object:
    if not issubclass(type_, ValidatedText):
        raise NotImplementedError
    if not isinstance(value, str):
        raise ValueError("must be text")
    return type_.parse(value)


@functools.cache
def _shape_of(type_: object) -> mi.Type:
    shape = mi.type_info(type_)
    for part in _parts(shape, set()):
        if objection := _objection(part):
            raise TypeError(f"{type_!r} cannot be read from a request: {objection}.")
    return shape


def _parts(shape: mi.Type, seen: set[type]) -> Iterator[mi.Type]:
    if isinstance(shape, mi.StructType):
        if shape.cls in seen:
            return
        seen.add(shape.cls)
    yield shape
    for part in _inner(shape):
        yield from _parts(part, seen)


def _inner(shape: mi.Type) -> tuple[mi.Type, ...]:
    match shape:
        case mi.Metadata():
            return (shape.type,)
        case mi.UnionType():
            return shape.types
        case mi.StructType():
            return tuple(field.type for field in shape.fields)
        case mi.ListType() | mi.VarTupleType():
            return (shape.item_type,)
        case mi.TupleType():
            return shape.item_types
        case mi.DictType():
            return (shape.key_type, shape.value_type)
    return ()


def _objection(shape: mi.Type) -> str | None:
    match shape:
        case mi.Metadata() | mi.UnionType():
            return None
        case mi.StructType() if shape.array_like or not shape.forbid_unknown_fields:
            return f"{shape.cls.__name__} must be an object with forbid_unknown_fields=True"
        case mi.IntType() if (shape.ge, shape.gt) == (None, None) or (shape.le, shape.lt) == (None, None):
            return "a whole number needs a bound on both sides"
        case mi.IntType() | mi.FloatType() if shape.multiple_of is not None:
            return "multiple_of has no words here; say it in __post_init__"
        case mi.StrType() if shape.pattern is not None:
            return "a Meta pattern lets a trailing newline pass; make it a Text"
        case mi.DateTimeType() if shape.tz is not True:
            return "a time needs Meta(tz=True)"
        case mi.DictType() if not isinstance(shape.key_type, mi.StrType):
            return "the names in a dict must be str, since msgspec parses no other"
        case mi.CustomType() if not issubclass(shape.cls, ValidatedText):
            return f"{shape.cls.__name__} must be a ValidatedText"
    return None if type(shape) in _SHAPES else f"{type(shape).__name__} has no words here"


def _walk(value: object, shape: mi.Type, pointer: str) -> Iterator[Fault]:
    if isinstance(value, Unusable):
        yield Fault(pointer=pointer, detail=value.detail)
        return
    takers = [branch for branch in branches(shape) if _takes(branch, value)]
    if not takers:
        yield Fault(pointer=pointer, detail=_wrong_kind(value, shape))
    elif len(takers) > 1 and isinstance(value, dict):
        yield from _tagged_faults(value, takers, pointer)
    else:
        yield from _SHAPES[type(takers[0])].faults(value, takers[0], pointer)


def _takes(shape: mi.Type, value: object) -> bool:
    if isinstance(shape, mi.AnyType):
        return True
    if isinstance(shape, mi.LiteralType | mi.EnumType):
        return any(type(value) is type(choice) for choice in _choices(shape))
    return type(value) in _SHAPES[type(shape)].kinds


def _wrong_kind(value: object, shape: mi.Type) -> str:
    if value is None:
        return "must not be null"
    nouns = dict.fromkeys(map(_noun, branches(shape)))
    return f"must be {_listed(list(nouns), 'or')}, and is {_KINDS[type(value)]}"


def _noun(shape: mi.Type) -> str:
    if not isinstance(shape, mi.LiteralType | mi.EnumType):
        return _SHAPES[type(shape)].noun
    choices = [_shown(choice) for choice in _choices(shape)]
    return choices[0] if len(choices) == 1 else f"one of {', '.join(choices)}"


def _choices(shape: mi.LiteralType | mi.EnumType) -> tuple[object, ...]:
    if isinstance(shape, mi.LiteralType):
        return shape.values
    members: list[enum.Enum] = list(shape.cls)
    return tuple(member.value for member in members)


def _shown(choice: object) -> str:
    if choice is None:
        return "null"
    return f"'{choice}'" if isinstance(choice, str) else str(choice)


def _listed(words: list[str], conjunction: str) -> str:
    *first, last = words
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def _tagged_faults(value: dict[str, object], structs: list[Any], pointer: str) -> Iterator[Fault]:
    tag_field = structs[0].tag_field
    tags = ", ".join(_shown(struct.tag) for struct in structs)
    chosen = [struct for struct in structs if _same(value.get(tag_field), struct.tag)]
    if chosen:
        yield from _struct_faults(value, chosen[0], pointer)
    elif tag_field in value:
        yield Fault(pointer=pointer_to(pointer, tag_field), detail=f"must be one of {tags}")
    else:
        yield Fault(pointer=pointer_to(pointer, tag_field), detail=f"is missing; it must be one of {tags}")


def _struct_faults(value: dict[str, object], shape: mi.StructType, pointer: str) -> Iterator[Fault]:
    sorts = (_tag_faults, _member_faults, _unknown_faults)
    found = chain.from_iterable(sort(value, shape, pointer) for sort in sorts)
    own = tuple(islice(found, FAULTS_MAX))
    yield from own or _rule_faults(value, shape, pointer)


def _tag_faults(value: dict[str, object], shape: mi.StructType, pointer: str) -> Iterator[Fault]:
    # A Struct that is no union's member may leave its tag out.
    tag_field = shape.tag_field
    if tag_field is not None and tag_field in value and not _same(value[tag_field], shape.tag):
        yield Fault(pointer=pointer_to(pointer, tag_field), detail=f"must be {_shown(shape.tag)}")


def _member_faults(value: dict[str, object], shape: mi.StructType, pointer: str) -> Iterator[Fault]:
    for field in shape.fields:
        place = pointer_to(pointer, field.encode_name)
        if field.encode_name in value:
            yield from _walk(value[field.encode_name], field.type, place)
        elif field.required:
            yield Fault(pointer=place, detail="is missing")


def _unknown_faults(value: dict[str, object], shape: mi.StructType, pointer: str) -> Iterator[Fault]:
    known = [field.encode_name for field in shape.fields]
    if shape.tag_field is not None:
        known.insert(0, shape.tag_field)
    for name in value:
        if name not in known:
            yield Fault(pointer=pointer_to(pointer, name), detail=_unknown(name, known))


def _unknown(name: str, known: list[str]) -> str:
    if not known:
        return "is unknown; nothing can be given here"
    near = get_close_matches(name, known, n=1)
    guess = f"; did you mean '{near[0]}'?" if near else ";"
    return f"is unknown{guess} known here: {', '.join(map(_shown, known))}"


def _rule_faults(value: dict[str, object], shape: mi.StructType, pointer: str) -> Iterator[Fault]:
    if not hasattr(shape.cls, "__post_init__"):
        return
    try:
        converted(value, shape.cls)
    except msgspec.ValidationError as refusal:
        rule = refusal.__cause__ or refusal
        place = pointer_to(pointer, rule.member) if isinstance(rule, MemberFault) else pointer
        yield Fault(pointer=place, detail=str(rule))


def _dict_faults(value: dict[str, object], shape: mi.DictType, pointer: str) -> Iterator[Fault]:
    yield from _length_faults(len(value), shape, pointer, "member")
    for name, member in value.items():
        place = pointer_to(pointer, name)
        for fault in _walk(name, shape.key_type, place):
            yield Fault(pointer=place, detail=f"has a name that {fault.detail}")
        yield from _walk(member, shape.value_type, place)


def _list_faults(value: list[object], shape: mi.ListType | mi.VarTupleType, pointer: str) -> Iterator[Fault]:
    yield from _length_faults(len(value), shape, pointer, "item")
    for index, item in enumerate(value):
        yield from _walk(item, shape.item_type, pointer_to(pointer, index))


def _tuple_faults(value: list[object], shape: mi.TupleType, pointer: str) -> Iterator[Fault]:
    if len(value) != len(shape.item_types):
        wanted = _counted(len(shape.item_types), "item")
        yield Fault(pointer=pointer, detail=f"must have exactly {wanted}, and has {len(value)}")
    for index, (item, item_shape) in enumerate(zip(value, shape.item_types, strict=False)):
        yield from _walk(item, item_shape, pointer_to(pointer, index))


def _text_faults(value: str, shape: mi.StrType, pointer: str) -> Iterator[Fault]:
    yield from _length_faults(len(value), shape, pointer, "character")


def _length_faults(length: int, shape: Any, pointer: str, unit: str) -> Iterator[Fault]:
    if shape.min_length is not None and length < shape.min_length:
        least = _counted(shape.min_length, unit)
        yield Fault(pointer=pointer, detail=f"must have at least {least}, and has {length}")
    if shape.max_length is not None and length > shape.max_length:
        most = _counted(shape.max_length, unit)
        yield Fault(pointer=pointer, detail=f"must have at most {most}, and has {length}")


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def _parse_faults(value: str, shape: mi.CustomType, pointer: str) -> Iterator[Fault]:
    try:
        _parsed(shape.cls, value)
    except ValueError as refusal:
        yield Fault(pointer=pointer, detail=str(refusal))


def _time_faults(value: str, shape: mi.DateTimeType, pointer: str) -> Iterator[Fault]:
    try:
        time = msgspec.convert(value, datetime)
    except msgspec.ValidationError:
        yield Fault(pointer=pointer, detail=f"must be {_noun(shape)}")
        return
    if time.tzinfo is None:
        yield Fault(pointer=pointer, detail="must say its offset from UTC: end it with 'Z' or '+01:00'")


def _choice_faults(value: object, shape: mi.LiteralType | mi.EnumType, pointer: str) -> Iterator[Fault]:
    if not any(_same(value, choice) for choice in _choices(shape)):
        yield Fault(pointer=pointer, detail=f"must be {_noun(shape)}")


def _same(value: object, other: object) -> bool:
    # True is not 1, and 1.0 is not 1.
    return type(value) is type(other) and value == other


def _float_faults(value: int | float, shape: mi.FloatType, pointer: str) -> Iterator[Fault]:
    try:
        number = float(value)
    except OverflowError:
        yield Fault(pointer=pointer, detail="is too large for a number")
        return
    yield from _bound_faults(number, shape, pointer)


def _bound_faults(value: int | float, shape: mi.IntType | mi.FloatType, pointer: str) -> Iterator[Fault]:
    if shape.ge is not None and value < shape.ge:
        yield Fault(pointer=pointer, detail=f"must be at least {shape.ge}")
    if shape.gt is not None and value <= shape.gt:
        yield Fault(pointer=pointer, detail=f"must be more than {shape.gt}")
    if shape.le is not None and value > shape.le:
        yield Fault(pointer=pointer, detail=f"must be at most {shape.le}")
    if shape.lt is not None and value >= shape.lt:
        yield Fault(pointer=pointer, detail=f"must be less than {shape.lt}")


def _no_faults(value: object, shape: mi.Type, pointer: str) -> Iterator[Fault]:
    return iter(())


class _Shape(NamedTuple):
    """How a shape is called, which kinds of JSON value it takes, and what can be wrong with one of those."""

    noun: str
    kinds: tuple[type, ...]
    faults: Callable[[Any, Any, str], Iterator[Fault]]


# What a Literal, an enum and Any take, and how they are called, depends on more than their sort.
_SHAPES: dict[type[mi.Type], _Shape] = {
    mi.AnyType: _Shape("anything", (), _no_faults),
    mi.NoneType: _Shape("null", (type(None),), _no_faults),
    mi.BoolType: _Shape("true or false", (bool,), _no_faults),
    mi.IntType: _Shape("a whole number", (int,), _bound_faults),
    mi.FloatType: _Shape("a number", (int, float), _float_faults),
    mi.StrType: _Shape("text", (str,), _text_faults),
    mi.CustomType: _Shape("text", (str,), _parse_faults),
    mi.DateTimeType: _Shape("a time such as '2026-01-31T18:00:00Z' (RFC 3339)", (str,), _time_faults),
    mi.LiteralType: _Shape("", (), _choice_faults),
    mi.EnumType: _Shape("", (), _choice_faults),
    mi.ListType: _Shape("a list", (list,), _list_faults),
    mi.VarTupleType: _Shape("a list", (list,), _list_faults),
    mi.TupleType: _Shape("a list", (list,), _tuple_faults),
    mi.DictType: _Shape("an object", (dict,), _dict_faults),
    mi.StructType: _Shape("an object", (dict,), _struct_faults),
}

_KINDS: dict[type, str] = {
    bool: "a boolean",
    int: "a whole number",
    float: "a decimal number",
    str: "text",
    list: "a list",
    dict: "an object",
}


def refusal_of(part: str, found: tuple[Fault, ...]) -> ValidationFailed:
    """The problem that tells every fault of a body or of a query."""
    if len(found) == 1:
        place = found[0].pointer or found[0].parameter or "it"
        return ValidationFailed(f"The {part} has 1 fault: {place} {found[0].detail}.", errors=found)
    if len(found) < FAULTS_MAX:
        return ValidationFailed(
            f"The {part} has {len(found)} faults; each is listed in errors.", errors=found
        )
    detail = f"The {part} has {FAULTS_MAX} faults or more; the first {FAULTS_MAX} are listed in errors."
    return ValidationFailed(detail, errors=found)
