"""Finds every fault of a JSON value under a type, each with its JSON Pointer.

msgspec converts a value, and stops at the first fault. After such a failure, this module walks the type's
shape (msgspec's description of the type) and finds all faults.
"""

import enum
import functools
from collections.abc import Callable, Iterator
from datetime import datetime
from difflib import get_close_matches
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import msgspec
import msgspec.inspect as mi

from seatpreview.problems import Fault, MemberFault, ValidationFailed
from seatpreview.values.validated_text import ValidatedText

T = TypeVar("T")

STEPS_MAX = 50_000
"""The most values that are visited. Guessing what a misspelt name was meant to be counts as
`_GUESS_STEPS`."""

_GUESS_STEPS = 100

Step = Fault | int
"""A fault that was found, or the number of steps since the last one."""

# Even the response to a body of a million wrong items must stay readable.
FAULTS_MAX = 1000


class InvalidValue:
    """Replaces a part of a value that was sent but could not be parsed. The detail says why."""

    def __init__(self, detail: str) -> None:
        self.detail = detail


class Findings(NamedTuple):
    """The faults of a value, and whether all of it was searched. If not, there may be more faults."""

    faults: tuple[Fault, ...]
    is_complete: bool


def find_faults(value: object, type_: type[Any], steps_max: int = STEPS_MAX) -> Findings:
    """Returns the faults of a JSON value under a type, in the order of the type, at most `FAULTS_MAX`.

    A Struct's `__post_init__` runs only if the Struct has no other fault. The search ends after `steps_max`
    steps.
    """
    found: list[Fault] = []
    for step in _walk(value, inspect_type(type_), ""):
        if isinstance(step, Fault):
            found.append(step)
            if len(found) == FAULTS_MAX:
                break
        else:
            steps_max -= step
            if steps_max < 0:
                return Findings(tuple(found), is_complete=False)
    return Findings(tuple(found), is_complete=True)


def validation_problem(part: str, found: tuple[Fault, ...], is_complete: bool = True) -> ValidationFailed:
    """Creates the problem of a body or a query with these faults."""
    if not is_complete:
        return ValidationFailed(
            f"The {part} has at least the faults that errors lists; the search stopped there. "
            "Correct these, then send it again.",
            errors=found,
        )
    if len(found) == 1:
        location = found[0].pointer or found[0].parameter or "it"
        return ValidationFailed(f"The {part} has 1 fault: {location} {found[0].detail}.", errors=found)
    if len(found) < FAULTS_MAX:
        return ValidationFailed(
            f"The {part} has {len(found)} faults; each is listed in errors.", errors=found
        )
    detail = f"The {part} has {FAULTS_MAX} faults or more; the first {FAULTS_MAX} are listed in errors."
    return ValidationFailed(detail, errors=found)


def convert(value: object, type_: type[T]) -> T:
    """Converts a JSON value to its type. Raises `msgspec.ValidationError` for the first fault."""
    return msgspec.convert(value, type_, dec_hook=_parse_text)


def inspect_type(type_: object) -> mi.Type:
    """Returns the shape of a type, which is msgspec's description of it.

    Raises `TypeError` for a type that may not be used in requests, because msgspec would be too lenient, or
    because `find_faults` cannot describe its faults.
    """
    return _inspect_type(type_)


def union_members(shape: mi.Type) -> tuple[mi.Type, ...]:
    """Returns the members of a union; for any other shape, the shape alone."""
    if isinstance(shape, mi.Metadata):
        return union_members(shape.type)
    if isinstance(shape, mi.UnionType):
        return tuple(chain.from_iterable(map(union_members, shape.types)))
    return (shape,)


def pointer_to(pointer: str, name: str | int) -> str:
    """Returns the JSON Pointer (RFC 6901) of a member or an item below a pointer."""
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"


def _parse_text(type_: type[Any], value: object) -> object:
    if not issubclass(type_, ValidatedText):
        raise NotImplementedError
    if not isinstance(value, str):
        raise ValueError("must be text")
    return type_.parse(value)


