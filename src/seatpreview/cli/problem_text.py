"""Turns problems of the API into sentences of the command line, which name flags and commands."""

import re

from seatpreview.problems import Fault, Problem


def snake_case(member: str) -> str:
    """Returns allow_origin_only for allowOriginOnly."""
    return re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", member)


_FLAGS = {
    "tenantId": "--tenant",
    "allowedOrigins": "--allowed-origin",
    "embedFrameAncestors": "--embed-frame-ancestor",
    "venues": "--venue",
    "groupBy": "--by",
}
"""Flags whose names do not follow from the member's."""

_ARGUMENTS = {"venueId": "VENUE", "seat": "SEAT", "name": "NAME", "version": "VERSION"} | {
    name: snake_case(name).upper() for name in ("keyId", "tenantId", "sessionId", "webhookId", "deliveryId")
}
_WORDS = {
    'with PATCH {"status": "active"}': "with `seatpreview keys update KEY_ID --status active`",
    "gracePeriodSeconds": "--grace-period-seconds",
}
"""Parts of the API's sentences, and what the command line says instead."""

_REQUEST = re.compile(r"(GET|PUT|POST|PATCH|DELETE) (\.\.\.)?(/[\w/{}-]+)")
"""A request that a sentence of the API recommends, with the end of its path or all of it."""


def sentences_of(problem: Problem) -> list[str]:
    """Returns what to tell the person at the terminal about a refused request."""
    return [in_commands(_sentence(fault)) for fault in problem.errors] or [in_commands(problem.detail)]


def in_commands(sentence: str) -> str:
    """Replaces requests and members of the API in a sentence by commands and flags."""
    for part, instead in _WORDS.items():
        sentence = sentence.replace(part, instead)
    return _REQUEST.sub(_as_command, sentence)


def _as_command(request: re.Match[str]) -> str:
    """Returns the command that makes the same request; the request, if there is none."""
    from seatpreview.api.table import OPERATIONS

    method, _, path = request.groups()
    for operation in OPERATIONS:
        if operation.command and operation.method == method and operation.path.endswith(path):
            return f"`seatpreview {operation.command.name}`"
    return request[0]


def _sentence(fault: Fault) -> str:
    detail = fault.detail if fault.detail.endswith((".", "?")) else f"{fault.detail}."
    return f"{_subject(fault)} {detail}"


def _subject(fault: Fault) -> str:
    """Returns the argument or flag at fault and, for a list, which of its values."""
    if fault.parameter is not None:
        return _ARGUMENTS.get(fault.parameter) or flag_of(fault.parameter)
    if not fault.pointer:
        return "The request"
    member, *within = fault.pointer.removeprefix("/").split("/")
    if not within:
        return flag_of(member)
    inner = " ".join(f"number {int(part) + 1}" if part.isdecimal() else part for part in within)
    return f"{flag_of(member)} ({inner})"


def flag_of(member: str) -> str:
    """Returns the flag that sets a member of the API: --allow-origin-only for allowOriginOnly."""
    return _FLAGS.get(member) or "--" + snake_case(member).replace("_", "-")
