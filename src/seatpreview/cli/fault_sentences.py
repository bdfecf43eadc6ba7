"""Sentences about input that an operation of the API refuses, in the words of the command line."""

import re

from seatpreview.problems import Fault, Problem

_FLAGS = {
    "tenantId": "--tenant",
    "allowedOrigins": "--allowed-origin",
    "embedFrameAncestors": "--embed-frame-ancestor",
    "venues": "--venue",
    "groupBy": "--by",
}
_ARGUMENTS = {"keyId": "KEY_ID", "tenantId": "TENANT_ID", "venueId": "VENUE", "seat": "SEAT", "name": "NAME"}


def sentences_of(problem: Problem) -> list[str]:
    """Returns the API's own sentences, with the names of flags in place of those of members."""
    return [_sentence(fault) for fault in problem.errors] or [problem.detail]


def _sentence(fault: Fault) -> str:
    detail = fault.detail if fault.detail.endswith((".", "?")) else f"{fault.detail}."
    return f"{_subject(fault)} {detail}"


def _subject(fault: Fault) -> str:
    """Returns the argument or flag at fault and, for a list, which of its values."""
    if fault.parameter is not None:
        return _ARGUMENTS.get(fault.parameter) or _flag(fault.parameter)
    if not fault.pointer:
        return "The request"
    member, *within = fault.pointer.removeprefix("/").split("/")
    if not within:
        return _flag(member)
    inner = " ".join(f"number {int(part) + 1}" if part.isdecimal() else part for part in within)
    return f"{_flag(member)} ({inner})"


def _flag(member: str) -> str:
    """Returns the flag that sets a member of the API: --allow-origin-only for allowOriginOnly."""
    return _FLAGS.get(member) or "--" + re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", member)
