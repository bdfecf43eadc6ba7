"""Commands that follow from the table of operations: a row becomes flags, help and output."""

import inspect
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, cast

import msgspec
import msgspec.inspect as mi
import typer
from rich.markup import escape

from seatpreview.api import local_operations
from seatpreview.api.command import Command
from seatpreview.api.examples import TEXTS, VENUE_ALIAS
from seatpreview.api.operation import NoQuery, Operation
from seatpreview.api.table import OPERATIONS
from seatpreview.cli import confirmation, display, text_files
from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.options import (
    AsJson,
    Cursor,
    Limit,
    parse_quota,
    parse_rate_limit,
    split_names,
    takes_settings,
)
from seatpreview.cli.problem_text import flag_of, snake_case
from seatpreview.decoding.faults import union_members
from seatpreview.limits.model import RateLimit
from seatpreview.limits.quotas import QuotaChanges
from seatpreview.results import PageQuery
from seatpreview.settings.settings import Settings
from seatpreview.values.ids import Id, VenueId
from seatpreview.values.validated_text import Label, ValidatedText

_CHOICES_SHOWN_MAX = 30
"""The length up to which the values of a flag stand beside it. Longer ones are in its explanation."""

_ENDLESS = 1 << 50
"""A bound of integers that no person reaches."""

_ARGUMENTS = {
    "venueId": "The venue's id, or an alias of it.",
    "version": "The number that `venues versions` shows.",
    "sessionId": "The id that came with the session, or with an event.",
    "name": "The name that `imagery list` shows.",
}
"""What an argument is. Others are ids, which the list of the same group shows."""

_FOR_PROGRAMS = re.compile("(Null|Empty|False|Left out|Admin scope|`GET|An extension)\\b")
"""How sentences begin that say what a value means in JSON, or which keys may send it. An operator may all."""


Run = Callable[..., None]
"""What a command does. It takes the Call, then arguments and options that the operation does not have."""


def add_operations(commands: CommandGroup, prefix: str, runs: Mapping[str, Run] | None = None) -> None:
    """Adds the commands of the rows whose names begin with these words.

    `runs` has functions, by operation, for commands that do more than to call it and to show its result.
    """
    for operation in OPERATIONS:
        command = operation.command
        if command is not None and command.name.rpartition(" ")[0] == prefix:
            run = (runs or {}).get(operation.operation_id, _run_and_show)
            commands.command(command.name.rpartition(" ")[2])(_command_of(operation, command, run))


class Call:
    """An operation as a person has called it: what is sent, and how its result is shown."""

    def __init__(
        self, settings: Settings, operation: Operation, command: Command, path: tuple[str, ...], as_json: bool
    ) -> None:
        self.settings = settings
        self.path = path
        self.as_json = as_json
        self.query: dict[str, Any] = {}
        self.body: dict[str, Any] = {}
        self.file: Path | None = None
        self.if_match: str | None = None
        self._operation = operation
        self._command = command

    def run(self) -> Any:
        """Runs the operation, and returns its result. A list is fetched page by page."""
        operation = self._operation
        if issubclass(operation.query, PageQuery):
            filters = {name: value for name, value in self.query.items() if name != "limit"}
            limit = self.query["limit"]
            return local_operations.list_all(
                self.settings, operation.operation_id, limit, filters, *self.path
            )
        body, raw_body = self._bodies()
        return local_operations.run_with_client(
            self.settings,
            lambda client: client.call(
                operation.operation_id,
                *self.path,
                query=self.query,
                body=body,
                raw_body=raw_body,
                if_match=self.if_match,
            ),
        )

    def read(self, operation_id: str) -> Any:
        """Returns what another operation on the same record says."""
        return local_operations.call(self.settings, operation_id, *self.path)

    def printed_as_json(self, result: object) -> bool:
        """Prints the result if --json was given."""
        if self.as_json:
            display.print_json(result)
        return self.as_json

    def show(
        self,
        result: Any,
        left_out: tuple[str, ...] = (),
        computed: Mapping[str, Callable[[Any], object]] | None = None,
    ) -> None:
        """Prints the result: as JSON, as a table, as a line for each member, or that it was done.

        `computed` has functions that make columns of an entry which are no members of it.
        """
        command = self._command
        if command.done:
            typer.echo(command.done.format(**dict(zip(self._operation.path_types, self.path, strict=True))))
        elif command.columns:
            titles = [_title(name) for name in command.columns]
            display.print_list(result, self.as_json, titles, partial(_row, command.columns, computed or {}))
        elif command.members and not self.as_json:
            members = msgspec.to_builtins(result, enc_hook=str)
            display.print_record({name: members[name] for name in command.members}, False, display.NULLS)
        else:
            display.print_record(result, self.as_json, display.NULLS, left_out)

    def _bodies(self) -> tuple[dict[str, object] | None, bytes | None]:
        operation = self._operation
        if self.file is None:
            return (None if operation.body is None else self.body), None
        if operation.body is bytes:
            return None, text_files.read_bytes(self.file, operation.body_bytes_max)
        return text_files.read_object(self.file), None


