"""Commands that follow from the table of operations: a row becomes flags, help and output."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from seatpreview.api import local_operations
from seatpreview.api.command import Command
from seatpreview.api.examples import TEXTS, VENUE_ALIAS
from seatpreview.api.operation import Operation
from seatpreview.api.table import OPERATIONS
from seatpreview.cli import confirmation, display, text_files
from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.operation_flags import Flag, flags_of, placeholder
from seatpreview.cli.options import AsJson, takes_settings
from seatpreview.cli.problem_text import snake_case
from seatpreview.results import PageQuery
from seatpreview.settings.settings import Settings
from seatpreview.values.ids import Id, VenueId
from seatpreview.values.validated_text import ValidatedText

_ARGUMENTS = {
    "venueId": "The venue's id, or an alias of it.",
    "version": "The number that `venues versions` shows.",
    "sessionId": "The id that came with the session, or with an event.",
    "name": "The name that `imagery list` shows.",
}
"""What an argument is. Others are ids, which the list of the same group shows."""

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


def _command_of(operation: Operation, command: Command, run: Run) -> Run:
    _, *own = inspect.signature(run).parameters.values()
    replaced = {parameter.name for parameter in own}
    query = flags_of(operation.query, command, replaced)
    body = flags_of(None if command.file else operation.body, command, replaced)

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
        snake_case(name), Annotated[str, typer.Argument(metavar=placeholder(type_, name), help=help_)]
    )


def _file(command: Command) -> Any:
    return typer.Argument(metavar="FILE", help=command.file)


def _keyword(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _help(operation: Operation, command: Command, flags: list[Flag]) -> str:
    examples = list(_examples(operation, command, flags))
    heading = "Example:" if len(examples) == 1 else "Examples:"
    lines = [heading, *(f"  {example}" for example in examples)]
    text = command.help or f"{operation.summary}."
    # Typer would remove the indentation of the only paragraph but the first. A blank line keeps it.
    gap = "\n\n" if "\n\n" in text else "\n\n\n"
    return f"{text}{gap}" + "\n".join(lines)


def _examples(operation: Operation, command: Command, flags: list[Flag]) -> Iterator[str]:
    path = [_path_example(type_) for type_ in operation.path_types.values()]
    start = " ".join(["seatpreview", command.name, *path])
    if command.examples:
        yield from (f"{start} {rest}".rstrip() for rest in command.examples)
        return
    sent = {**operation.query_example, **(operation.body_example or {})}
    typed = [flag.example(sent[flag.member]) for flag in flags if flag.member in sent]
    yield " ".join([start, *filter(None, typed)])


def _path_example(type_: type[ValidatedText]) -> str:
    if type_ is VenueId:
        return VENUE_ALIAS
    [first, *_] = [TEXTS[type_]] if type_ in TEXTS else type_.json_schema["examples"]
    return str(first)


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
