"""Generates pages of docs/ from the code: operations, problem codes, settings and the command line."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from seatpreview.api.operation import Operation
from seatpreview.api.table import GROUPS, OPERATIONS
from seatpreview.observability import metric_table
from seatpreview.observability.measurements import SECONDS
from seatpreview.observability.metric_table import Metric
from seatpreview.problems import CATALOGUE, Problem
from seatpreview.reference.problem_explanations import EXPLANATIONS
from seatpreview.settings.setting_values import text_of, variable
from seatpreview.settings.settings import Settings


def operations_page() -> str:
    """Returns docs/operations.md: a table of operations for each group."""
    return "\n".join(["# Operations", "", *_INTRODUCTION_TO_OPERATIONS, *_groups()])


_INTRODUCTION_TO_OPERATIONS = [
    "Paths are below the base address, which ends in `/v1`. A running service describes each operation in",
    "full at `/docs`, and for programs at `/v1/openapi.json`. Extensions are additions to the interface.",
    "",
    "A key that is limited to `groups` (an extension) may call an operation if it has one of the groups",
    "in the last column; otherwise the response is 403 `scope_insufficient`. A session's token needs none.",
    "",
]


def problems_page() -> str:
    """Returns docs/problems.md: every code, what it means, and what to do next."""
    return "\n".join(
        ["# Problem codes", "", *_INTRODUCTION_TO_PROBLEMS, *_codes(), *_explanations(), *_SERVER_RESPONSES]
    )


_INTRODUCTION_TO_PROBLEMS = [
    "Every error has a body of the type `application/problem+json` (RFC 9457). Programs can rely on its",
    "`code`; its `detail` says what to do next, and `errors` lists every fault of the request at once, each",
    "with a JSON Pointer into the body or the name of a parameter.",
    "",
]


_SERVER_RESPONSES = [
    "## Responses of the server itself",
    "",
    "What is not HTTP never reaches the service. The server answers it without a body, with the headers",
    "`connection: close` and `content-length: 0`, and closes the connection:",
    "",
    "| Status | Sent for |",
    "| --- | --- |",
    "| `400 Bad Request` | a request line, a header or a length that is not valid HTTP/1.1 |",
    "| `414 URI Too Long` | an address of more than 64 KiB |",
    "| `431 Request Header Fields Too Large` | more than 100 headers over HTTP/1.1 |",
    "| `431` over HTTP/2 | more than 64 KiB of headers; there are no other headers, the connection goes on |",
    "",
    "The service speaks HTTP/2 over TLS alone, and only with `SEATPREVIEW_HTTP2=true`; otherwise it closes",
    "a connection that begins with it. A connection whose headers take longer than 30 seconds is closed",
    "without a response.",
    "",
]


def _groups() -> Iterator[str]:
    for name, text in GROUPS.items():
        yield from (f"## {name}", "", text, "")
        yield from _table(["Method", "Path", "Operation", "Who may call", "Groups", "What it does"])
        yield from (_row(operation) for operation in OPERATIONS if operation.group == name)
        yield ""


def _row(operation: Operation) -> str:
    extension = " (extension)" if operation.is_extension else ""
    return _line(
        operation.method,
        f"`{operation.path}`",
        f"`{operation.operation_id}`{extension}",
        operation.needs.value,
        " or ".join(f"`{group}`" for group in operation.documented_groups) or "any",
        operation.summary,
    )


def _codes() -> Iterator[str]:
    yield from _table(["Status", "Code", "Meaning"])
    for problem in CATALOGUE:
        yield _line(str(problem.status), f"[`{problem.code}`](#{problem.code})", problem.title)
    yield ""


def _explanations() -> Iterator[str]:
    for problem in CATALOGUE:
        yield from _explanation(problem)


def _explanation(problem: type[Problem]) -> Iterator[str]:
    meaning, remedy = EXPLANATIONS[problem]
    yield from (f"## {problem.code}", "", f"**{problem.status}** {problem.title}. {meaning}", "", remedy, "")


def _table(titles: list[str]) -> Iterator[str]:
    yield _line(*titles)
    yield _line(*("---" for _ in titles))


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def settings_page() -> str:
    """Returns docs/settings.md: every setting, its default and what it means."""
    lines = [
        "# Settings",
        "",
        "Environment variables, and flags of `seatpreview serve` with the same names: `SEATPREVIEW_PORT` is",
        "`--port`. A flag comes before the environment. A variable with the prefix `SEATPREVIEW_` that is",
        "not a setting is refused at start, so that a mistyped one is noticed.",
        "",
        "| Variable | Default | Meaning |",
        "| --- | --- | --- |",
    ]
    for item in fields(Settings):
        default = text_of(item.default)
        shown = f"`{default}`" if default else ""
        lines.append(f"| `{variable(item.name)}` | {shown} | {item.metadata['meaning']} |")
    return "\n".join([*lines, ""])


def metrics_page() -> str:
    """Returns docs/metrics.md: every metric, its labels and what it means."""
    lines = [
        "# Metrics",
        "",
        "Every metric at `/metrics` of the metrics listener, in the format of Prometheus.",
        "[Monitor it](monitoring.md) says how to use them. A counter ends in `_total` and only grows; a",
        "gauge goes up and down; a histogram counts seconds, with `_bucket`, `_sum` and `_count`, in buckets",
        f"up to {SECONDS[-1]} seconds. With several workers, one number stands for all of them: their sum,",
        "unless the table says otherwise. Gauges of a worker that ended vanish with it.",
        "",
    ]
    for part, metrics in metric_table.PARTS.items():
        lines += [f"## {part}", "", *_table(["Metric", "Kind", "Labels", "Meaning"])]
        lines += [*map(_metric_row, metrics), ""]
    lines += ["## Values of labels", ""]
    for label, meanings in metric_table.LABEL_VALUES.items():
        lines += [f"`{label}`:", ""]
        lines += [*(f"- `{value}`: {meaning}." for value, meaning in meanings.items()), ""]
    lines += ["`outcome` of a delivery to a webhook:", ""]
    outcomes = metric_table.DELIVERY_OUTCOMES.items()
    lines += [*(f"- `{value}`: {meaning}." for value, meaning in outcomes), ""]
    lines += [
        "`operation` is an [operation of the API](operations.md), or one of:",
        "",
        *(f"- `{page}`: {meaning}." for page, meaning in metric_table.PAGES.items()),
        "",
        "`part` and `cause` say what fails and why: [the alerts](monitoring.md#seatpreviewdatabasefails)",
        "explain them.",
        "",
    ]
    return "\n".join(lines)


def _metric_row(metric: Metric) -> str:
    workers = {"sum": "", "largest": " The largest of all workers.", "each": " One for each worker."}
    labels = dict.fromkeys((*metric.labels, *(("pid",) if metric.workers == "each" else ())))
    shown = ", ".join(f"`{label}`" for label in labels)
    return _line(f"`{metric.name}`", metric.kind, shown, metric.meaning + workers[metric.workers])


def command_line_page(command: Any) -> str:
    """Returns docs/command-line.md: every command, its arguments and options."""
    lines = [
        "# Command line",
        "",
        "`seatpreview --help` and `seatpreview COMMAND --help` say the same at a terminal. Commands that",
        "touch the database call the operations of the API as the operator, and find it by `--data-dir` or",
        "`--database-url`, or by the [settings](settings.md). With `--json` they print the API's own JSON.",
        "",
    ]
    found = list(_commands(command, "seatpreview"))
    rows = [_line(f"[`{path}`](#{_anchor(path, each)})", _summary(each)) for path, each in found]
    details = [line for path, each in found for line in _command(each, path)]
    return "\n".join([*lines, *_table(["Command", "What it does"]), *rows, "", *details])


def _commands(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    for name, child in getattr(command, "commands", {}).items():
        if hasattr(child, "commands"):
            yield from _commands(child, f"{path} {name}")
        else:
            yield f"{path} {name}", child


def _summary(command: Any) -> str:
    return " ".join(inspect.cleandoc(command.help or "").partition("\n\n")[0].split())


def _usage(path: str, command: Any) -> str:
    """Returns the command with its arguments."""
    arguments = [
        _placeholder(parameter) for parameter in command.params if not parameter.opts[0].startswith("-")
    ]
    return " ".join([path, *arguments])


def _anchor(path: str, command: Any) -> str:
    """Returns the address of a command's heading within the page, as GitHub makes it."""
    return re.sub(r"[^a-z0-9 _-]", "", _usage(path, command).lower()).replace(" ", "-")


