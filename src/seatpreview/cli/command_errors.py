"""What a command says when it cannot do what was asked: sentences for a person, and an exit code."""

import re

from seatpreview.problems import Fault, Problem

FAILED = 1
MISUSED = 2

_FLAGS = {
    "tenantId": "--tenant",
    "allowedOrigins": "--allowed-origin",
    "embedFrameAncestors": "--embed-frame-ancestor",
    "venues": "--venue",
    "groupBy": "--by",
}
_ARGUMENTS = {"keyId": "KEY_ID", "tenantId": "TENANT_ID", "venueId": "VENUE_ID", "name": "NAME"}


class CommandError(Exception):
    """Rises to main.py, which prints the sentences and exits. Expected failures have no traceback."""

    def __init__(self, *sentences: str, exit_code: int = FAILED) -> None:
        super().__init__(*sentences)
        self.sentences = sentences
        self.exit_code = exit_code


def of_problem(problem: Problem) -> CommandError:
    """The API's own words, with flags in the place of members."""
    if not problem.errors:
        return CommandError(problem.detail)
    return CommandError(*(_sentence(fault) for fault in problem.errors))


def _sentence(fault: Fault) -> str:
    detail = fault.detail if fault.detail.endswith((".", "?")) else f"{fault.detail}."
    return f"{_place(fault)} {detail}"


def _place(fault: Fault) -> str:
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
    """The flag that gives a member: allowOriginOnly is --allow-origin-only."""
    return _FLAGS.get(member) or "--" + re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", member)