@functools.cache
def _inspect_type(type_: object) -> mi.Type:
    shape = mi.type_info(type_)
    for part in _all_shapes(shape, set()):
        if objection := _objection(part):
            raise TypeError(f"{type_!r} cannot be read from a request: {objection}.")
    return shape


def _all_shapes(shape: mi.Type, seen: set[type]) -> Iterator[mi.Type]:
    if isinstance(shape, mi.StructType):
        if shape.cls in seen:
            return
        seen.add(shape.cls)
    yield shape
    for part in _inner_shapes(shape):
        yield from _all_shapes(part, seen)


def _inner_shapes(shape: mi.Type) -> tuple[mi.Type, ...]:
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
    """Returns the reason why a shape may not be used in requests; None if it may."""
    match shape:
        case mi.Metadata() | mi.UnionType():
            return None
        case mi.StructType() if shape.array_like or not shape.forbid_unknown_fields:
            return f"{shape.cls.__name__} must be an object with forbid_unknown_fields=True"
        case mi.IntType() if (shape.ge, shape.gt) == (None, None) or (shape.le, shape.lt) == (None, None):
            return "a whole number needs a bound on both sides"
        case mi.IntType() | mi.FloatType() if shape.multiple_of is not None:
            return "multiple_of has no fault text here; check it in __post_init__"
        case mi.StrType() if shape.pattern is not None:
            return "a Meta pattern lets a trailing newline pass; make it a ValidatedText"
        case mi.DateTimeType() if shape.tz is not True:
            return "a time needs Meta(tz=True)"
        case mi.DictType() if not isinstance(shape.key_type, mi.StrType):
            return "the names in a dict must be str, since msgspec parses no other"
        case mi.CustomType() if not issubclass(shape.cls, ValidatedText):
            return f"{shape.cls.__name__} must be a ValidatedText"
    return None if type(shape) in _SHAPE_RULES else f"{type(shape).__name__} has no fault text here"


def _walk(value: object, shape: mi.Type, pointer: str) -> Iterator[Step]:
    yield 1
    if isinstance(value, InvalidValue):
        yield Fault(pointer=pointer, detail=value.detail)
        return
    candidates = [member for member in union_members(shape) if _accepts(member, value)]
    if not candidates:
        yield Fault(pointer=pointer, detail=_wrong_kind_detail(value, shape))
    elif len(candidates) > 1 and isinstance(value, dict):
        yield from _tagged_faults(value, candidates, pointer)
    else:
        yield from _SHAPE_RULES[type(candidates[0])].faults(value, candidates[0], pointer)


def _accepts(shape: mi.Type, value: object) -> bool:
    """Returns whether a shape accepts this kind of JSON value, faulty or not."""
    if isinstance(shape, mi.AnyType):
        return True
    if isinstance(shape, mi.LiteralType | mi.EnumType):
        return any(type(value) is type(choice) for choice in _choices(shape))
    return type(value) in _SHAPE_RULES[type(shape)].kinds


def _wrong_kind_detail(value: object, shape: mi.Type) -> str:
    if value is None:
        return "must not be null"
    nouns = dict.fromkeys(map(_noun, union_members(shape)))
    return f"must be {join_words(list(nouns), 'or')} (got {_KIND_NOUNS[type(value)]})"


def _noun(shape: mi.Type) -> str:
    if not isinstance(shape, mi.LiteralType | mi.EnumType):
        return _SHAPE_RULES[type(shape)].noun
    choices = [quote(choice) for choice in _choices(shape)]
    return choices[0] if len(choices) == 1 else f"one of {', '.join(choices)}"


def _choices(shape: mi.LiteralType | mi.EnumType) -> tuple[object, ...]:
    if isinstance(shape, mi.LiteralType):
        return shape.values
    members: list[enum.Enum] = list(shape.cls)
    return tuple(member.value for member in members)