@dataclass(frozen=True, kw_only=True)
class _Flag:
    """A flag, or an argument, that sets a member of the query or of the body."""

    member: str
    name: str
    annotation: Any
    default: object
    value: Callable[[Any], object]
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


def _command_of(operation: Operation, command: Command, run: Run) -> Run:
    _, *own = inspect.signature(run).parameters.values()
    replaced = {parameter.name for parameter in own}
    query = [each for each in _flags_of(operation.query, command) if each.parameter not in replaced]
    body = [
        each
        for each in _flags_of(None if command.file else operation.body, command)
        if each.parameter not in replaced
    ]

    def act(settings: Settings, **given: Any) -> None:
        path = tuple(given.pop(snake_case(name)) for name in operation.path_types)
        call = Call(settings, operation, command, path, given.pop("json", False))
        call.file = given.pop("file") if command.file else None
        for flags, target in ((query, call.query), (body, call.body)):
            for flag in flags:
                flag.put(target, given.pop(flag.parameter))
        if "confirm" in operation.query.__struct_fields__ and "confirm" not in call.query:
            call.query["confirm"] = confirmation.typed_name(_noun(operation), path[-1])
        run(call, **given)

    parameters = [
        inspect.Parameter("settings", inspect.Parameter.POSITIONAL_OR_KEYWORD),
        *(_path_parameter(name, type_, command) for name, type_ in operation.path_types.items()),
        *([_keyword("file", Annotated[Path, _file(command)])] if command.file else []),
        *(_keyword(each.parameter, each.annotation, each.default) for each in (*body, *query)),
        *(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own),
        *([] if operation.result in (None, bytes) else [_keyword("json", AsJson, False)]),
    ]
    act.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # PEP 362 has it
    act.__doc__ = _help(operation, command, [*body, *query])
    settings = ("data_dir", "database_url", *(("object_store_url",) if command.takes_object_store else ()))
    return takes_settings(*settings)(act)


def _run_and_show(call: Call) -> None:
    call.show(call.run())


def _path_parameter(name: str, type_: type[ValidatedText], command: Command) -> inspect.Parameter:
    shown_by = " ".join(command.name.split()[:-1])
    help_ = _ARGUMENTS.get(name, f"The id that `seatpreview {shown_by} list` shows.")
    return _keyword(
        snake_case(name), Annotated[str, typer.Argument(metavar=_metavar(type_, name), help=help_)]
    )


def _file(command: Command) -> Any:
    return typer.Argument(metavar="FILE", help=command.file)


