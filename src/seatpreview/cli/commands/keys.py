"""seatpreview keys: what its commands do besides calling an operation of the API."""

from pathlib import Path
from typing import Annotated

import typer

from seatpreview.backups.changed_keys import list_changed_keys
from seatpreview.cli import confirmation, display
from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.operation_commands import Call, add_operations
from seatpreview.cli.options import parse_time
from seatpreview.cli.problem_text import in_commands
from seatpreview.keys.model import GRACE_SECONDS_MAX, ApiKey, RotatedKey

commands = CommandGroup()

_FILTERS_OF_CHANGES = {"status", "tenantId", "limit"}
"""Filters that go with --changed-since."""


def list_(
    call: Call,
    changed_since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Only keys that changed since this time, by the audit list."),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="With --changed-since: read these records instead of the service's, such as a file that "
            "`db restore` has replaced.",
        ),
    ] = None,
) -> None:
    if changed_since is None and records is None:
        call.show(call.run())
        return
    if changed_since is None:
        raise typer.BadParameter("goes with --changed-since", param_hint="--records")
    others = [f"--{member}" for member in call.query if member not in _FILTERS_OF_CHANGES]
    if others:
        raise typer.BadParameter("does not go with --changed-since", param_hint=others[0])
    _list_changed(call, changed_since, records)


def update(call: Call) -> None:
    replacement_id = call.read("getKey").rotated_to if "status" in call.body else None
    call.show(call.run())
    if replacement_id is not None and not call.as_json:
        display.note(
            f"The replacement {replacement_id} still works. If nothing uses it, revoke it: "
            f"seatpreview keys revoke {replacement_id}"
        )


def rotate(call: Call) -> None:
    if not call.body and confirmation.has_terminal() and _wants_a_week(call.read("getKey")):
        call.body["gracePeriodSeconds"] = GRACE_SECONDS_MAX
    key = call.run()
    call.show(key, left_out=("warnings",))
    if not call.as_json:
        _note_warnings(key)


def revoke(
    call: Call, yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False
) -> None:
    if not yes:
        confirmation.check_can_ask()
        _confirm_revoke(call.read("getKey"))
    call.show(call.run())


def _list_changed(call: Call, since: str, records: Path | None) -> None:
    keys = list_changed_keys(
        call.settings,
        parse_time(since, "--changed-since"),
        records=records,
        status=call.query.get("status"),
        tenant_id=call.query.get("tenantId"),
        limit=call.query["limit"],
    )
    display.print_list(
        keys,
        call.as_json,
        ("KEY", "TENANT", "CHANGED", "STATUS", "WHAT", "LABEL"),
        lambda key: (
            key.key_id,
            display.cell("tenantId", key.tenant_id),
            f"{key.changed_at:%FT%TZ}",
            key.status,
            ",".join(key.actions),
            key.label,
        ),
    )


def _wants_a_week(key: "ApiKey") -> bool:
    """Proposes the longest grace period for a key that pages may name."""
    if not key.allow_origin_only:
        return False
    display.note(f"Pages may use this key without its secret: {_recent_requests(key)}.")
    display.note("The replacement has another id, and pages have to name it before the old key ends.")
    return typer.confirm("Let the old key work for seven days, instead of one?", default=True, err=True)


def _note_warnings(rotated: "RotatedKey") -> None:
    """Prints what to do after a rotation, with the element that pages need."""
    for warning in rotated.warnings:
        display.note(f"\n{in_commands(warning.detail)}")
    if rotated.warnings:
        display.note(f'\n  <seat-preview venue="..." key-id="{rotated.key_id}" seat="..."></seat-preview>\n')
        display.note(f"Pages that still name the old id: seatpreview keys show {rotated.previous.key_id}")


def _confirm_revoke(key: "ApiKey") -> None:
    """Asks before a revoke, and says which pages it takes down."""
    if key.kind == "keyless" or key.allow_origin_only:
        display.note(
            f"Pages may use this key without a secret: {_recent_requests(key)}. "
            "They show no views once it is revoked."
        )
    label = f" '{key.label}'" if key.label else ""
    hint = f" (ends in {key.hint})" if key.hint else ""
    typer.confirm(f"Revoke {key.key_id}{label}{hint} forever?", abort=True)


def _recent_requests(key: "ApiKey") -> str:
    uses = key.uses_without_secret
    if not isinstance(uses, tuple):
        return "none has done so in the last 14 days"
    requests = sum(each.requests for each in uses)
    counted = "1 request" if requests == 1 else f"{requests:,} requests"
    return f"{counted} since {uses[-1].day}, the latest on {uses[0].day}"


add_operations(
    commands, "keys", {"listKeys": list_, "updateKey": update, "rotateKey": rotate, "revokeKey": revoke}
)