def _tagged_faults(value: dict[str, object], structs: list[Any], pointer: str) -> Iterator[Step]:
    tag_field = structs[0].tag_field
    tags = ", ".join(quote(struct.tag) for struct in structs)
    chosen = [struct for struct in structs if _is_same(value.get(tag_field), struct.tag)]
    if chosen:
        yield from _struct_faults(value, chosen[0], pointer)
    elif tag_field in value:
        yield Fault(pointer=pointer_to(pointer, tag_field), detail=f"must be one of {tags}")
    else:
        yield Fault(pointer=pointer_to(pointer, tag_field), detail=f"is missing; it must be one of {tags}")


def _struct_faults(value: dict[str, object], shape: mi.StructType, pointer: str) -> Iterator[Step]:
    checks: tuple[Callable[..., Iterator[Step]], ...] = (_tag_faults, _member_faults, _unknown_faults)
    has_faults = False
    for step in chain.from_iterable(check(value, shape, pointer) for check in checks):
        has_faults = has_faults or isinstance(step, Fault)
        yield step
    if not has_faults:
        yield from _rule_faults(value, shape, pointer)


def _tag_faults(value: dict[str, object], shape: mi.StructType, pointer: str) -> Iterator[Fault]:
    # A Struct outside of a union may leave its tag out.
    tag_field = shape.tag_field
    if tag_field is not None and tag_field in value and not _is_same(value[tag_field], shape.tag):
        yield Fault(pointer=pointer_to(pointer, tag_field), detail=f"must be {quote(shape.tag)}")


def _member_faults(value: dict[str, object], shape: mi.StructType, pointer: str) -> Iterator[Step]:
    for field in shape.fields:
        member_pointer = pointer_to(pointer, field.encode_name)
        if field.encode_name in value:
            yield from _walk(value[field.encode_name], field.type, member_pointer)
        elif field.required:
            yield Fault(pointer=member_pointer, detail="is missing")


def _unknown_faults(value: dict[str, object], shape: mi.StructType, pointer: str) -> Iterator[Step]:
    names = [field.encode_name for field in shape.fields]
    if shape.tag_field is not None:
        names.insert(0, shape.tag_field)
    for name in value:
        if name not in names:
            yield _GUESS_STEPS
            yield Fault(pointer=pointer_to(pointer, name), detail=_unknown_detail(name, names))


def _unknown_detail(name: str, names: list[str]) -> str:
    if not names:
        return "is unknown; nothing can be given here"
    near = get_close_matches(name, names, n=1)
    guess = f"; did you mean '{near[0]}'?" if near else ";"
    return f"is unknown{guess} known here: {', '.join(map(quote, names))}"


def _rule_faults(value: dict[str, object], shape: mi.StructType, pointer: str) -> Iterator[Fault]:
    if not hasattr(shape.cls, "__post_init__"):
        return
    try:
        convert(value, shape.cls)
    except msgspec.ValidationError as refusal:
        rule = refusal.__cause__ or refusal
        member_pointer = pointer_to(pointer, rule.member) if isinstance(rule, MemberFault) else pointer
        yield Fault(pointer=member_pointer, detail=str(rule))


def _dict_faults(value: dict[str, object], shape: mi.DictType, pointer: str) -> Iterator[Step]:
    yield from _length_faults(len(value), shape, pointer, "member")
    for name, member in value.items():
        member_pointer = pointer_to(pointer, name)
        for step in _walk(name, shape.key_type, member_pointer):
            if isinstance(step, Fault):
                yield Fault(pointer=member_pointer, detail=f"has a name that {step.detail}")
        yield from _walk(member, shape.value_type, member_pointer)


def _list_faults(value: list[object], shape: mi.ListType | mi.VarTupleType, pointer: str) -> Iterator[Step]:
    yield from _length_faults(len(value), shape, pointer, "item")
    for index, item in enumerate(value):
        yield from _walk(item, shape.item_type, pointer_to(pointer, index))


