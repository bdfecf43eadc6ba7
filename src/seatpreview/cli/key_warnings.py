"""Warnings of the commands about keys, for keys that pages use by their id, without the secret."""

import typer

from seatpreview.cli import display
from seatpreview.cli.problem_text import in_commands
from seatpreview.keys.model import GRACE_SECONDS_MAX, ApiKey, RotatedKey


def ask_for_grace(key: ApiKey) -> int | None:
    """Proposes the longest grace period for a key that pages may name. Returns None for the default."""
    if not key.allow_origin_only:
        return None
    display.note(f"Pages may use this key without its secret: {_recent_requests(key)}.")
    display.note("The replacement has another id, and pages have to name it before the old key ends.")
    wants_week = typer.confirm("Let the old key work for seven days, instead of one?", default=True, err=True)
    return GRACE_SECONDS_MAX if wants_week else None


def note_warnings(rotated: RotatedKey) -> None:
    """Prints what to do after a rotation, with the element that pages need."""
    for warning in rotated.warnings:
        display.note(f"\n{in_commands(warning.detail)}")
    if rotated.warnings:
        display.note(f'\n  <seat-preview venue="..." key-id="{rotated.key_id}" seat="..."></seat-preview>\n')
        display.note(f"Pages that still name the old id: seatpreview keys show {rotated.previous.key_id}")


def note_pages(key: ApiKey) -> None:
    """Says which pages a revoke takes down, where pages use the key."""
    if key.kind == "keyless" or key.allow_origin_only:
        display.note(
            f"Pages may use this key without a secret: {_recent_requests(key)}. "
            "They show no views once it is revoked."
        )


def note_replacement(replacement_id: str | None) -> None:
    """Offers to revoke the replacement, after the revoke of the old key was cancelled."""
    if replacement_id is not None:
        display.note(
            f"The replacement {replacement_id} still works. If nothing uses it, revoke it: "
            f"seatpreview keys revoke {replacement_id}"
        )


def _recent_requests(key: ApiKey) -> str:
    uses = key.uses_without_secret
    if not isinstance(uses, tuple):
        return "none has done so in the last 14 days"
    requests = sum(each.requests for each in uses)
    counted = "1 request" if requests == 1 else f"{requests:,} requests"
    return f"{counted} since {uses[-1].day}, the latest on {uses[0].day}"
