"""seatpreview keys: who may ask. Every command calls the API's own operation, as the operator."""

import sys
from typing import Annotated, Any

import typer

from seatpreview.cli.options import (
    LIST_MAX,
    AsJson,
    Cursor,
    Limit,
    RateLimit,
    rate_limit_of,
    sent,
    takes_settings,
)
from seatpreview.settings import Settings

commands = typer.Typer(no_args_is_help=True)

KeyIdArgument = Annotated[str, typer.Argument(metavar="KEY_ID", help="As `keys list` shows it.")]
Label = Annotated[str | None, typer.Option(help="What people call the key.")]
AllowedOrigins = Annotated[
    list[str] | None,
    typer.Option("--allowed-origin", metavar="ORIGIN", help="An origin whose pages may use it. Repeatable."),
]
AllowOriginOnly = Annotated[
    bool, typer.Option("--allow-origin-only", metavar="", help="An allowed origin needs no secret.")
]
FrameAncestors = Annotated[
    list[str] | None,
    typer.Option(
        "--embed-frame-ancestor", metavar="SOURCE", help="Where the viewer may be embedded. Repeatable."
    ),
]
Venues = Annotated[
    list[str] | None,
    typer.Option("--venue", metavar="VENUE_ID", help="A venue to which it is restricted. Repeatable."),
]
NoVenues = Annotated[bool, typer.Option("--no-venues", metavar="", help="Restrict it to no venue at all.")]
Status = Annotated[str | None, typer.Option(help="active or revoked.")]
Kind = Annotated[str | None, typer.Option(help="secret or keyless.")]

_NULLS = {"venues": "all", "rateLimit": "the service's default"}


@commands.command()
@takes_settings("data_dir", "database_url")
def create(
    settings: Settings,
    scope: Annotated[str | None, typer.Option(help="admin or tenant (the default).")] = None,
    kind: Annotated[str | None, typer.Option(help="secret (the default) or keyless.")] = None,
    tenant: Annotated[
        str | None, typer.Option(metavar="TENANT_ID", help="Whose it is; an admin key has none.")
    ] = None,
    label: Label = None,
    allowed_origin: AllowedOrigins = None,
    allow_origin_only: AllowOriginOnly = False,
    embed_frame_ancestor: FrameAncestors = None,
    venue: Venues = None,
    no_venues: NoVenues = False,
    rate_limit: RateLimit = None,
    json: AsJson = False,
) -> None:
    """Make a key. Its plaintext is shown once.

    Examples:
      seatpreview keys create --scope admin
      seatpreview keys create --tenant ten_8FzQ2mL0vTn4XcRy6KsW --label "Box office"
    """
    from seatpreview.cli import display, operations

    body = sent(
        scope=scope,
        kind=kind,
        tenantId=tenant,
        label=label,
        allowedOrigins=allowed_origin,
        embedFrameAncestors=embed_frame_ancestor,
        venues=venue,
        rateLimit=rate_limit_of(rate_limit),
    )
    _put(body, "--allow-origin-only", allow_origin_only, "allowOriginOnly", True)
    _put(body, "--no-venues", no_venues, "venues", [])
    key = operations.ask(settings, "createKey", sent=body)
    display.print_answer(key, json, _NULLS)


@commands.command("list")
@takes_settings("data_dir", "database_url")
def list_(
    settings: Settings,
    status: Status = None,
    kind: Kind = None,
    venue: Annotated[
        str | None, typer.Option(metavar="VENUE_ID", help="Keys that may use this venue.")
    ] = None,
    origin: Annotated[str | None, typer.Option(help="Keys that allow this origin.")] = None,
    label: Annotated[str | None, typer.Option(help="Part of the label, in any case.")] = None,
    tenant: Annotated[str | None, typer.Option(metavar="TENANT_ID", help="Keys of this tenant.")] = None,
    limit: Limit = LIST_MAX,
    cursor: Cursor = None,
    json: AsJson = False,
) -> None:
    """List keys, newest first.

    Example:
      seatpreview keys list --status active --kind keyless
    """
    from seatpreview.cli import display, operations

    filters = sent(
        status=status, kind=kind, venue=venue, origin=origin, label=label, tenantId=tenant, cursor=cursor
    )
    found = operations.ask_for_all(settings, "listKeys", limit, filters)
    display.print_list(
        found,
        json,
        ("KEY", "TENANT", "KIND", "STATUS", "LABEL"),
        lambda key: (key.key_id, key.tenant_id or "(admin)", key.kind, key.status, key.label),
    )


@commands.command()
@takes_settings("data_dir", "database_url")
def show(
    settings: Settings,
    key_id: KeyIdArgument,
    json: AsJson = False,
) -> None:
    """Show a key, without its plaintext, which nobody has.

    Example:
      seatpreview keys show key_4nQ8RzT1cYw6LmKs0VxB
    """
    from seatpreview.cli import display, operations

    key = operations.ask(settings, "getKey", key_id)
    display.print_answer(key, json, _NULLS)


