"""The flags of a command, from the members of an operation's query and body."""

import re
import shlex
from collections.abc import Callable, Iterator
from functools import partial
from inspect import Parameter
from typing import Annotated, Any, NamedTuple, cast

import msgspec.inspect as mi
import typer
from rich.markup import escape

from seatpreview.api.command import Command
from seatpreview.api.operation import NoQuery
from seatpreview.api.table import OPERATIONS
from seatpreview.cli.options import Cursor, Limit, parse_quota, parse_rate_limit, split_names
from seatpreview.cli.problem_text import flag_of, snake_case
from seatpreview.decoding.faults import union_members
from seatpreview.limits.model import RateLimit
from seatpreview.limits.quotas import QuotaChanges
from seatpreview.results import PageQuery
from seatpreview.values.ids import Id, VenueId
from seatpreview.values.validated_text import Label

_CHOICES_SHOWN_MAX = 30
"""The length up to which the values of a flag stand beside it. Longer ones are in its explanation."""

_ENDLESS = 1_000_000_000
"""A bound of integers that no person reaches."""

_FOR_PROGRAMS = re.compile("(Null|Empty|False|Left out|Admin scope|`GET|An extension)\\b")
"""How sentences begin that say what a value means in JSON, or which keys may send it. An operator may all."""


def _unchanged(given: Any) -> object:
    return given


class Flag(NamedTuple):
    """A flag, or an argument, that sets a member of the query or of the body."""

    member: str
    name: str
    annotation: Any
    default: object = None
    value: Callable[[Any], object] = _unchanged
    """Makes the member's value of what was typed."""
    within: str | None = None
    """The member that this one is a member of."""

    @property
    def parameter(self) -> str:
        """The name of the function's parameter."""
        return self.name.partition("/")[0].lstrip("-").replace("-", "_")

    def put(self, target: dict[str, object], given: Any) -> None:
        """Sets the member. Refuses a flag that contradicts another."""
        if given is None or (given is False and self.default is False):
            return
        if self.within is not None:
            target = cast("dict[str, object]", target.setdefault(self.within, {}))
        if self.member in target:
            raise typer.BadParameter(
                "it contradicts another flag: give only one of them", param_hint=self.name
            )
        target[self.member] = self.value(given)

    def example(self, value: object) -> str:
        """Returns how a person types a value; nothing for one that has no simple form."""
        if isinstance(value, list):
            text = f" {self.name} ".join(shlex.quote(str(each)) for each in value)
            return f"{self.name} {text}"
        is_simple = isinstance(value, str | int) and not isinstance(value, bool)
        return f"{self.name} {shlex.quote(str(value))}" if is_simple else ""


def flags_of(type_: Any, command: Command, replaced: set[str]) -> list[Flag]:
    """Returns the flags of a query or of a body, without those that others of the same name replace."""
    if type_ in (None, NoQuery):
        return []
    return [flag for flag in _all_flags(type_, command) if flag.parameter not in replaced]


def _all_flags(type_: type[Any], command: Command) -> Iterator[Flag]:
    """Yields the flags of the members, then the switches of the command that belong to them."""
    struct = cast("mi.StructType", mi.type_info(type_))
    names = {field.encode_name for field in struct.fields}
    switches = [switch for switch in command.switches if switch.member in names]
    switched = {switch.member for switch in switches if isinstance(switch.value, bool)}
    for field in struct.fields:
        if issubclass(type_, PageQuery) and field.name in ("limit", "cursor"):
            continue
        if field.encode_name not in switched:
            yield from _flags_of_member(field, names, command)
    for switch in switches:
        yield _switch(switch.flag, switch.member, switch.value, switch.help)
    if issubclass(type_, PageQuery):
        yield Flag("limit", "--limit", Limit, command.listed_max)
        yield Flag("cursor", "--cursor", Cursor)


def _flags_of_member(field: mi.Field, members: set[str], command: Command) -> Iterator[Flag]:
    member = field.encode_name
    [shape, *_] = [each for each in union_members(field.type) if not isinstance(each, mi.NoneType)]
    help_ = _explanation(field, members)
    if isinstance(shape, mi.StructType) and shape.cls is QuotaChanges:
        yield from _quota_flags(member, shape)
        return
    if isinstance(shape, mi.BoolType):
        yield from _bool_flags(member, help_, field.default)
        return
    type_, metavar, value = _typed(shape, member)
    if value is parse_rate_limit:
        help_ += " Written as requests/seconds or requests/seconds/burst, such as 600/60/100."
    help_ = escape(help_ + _bounds(shape, metavar))
    if member == "confirm":
        help_ += " Without it, the command asks for it."
    is_required = (field.required and member != "confirm") or member in command.required
    default = Parameter.empty if is_required else None
    optional = type_ if is_required else type_ | None
    if member in command.arguments:
        argument = typer.Argument(metavar=member.upper(), help=help_)
        yield Flag(member, member, Annotated[optional, argument], default, value)
        return
    name = flag_of(member)
    option = typer.Option(name, metavar=metavar, help=help_)
    yield Flag(member, name, Annotated[optional, option], default, value)