def _keyword(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _flags_of(type_: Any, command: Command) -> Iterator[_Flag]:
    """Yields the flags of a query or of a body, and the switches of the command that belong to it."""
    if type_ in (None, NoQuery):
        return
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
        yield _flag("limit", "--limit", Limit, command.listed_max)
        yield _flag("cursor", "--cursor", Cursor)


def _flags_of_member(field: mi.Field, members: set[str], command: Command) -> Iterator[_Flag]:
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
    default = inspect.Parameter.empty if is_required else None
    optional = type_ if is_required else type_ | None
    if member in command.arguments:
        argument = typer.Argument(metavar=member.upper(), help=help_)
        yield _flag(member, member, Annotated[optional, argument], default, value)
        return
    name = flag_of(member)
    option = typer.Option(name, metavar=metavar, help=help_)
    yield _flag(member, name, Annotated[optional, option], default, value)


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
        return str, _metavar(shape.cls, None), _unchanged
    shown = "|".join(_choices(shape))
    return str, shown if 0 < len(shown) <= _CHOICES_SHOWN_MAX else None, _unchanged


def _bool_flags(member: str, help_: str, default: object) -> Iterator[_Flag]:
    """Yields the flags that make a member true or, where it is not so by default, false."""
    name = flag_of(member)
    opposite = f"--no-{name.removeprefix('--')}"
    if default is True:
        both = f"{name}/{opposite}"
        yield _flag(member, both, Annotated[bool, typer.Option(both, help=escape(help_))], True)
        return
    yield _switch(name, member, True, help_)
    if default is not False:
        yield _switch(opposite, member, False, f"The opposite of {name}.")


def _quota_flags(within: str, struct: mi.StructType) -> Iterator[_Flag]:
    """Yields a flag for each quota: `--image-quota-mb` in megabytes, `--key-quota` in keys."""
    for field in struct.fields:
        in_bytes = field.encode_name.endswith("Bytes")
        noun = field.encode_name.removesuffix("Bytes").removesuffix("s")
        name = f"--{noun}-quota{'-mb' if in_bytes else ''}"
        help_ = _description(field).replace("Bytes of", "Megabytes of").removesuffix(".")
        help_ = f"{help_}: at most this many, or `default` for what the setting says."
        annotation = Annotated[str | None, typer.Option(name, metavar="N", help=help_)]
        value = partial(parse_quota, flag=name, unit=1_000_000 if in_bytes else 1)
        yield _flag(field.encode_name, name, annotation, None, value, within)


def _switch(name: str, member: str, value: object, help_: str) -> _Flag:
    annotation = Annotated[bool, typer.Option(name, help=escape(help_))]
    return _flag(member, name, annotation, False, lambda _: value)


def _flag(
    member: str,
    name: str,
    annotation: Any,
    default: object = None,
    value: Callable[[Any], object] | None = None,
    within: str | None = None,
) -> _Flag:
    return _Flag(
        member=member,
        name=name,
        annotation=annotation,
        default=default,
        value=value or _unchanged,
        within=within,
    )


def _unchanged(given: Any) -> object:
    return given


def _metavar(type_: type[Any], name: str | None) -> str:
    """Returns what the help calls a value: VENUE, which may be an alias, and otherwise TENANT_ID or NAME."""
    if issubclass(type_, VenueId):
        return "VENUE"
    if name is None or issubclass(type_, Id):
        return snake_case(type_.__name__).strip("_").upper()
    return name.upper()


def _list_metavar(shape: mi.VarTupleType, member: str) -> str:
    if isinstance(shape.item_type, mi.CustomType):
        return _metavar(shape.item_type.cls, None)
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


def _help(operation: Operation, command: Command, flags: list[_Flag]) -> str:
    examples = list(_examples(operation, command, flags))
    heading = "Example:" if len(examples) == 1 else "Examples:"
    lines = [heading, *(f"  {example}" for example in examples)]
    return f"{command.help or f'{operation.summary}.'}\n\n" + "\n".join(lines)


def _examples(operation: Operation, command: Command, flags: list[_Flag]) -> Iterator[str]:
    path = [_path_example(type_) for type_ in operation.path_types.values()]
    start = " ".join(["seatpreview", command.name, *path])
    if command.examples:
        yield from (f"{start} {rest}".rstrip() for rest in command.examples)
        return
    sent = {**operation.query_example, **(operation.body_example or {})}
    typed = [_typed_example(flag, sent[flag.member]) for flag in flags if flag.member in sent]
    yield " ".join([start, *filter(None, typed)])


def _path_example(type_: type[ValidatedText]) -> str:
    if type_ is VenueId:
        return VENUE_ALIAS
    [first, *_] = [TEXTS[type_]] if type_ in TEXTS else type_.json_schema["examples"]
    return str(first)


def _typed_example(flag: _Flag, value: object) -> str:
    """Returns how a person types a value; nothing for one that has no simple form."""
    if isinstance(value, list):
        text = f" {flag.name} ".join(shlex.quote(str(each)) for each in value)
        return f"{flag.name} {text}"
    is_simple = isinstance(value, str | int) and not isinstance(value, bool)
    return f"{flag.name} {shlex.quote(str(value))}" if is_simple else ""


def _noun(operation: Operation) -> str:
    """Returns what the last parameter of the path identifies."""
    *_, type_ = operation.path_types.values()
    return type_.noun if issubclass(type_, Id) else "record"


def _title(member: str) -> str:
    """Returns the heading of a column: KEY for keyId, CREATED for createdAt, LAST USED for lastUsedAt."""
    return snake_case(member).removesuffix("_id").removesuffix("_at").replace("_", " ").upper()


def _row(
    columns: tuple[str, ...], computed: Mapping[str, Callable[[Any], object]], entry: Any
) -> list[object]:
    return [
        computed[name](entry) if name in computed else display.cell(name, getattr(entry, snake_case(name)))
        for name in columns
    ]
