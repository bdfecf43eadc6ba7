"""Samples in Python, with the package seatpreview-client."""

import re
from collections.abc import Iterator

from seatpreview.reference.literals import LINE_CHARACTERS_MAX, python_literal
from seatpreview.reference.sample_calls import IMAGE_NAME, SampleCall

_INDENT = "    "


def python(call: SampleCall) -> str:
    """Returns a program that calls the operation and prints what it returns."""
    uses_files = call.sent_file is not None or call.result_file is not None
    return "\n".join(
        [
            *(f"# {text}" for text in call.explanations()),
            "import os",
            *(["from pathlib import Path"] if uses_files else []),
            "",
            "from seatpreview_client import Client",
            "",
            f'with Client({python_literal(call.service)}, key=os.environ["{call.credential}"]) as client:',
            *_statements(call),
        ]
    )


def _statements(call: SampleCall) -> Iterator[str]:
    group = call.client_name.group
    if call.operation.takes_if_match:
        yield f"{_INDENT}record = client.{group}.{call.read_method}({', '.join(_path_arguments(call))})"
    called = _call(f"client.{group}.{call.client_name.method}", call)
    if call.is_list:
        yield f"{_INDENT}for entry in {called}:"
        yield f"{_INDENT * 2}print(entry)"
    elif call.result_file is not None:
        yield f"{_INDENT}{call.result_file.noun} = {called}"
        yield f'{_INDENT}Path("{call.result_file.name}").write_bytes({call.result_file.noun})'
    elif call.operation.result is None:
        yield _INDENT + called
    else:
        yield f"{_INDENT}result = {called}"
        yield f"{_INDENT}print(result)"


def _call(function: str, call: SampleCall) -> str:
    arguments = list(_arguments(call))
    line = f"{function}({', '.join(arguments)})"
    if "\n" not in line and len(line) <= LINE_CHARACTERS_MAX:
        return line
    inner = _INDENT * 2
    return f"{function}(\n{inner}" + f",\n{inner}".join(arguments) + f",\n{_INDENT})"


def _arguments(call: SampleCall) -> Iterator[str]:
    """Values of the path by position, everything else by name."""
    yield from _path_arguments(call)
    if call.sent_file is not None:
        yield f'Path("{call.sent_file.name}").read_bytes()'
    if call.operation.takes_if_match:
        yield "if_match=record.etag"
    for name, value in {**call.query, **(call.body or {})}.items():
        yield f"{_snake_case(name)}={python_literal(value, _INDENT * 2)}"


def _path_arguments(call: SampleCall) -> Iterator[str]:
    for name in call.operation.path_types:
        variable = call.path_arguments.get(name)
        yield python_literal(IMAGE_NAME) if variable is None else f'os.environ["{variable}"]'


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