def _typed(shape: mi.Type, member: str) -> tuple[Any, str | None, Callable[[Any], object]]:
    """Returns the type that a person types, what the help calls it, and what makes a value of it."""
    if isinstance(shape, mi.IntType):
        return int, None, _unchanged
    if isinstance(shape, mi.VarTupleType):
        choices = _choices(shape)
        return list[str], _list_metavar(shape, member), split_names if choices else _unchanged
    if isinstance(shape, mi.StructType) and shape.cls is RateLimit:
        return str, "RATE", parse_rate_limit
    if isinstance(shape, mi.DateTimeType):
        return str, "TIME", _unchanged
    if isinstance(shape, mi.CustomType) and not issubclass(shape.cls, Label):
        return str, placeholder(shape.cls, None), _unchanged
    if isinstance(shape, mi.LiteralType):
        shown = "|".join(_choices(shape))
        return str, shown if len(shown) <= _CHOICES_SHOWN_MAX else None, _unchanged
    if isinstance(shape, mi.StrType | mi.CustomType):
        return str, None, _unchanged
    raise TypeError(f"There is no flag for the type of {member}.")


def _bool_flags(member: str, help_: str, default: object) -> Iterator[Flag]:
    """Yields the flags that make a member true or, where it is not so by default, false."""
    name = flag_of(member)
    opposite = f"--no-{name.removeprefix('--')}"
    if default is True:
        both = f"{name}/{opposite}"
        yield Flag(member, both, Annotated[bool, typer.Option(both, help=escape(help_))], True)
        return
    yield _switch(name, member, True, help_)
    if default is not False:
        yield _switch(opposite, member, False, f"The opposite of {name}.")


def _quota_flags(within: str, struct: mi.StructType) -> Iterator[Flag]:
    """Yields a flag for each quota: `--image-quota-mb` in megabytes, `--key-quota` in keys."""
    for field in struct.fields:
        in_bytes = field.encode_name.endswith("Bytes")
        noun = field.encode_name.removesuffix("Bytes").removesuffix("s")
        name = f"--{noun}-quota{'-mb' if in_bytes else ''}"
        help_ = _description(field).replace("Bytes of", "Megabytes of").removesuffix(".")
        help_ = f"{help_}: at most this many, or `default` for what the setting says."
        annotation = Annotated[str | None, typer.Option(name, metavar="N", help=help_)]
        value = partial(parse_quota, flag=name, unit=1_000_000 if in_bytes else 1)
        yield Flag(field.encode_name, name, annotation, None, value, within)


def _switch(name: str, member: str, value: object, help_: str) -> Flag:
    annotation = Annotated[bool, typer.Option(name, help=escape(help_))]
    return Flag(member, name, annotation, False, lambda _: value)


def placeholder(type_: type[Any], name: str | None) -> str:
    """Returns what the help calls a value: VENUE, which may be an alias, and otherwise TENANT_ID or NAME."""
    if issubclass(type_, VenueId):
        return "VENUE"
    if name is None or issubclass(type_, Id):
        return snake_case(type_.__name__).strip("_").upper()
    return name.upper()


def _list_metavar(shape: mi.VarTupleType, member: str) -> str:
    if isinstance(shape.item_type, mi.CustomType):
        return placeholder(shape.item_type.cls, None)
    noun = member.removesuffix("s").upper()
    return f"{noun}[,{noun}]"


def _choices(shape: mi.Type) -> list[str]:
    """Returns the values that a member, or each entry of its list, is limited to."""
    item = shape.item_type if isinstance(shape, mi.VarTupleType) else shape
    literals = [each for each in union_members(item) if isinstance(each, mi.LiteralType)]
    return [str(value) for each in literals for value in each.values]


def _bounds(shape: mi.Type, metavar: str | None) -> str:
    """Returns what the help adds about the values that may be given."""
    if isinstance(shape, mi.IntType):
        return f" At most {shape.le}." if shape.le is not None and shape.le < _ENDLESS else ""
    choices = _choices(shape)
    among = f" Among: {', '.join(choices)}." if choices and metavar != "|".join(choices) else ""
    return f"{among} Repeatable." if isinstance(shape, mi.VarTupleType) else among


def _description(field: mi.Field) -> str:
    """Returns what the API's reference says about a member."""
    shapes = [field.type]
    while shapes:
        shape = shapes.pop(0)
        if isinstance(shape, mi.Metadata):
            if shape.extra_json_schema and "description" in shape.extra_json_schema:
                return str(shape.extra_json_schema["description"])
            shapes.append(shape.type)
        elif isinstance(shape, mi.UnionType):
            shapes += shape.types
    return ""


def _explanation(field: mi.Field, members: set[str]) -> str:
    """Returns the API's description of a member in the words of the command line, with the default."""
    sentences = re.split(r"(?<=[.?]) (?=[A-Z`])", _description(field))
    kept = [each for each in sentences if not _FOR_PROGRAMS.match(each)]
    text = re.sub("^([Tt]rue: |Whether )(.)", lambda found: found[2].upper(), " ".join(kept))
    text = re.sub(": for admin scope|, set by admin scope only", "", text)
    text = re.sub("`([^`]*)`", lambda found: _word(found[1], members), text)
    if isinstance(field.default, str | int) and not isinstance(field.default, bool):
        text += f" Default: {field.default}."
    return text


def _word(word: str, members: set[str]) -> str:
    """Returns what the command line calls a member or an operation."""
    if word in members:
        return flag_of(word)
    return f"`{_COMMAND_NAMES[word]}`" if word in _COMMAND_NAMES else word


_COMMAND_NAMES = {each.operation_id: each.command.name for each in OPERATIONS if each.command}
