"""The commands that follow from the table of operations: which there are, their flags, help and examples."""

import shlex
from typing import Any

import msgspec.inspect as mi
import pytest

from cli.test_main import COMMANDS
from seatpreview.api.operation import MANAGEMENT, NoQuery, Operation
from seatpreview.api.table import OPERATIONS
from seatpreview.cli.problem_text import flag_of, in_commands
from seatpreview.limits.quotas import QuotaChanges

WITHOUT_COMMAND = {
    **dict.fromkeys(("createVenue", "replaceVenue", "importVenue"), "`venues import` reads files"),
    **dict.fromkeys(("listTemplates", "getTemplate"), "`venues templates` and `new` need no database"),
    **dict.fromkeys(("testSeatKeys", "suggestSeatKeys", "learnSeatKeys"), "`seat-keys` reads files"),
    **dict.fromkeys(("redeliver", "redeliverFailed"), "`webhooks redeliver` is both, until none is left"),
    "putImage": "`imagery upload` takes a folder",
    "listChanges": "`changes` follows them",
    **dict.fromkeys(
        ("placeFloorPlan", "findFloorPlanSeats", "replaceAliases"), "drawn and written in the console"
    ),
    **dict.fromkeys(("listRestrictedViews", "listSeatViews"), "for programs, with thousands of entries"),
    **dict.fromkeys(("listGrants", "putGrant", "endGrant", "listAudit"), "in the console and by the API"),
}
"""Operations of Management whose row has no command, and what there is instead."""

WITH_COMMAND = [operation for operation in OPERATIONS if operation.command is not None]

BY_HAND = {
    ("createWebhook", "active"): "--disable",
    ("updateWebhook", "active"): "--enable",
    ("listWebhooks", "active"): "--active",
    ("createWebhook", "url"): "url",
    ("exportVenue", "format"): "--format",
}
"""Members whose flag has another name than the rule would give it."""


def test_every_operation_of_management_has_a_command_or_a_reason_to_have_none() -> None:
    without = {each.operation_id for each in OPERATIONS if each.group == MANAGEMENT and each.command is None}
    assert without == WITHOUT_COMMAND.keys()


@pytest.mark.parametrize("operation", WITH_COMMAND, ids=lambda each: each.operation_id)
def test_every_member_of_a_query_and_of_a_body_has_a_flag(operation: Operation) -> None:
    names = {name for each in command_of(operation).params for name in each.opts}
    is_file = operation.command is not None and operation.command.file
    bodies = () if is_file or operation.body is None else (operation.body,)
    for type_ in (*bodies, *(() if operation.query is NoQuery else (operation.query,))):
        for field in fields_of(type_):
            member = field.encode_name
            wanted = BY_HAND.get((operation.operation_id, member), flag_of(member))
            if member == "quotas":
                assert {f"--{name}" for name in quota_flags()} <= names
            else:
                assert wanted in names


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_example_of_a_command_can_be_parsed(path: tuple[str, ...]) -> None:
    command = COMMANDS[path]
    _, _, text = command.help.partition("Example")
    examples = [line.strip() for line in text.replace("\\\n", " ").splitlines()[1:]]
    assert examples
    for example in examples:
        words = shlex.split(example)
        while "=" in words[0]:
            words = words[1:]  # A setting in front of the command.
        assert tuple(words[: 1 + len(path)]) == ("seatpreview", *path)
        command.make_context(path[-1], words[1 + len(path) :])


@pytest.mark.parametrize("operation", WITH_COMMAND, ids=lambda each: each.operation_id)
def test_the_help_of_flags_speaks_of_flags_and_not_of_json(operation: Operation) -> None:
    for option in command_of(operation).params:
        for word in ("Null", "An extension", "Admin scope", "Whether", "True:", "true:"):
            assert word not in (option.help or ""), option.name


def test_a_request_that_a_sentence_recommends_becomes_a_command() -> None:
    assert in_commands("PUT .../floor-plan stores one.") == "`seatpreview venues floor-plan set` stores one."
    assert in_commands("See GET /manage/nothing.") == "See GET /manage/nothing."


def command_of(operation: Operation) -> Any:
    assert operation.command is not None
    return COMMANDS[tuple(operation.command.name.split())]


def fields_of(type_: Any) -> tuple[mi.Field, ...]:
    shape = mi.type_info(type_)
    assert isinstance(shape, mi.StructType)
    return shape.fields


def quota_flags() -> list[str]:
    return [
        f"{field.encode_name.removesuffix('Bytes')}-quota-mb"
        if field.encode_name.endswith("Bytes")
        else f"{field.encode_name.removesuffix('s')}-quota"
        for field in fields_of(QuotaChanges)
    ]