@commands.command()
@takes_settings("data_dir", "database_url")
def update(
    settings: Settings,
    key_id: KeyIdArgument,
    label: Label = None,
    allowed_origin: AllowedOrigins = None,
    clear_allowed_origins: Annotated[
        bool, typer.Option("--clear-allowed-origins", metavar="", help="Allow no origin in particular.")
    ] = False,
    allow_origin_only: AllowOriginOnly = False,
    no_allow_origin_only: Annotated[
        bool, typer.Option("--no-allow-origin-only", metavar="", help="Every use needs the secret.")
    ] = False,
    embed_frame_ancestor: FrameAncestors = None,
    clear_embed_frame_ancestors: Annotated[
        bool, typer.Option("--clear-embed-frame-ancestors", metavar="", help="Let nobody embed the viewer.")
    ] = False,
    venue: Venues = None,
    no_venues: NoVenues = False,
    all_venues: Annotated[
        bool, typer.Option("--all-venues", metavar="", help="Restrict it to no venues but its tenant's.")
    ] = False,
    rate_limit: RateLimit = None,
    clear_rate_limit: Annotated[
        bool, typer.Option("--clear-rate-limit", metavar="", help="Back to the service's default.")
    ] = False,
    status: Annotated[
        str | None, typer.Option(help="active: cancel the revoke that a rotation has scheduled.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Change a key. What is not named stays as it is; a list that is named is replaced whole.

    Examples:
      seatpreview keys update key_4nQ8RzT1cYw6LmKs0VxB --label "Web shop"
      seatpreview keys update key_4nQ8RzT1cYw6LmKs0VxB --status active
    """
    from seatpreview.cli import display, operations

    body = sent(
        label=label,
        allowedOrigins=allowed_origin,
        embedFrameAncestors=embed_frame_ancestor,
        venues=venue,
        rateLimit=rate_limit_of(rate_limit),
        status=status,
    )
    _put(body, "--clear-allowed-origins", clear_allowed_origins, "allowedOrigins", [])
    _put(body, "--allow-origin-only", allow_origin_only, "allowOriginOnly", True)
    _put(body, "--no-allow-origin-only", no_allow_origin_only, "allowOriginOnly", False)
    _put(body, "--clear-embed-frame-ancestors", clear_embed_frame_ancestors, "embedFrameAncestors", [])
    _put(body, "--no-venues", no_venues, "venues", [])
    _put(body, "--all-venues", all_venues, "venues", None)
    _put(body, "--clear-rate-limit", clear_rate_limit, "rateLimit", None)
    key = operations.ask(settings, "updateKey", key_id, sent=body)
    display.print_answer(key, json, _NULLS)


@commands.command()
@takes_settings("data_dir", "database_url")
def rotate(
    settings: Settings,
    key_id: KeyIdArgument,
    grace_period_seconds: Annotated[
        int | None,
        typer.Option(help="How long the old key still works: 86400, unless told. 0 after a leak."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Replace a key by a new one with the same attributes. Its plaintext is shown once.

    Example:
      seatpreview keys rotate key_4nQ8RzT1cYw6LmKs0VxB --grace-period-seconds 3600
    """
    from seatpreview.cli import display, operations

    body = sent(gracePeriodSeconds=grace_period_seconds)
    key = operations.ask(settings, "rotateKey", key_id, sent=body)
    display.print_answer(key, json, _NULLS)


@commands.command()
@takes_settings("data_dir", "database_url")
def revoke(
    settings: Settings,
    key_id: KeyIdArgument,
    yes: Annotated[bool, typer.Option("--yes", metavar="", help="Do not ask first.")] = False,
) -> None:
    """Revoke a key, at once and for good.

    Example:
      seatpreview keys revoke key_4nQ8RzT1cYw6LmKs0VxB
    """
    from seatpreview.cli import operations

    if not yes:
        _confirm(operations.ask(settings, "getKey", key_id))
    operations.ask(settings, "revokeKey", key_id)
    typer.echo(f"{key_id} is revoked.")


def _put(body: dict[str, object], flag: str, is_given: bool, member: str, value: object) -> None:
    """A flag that stands for null or an empty list."""
    if not is_given:
        return
    if member in body:
        raise typer.BadParameter("it contradicts another flag; give one of them", param_hint=flag)
    body[member] = value


def _confirm(key: Any) -> None:
    """Revoking cannot be undone, so where nobody can be asked, it takes --yes."""
    if not _can_ask():
        raise typer.BadParameter("is needed where no terminal can ask", param_hint="--yes")
    label = f" '{key.label}'" if key.label else ""
    typer.confirm(f"Revoke {key.key_id}{label} (ends in {key.hint or 'nothing'}) for good?", abort=True)


def _can_ask() -> bool:
    return sys.stdin.isatty()