def _command(command: Any, path: str) -> Iterator[str]:
    _, _, rest = inspect.cleandoc(command.help or "").partition("\n\n")
    explanation, *examples = re.split(r"Examples?:", rest, maxsplit=1)
    yield from (f"## `{_usage(path, command)}`", "", _summary(command), "")
    if explanation.strip():
        yield from (" ".join(explanation.split()), "")
    for text in examples:
        yield from ("```sh", *(line.strip() for line in text.strip().splitlines()), "```", "")
    options = [parameter for parameter in command.params if parameter.opts[0].startswith("-")]
    taken = [f"`{option.opts[0]}`" for option in options if option.envvar]
    options = [option for option in options if not option.envvar]
    if len(taken) == len(fields(Settings)):
        yield from ("It takes a flag for each of the [settings](settings.md).", "")
    elif taken:
        yield from (f"It takes these [settings](settings.md): {', '.join(taken)}.", "")
    if options:
        yield from ("| Option | Meaning |", "| --- | --- |")
        yield from (f"| `{' '.join(_spelling(option))}` | {option.help or ''} |" for option in options)
        yield ""


def _placeholder(argument: Any) -> str:
    """Returns how the usage line shows an argument: in brackets, if it may be left out."""
    name: str = argument.metavar or argument.name.upper()
    return name if argument.required or name.startswith("[") else f"[{name}]"


def _spelling(option: Any) -> Iterator[str]:
    yield "/".join([*option.opts[:1], *option.secondary_opts])
    if option.metavar:
        yield option.metavar.replace("|", "\\|")