def _tuple_faults(value: list[object], shape: mi.TupleType, pointer: str) -> Iterator[Step]:
    if len(value) != len(shape.item_types):
        wanted = count_text(len(shape.item_types), "item")
        yield Fault(pointer=pointer, detail=f"must have exactly {wanted} (got {len(value)})")
    for index, (item, item_shape) in enumerate(zip(value, shape.item_types, strict=False)):
        yield from _walk(item, item_shape, pointer_to(pointer, index))


def _text_faults(value: str, shape: mi.StrType, pointer: str) -> Iterator[Fault]:
    yield from _length_faults(len(value), shape, pointer, "character")


def _length_faults(length: int, shape: Any, pointer: str, unit: str) -> Iterator[Fault]:
    if shape.min_length is not None and length < shape.min_length:
        least = count_text(shape.min_length, unit)
        yield Fault(pointer=pointer, detail=f"must have at least {least} (got {length})")
    if shape.max_length is not None and length > shape.max_length:
        most = count_text(shape.max_length, unit)
        yield Fault(pointer=pointer, detail=f"must have at most {most} (got {length})")


def _parse_faults(value: str, shape: mi.CustomType, pointer: str) -> Iterator[Fault]:
    try:
        _parse_text(shape.cls, value)
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
    if not any(_is_same(value, choice) for choice in _choices(shape)):
        yield Fault(pointer=pointer, detail=f"must be {_noun(shape)}")


def _is_same(value: object, other: object) -> bool:
    # True == 1 and 1.0 == 1 in Python, but here they must differ.
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


class _ShapeRule(NamedTuple):
    """The noun of a shape, the kinds of JSON value that it accepts, and a function that finds faults."""

    noun: str
    kinds: tuple[type, ...]
    faults: Callable[[Any, Any, str], Iterator[Step]]


_KIND_NOUNS: dict[type, str] = {
    bool: "a boolean",
    int: "a whole number",
    float: "a decimal number",
    str: "text",
    list: "a list",
    dict: "an object",
}


def quote(choice: object) -> str:
    """Quotes a value for a sentence."""
    if choice is None:
        return "null"
    return f"'{choice}'" if isinstance(choice, str) else str(choice)


def join_words(words: list[str], conjunction: str) -> str:
    """Joins words with commas, and with the conjunction before the last one."""
    *first, last = words
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def count_text(count: int, unit: str) -> str:
    """Returns a number with its unit, such as `1 item` or `2 items`."""
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


# The kinds of Any, and the nouns and kinds of Literal and Enum, are empty: see `_accepts` and `_noun`.
_SHAPE_RULES: dict[type[mi.Type], _ShapeRule] = {
    mi.AnyType: _ShapeRule("anything", (), _no_faults),
    mi.NoneType: _ShapeRule("null", (type(None),), _no_faults),
    mi.BoolType: _ShapeRule("true or false", (bool,), _no_faults),
    mi.IntType: _ShapeRule("a whole number", (int,), _bound_faults),
    mi.FloatType: _ShapeRule("a number", (int, float), _float_faults),
    mi.StrType: _ShapeRule("text", (str,), _text_faults),
    mi.CustomType: _ShapeRule("text", (str,), _parse_faults),
    mi.DateTimeType: _ShapeRule("a time such as '2026-01-31T18:00:00Z' (RFC 3339)", (str,), _time_faults),
    mi.LiteralType: _ShapeRule("", (), _choice_faults),
    mi.EnumType: _ShapeRule("", (), _choice_faults),
    mi.ListType: _ShapeRule("a list", (list,), _list_faults),
    mi.VarTupleType: _ShapeRule("a list", (list,), _list_faults),
    mi.TupleType: _ShapeRule("a list", (list,), _tuple_faults),
    mi.DictType: _ShapeRule("an object", (dict,), _dict_faults),
    mi.StructType: _ShapeRule("an object", (dict,), _struct_faults),
}
