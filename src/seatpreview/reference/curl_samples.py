"""Samples for a shell, with curl."""

import shlex
from collections.abc import Iterator
from urllib.parse import quote, urlencode

from seatpreview.reference.literals import json_literal
from seatpreview.reference.sample_calls import IMAGE_NAME, SampleCall


def curl(call: SampleCall) -> str:
    """Returns the command that calls the operation."""
    explanations = call.explanations(*(["ETAG"] if call.operation.takes_if_match else []))
    return "\n".join([*(f"# {text}" for text in explanations), " \\\n  ".join(_arguments(call))])


def _arguments(call: SampleCall) -> Iterator[str]:
    method = "" if call.operation.method == "GET" else f"-X {call.operation.method} "
    yield f"curl {method}{_address(call)}"
    yield f'-H "Authorization: Bearer ${call.credential}"'
    if call.operation.takes_if_match:
        yield '-H "If-Match: $ETAG"'
    if call.sent_file is not None:
        yield f'-H "Content-Type: {call.sent_file.media_type}"'
        yield f"--data-binary @{call.sent_file.name}"
    elif call.body is not None:
        yield '-H "Content-Type: application/json"'
        yield f"-d {shlex.quote(json_literal(call.body, indent='  '))}"
    if call.result_file is not None:
        yield f"-o {call.result_file.name}"


def _address(call: SampleCall) -> str:
    path = call.operation.path.replace("{name}", quote(IMAGE_NAME))
    for name, variable in call.path_arguments.items():
        path = path.replace(f"{{{name}}}", f"${variable}")
    query = f"?{urlencode(call.query, safe='/')}" if call.query else ""
    return f'"{call.base_url}{path}{query}"'
