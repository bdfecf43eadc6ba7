"""What `db verify` and `db restore` print for people."""

import typer

from seatpreview.backups.restore import Restored
from seatpreview.backups.restore_losses import ChangePosition, Losses
from seatpreview.backups.verification import Verification, VerifiedPictures
from seatpreview.cli import display
from seatpreview.settings.settings import Settings

REVIVED_KEYS_SHOWN = 100


def print_verification(result: Verification) -> None:
    """Prints the result of a verification, the verdict last."""
    lines = {
        "backup": result.backup,
        "taken": "-" if result.at is None else f"{result.at:%FT%TZ}",
        "revision": result.revision or "-",
        "newest change": _position(result.newest_change),
        "rows": ", ".join(f"{table} {count}" for table, count in result.rows.items()) or "-",
        "signing secret": "yes" if result.holds_signing_secret else "no",
        "pictures": "no" if result.pictures is None else _pictures(result.pictures),
    }
    if result.rows.get("webhooks"):
        lines["webhook key"] = "yes" if result.holds_webhook_key else "no"
    if result.losses is not None:
        lines["changes since"] = _changes(result.losses)
    display.print_lines(lines)
    for remark in result.remarks:
        display.note(remark)
    if result.losses is not None and result.losses.revived_keys:
        display.note("Keys that have ended since then. A restore would make them valid again:")
        for key in result.losses.revived_keys[:REVIVED_KEYS_SHOWN]:
            display.note(f"  {key.key_id}  {key.ended_by}  {key.label}")
        _note_rest(result.losses)
    for fault in result.faults:
        display.note(fault)
    typer.echo("The backup is damaged." if result.faults else "The backup is whole.")


def print_restored(settings: Settings, restored: Restored) -> None:
    """Prints what was restored, and which keys are valid again, with the commands that end them."""
    for replaced in restored.replaced:
        typer.echo(f"The replaced file was kept as {replaced}.")
    if restored.wrote_signing_secret:
        typer.echo("The signing secret was restored.")
    if restored.added_webhook_key:
        typer.echo("The key of webhooks was restored.")
    typer.echo(f"Restored {settings.data_dir} from {restored.backup}.")
    if restored.newest_change is not None:
        typer.echo(f"Its newest change is {_position(restored.newest_change)}.")
    print_losses(restored.losses, f" --data-dir {settings.data_dir}")
    if restored.losses is not None and restored.losses.revived_keys:
        _note_lists(settings, restored)


def print_losses(losses: Losses | None, flags: str = "") -> None:
    """Prints what a restore has lost, and a command with these flags for each key that is valid again."""
    if losses is None:
        display.note(
            "Keys that were revoked after the backup are valid again. The replaced records cannot say which: "
            "take the list from your own notes, and rotate the keys that matter."
        )
        return
    if losses.changes:
        typer.echo(f"Changes that are lost: {_changes(losses)}.")
    if not losses.revived_keys:
        typer.echo("No key that had ended is valid again.")
        return
    display.note("These keys had ended, and are valid again. End them before the service starts:")
    for key in losses.revived_keys[:REVIVED_KEYS_SHOWN]:
        typer.echo(f"  {key.command}{flags}")
    _note_rest(losses)


def _note_lists(settings: Settings, restored: Restored) -> None:
    """Names the command that lists all keys that changed since the backup, by the replaced records."""
    records = [path for path in restored.replaced if path.name.startswith("seatpreview.sqlite.")]
    if records and restored.newest_change is not None:
        since = f"{restored.newest_change.at:%FT%TZ}"
        display.note(
            f"All keys that changed: seatpreview keys list --changed-since {since} --records {records[0]} "
            f"--data-dir {settings.data_dir}"
        )


def _note_rest(losses: Losses) -> None:
    rest = len(losses.revived_keys) - REVIVED_KEYS_SHOWN
    if rest > 0:
        display.note(f"  and {rest} more.")


def _pictures(pictures: VerifiedPictures) -> str:
    return f"{pictures.objects} objects, of which {pictures.read} were read and compared"


def _position(change: ChangePosition | None) -> str:
    return "-" if change is None else f"{change.number} of {change.at:%FT%TZ}"


def _changes(losses: Losses) -> str:
    if not losses.changes:
        return "none"
    total = sum(losses.changes.values())
    kinds = ", ".join(f"{name} {count}" for name, count in losses.changes.items())
    return f"{total} ({kinds})"
