"""seatpreview keys: creates and manages API keys, by the API's own operations with admin scope."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from seatpreview.cli.command_group import CommandGroup
from seatpreview.cli.options import (
    LIST_MAX,
    AsJson,
    Cursor,
    Limit,
    RateLimit,
    parse_rate_limit,
    parse_time,
    set_member,
    split_names,
    takes_settings,
    without_nulls,
)
from seatpreview.settings.settings import Settings
from seatpreview.values.caller import KEY_GROUPS

commands = CommandGroup()

KeyIdArgument = Annotated[str, typer.Argument(metavar="KEY_ID", help="The id that `keys list` shows.")]
Label = Annotated[str | None, typer.Option(help="A label by which people recognise the key.")]
AllowedOrigins = Annotated[
    list[str] | None,
    typer.Option(
        "--allowed-origin", metavar="ORIGIN", help="An origin whose pages may use the key. Repeatable."
    ),
]
AllowOriginOnly = Annotated[
    bool, typer.Option("--allow-origin-only", help="Pages of allowed origins need no secret.")
]
FrameAncestors = Annotated[
    list[str] | None,
    typer.Option(
        "--embed-frame-ancestor",
        metavar="SOURCE",
        help="A source whose pages may embed the viewer. Repeatable.",
    ),
]
Venues = Annotated[
    list[str] | None,
    typer.Option("--venue", metavar="VENUE", help="Restrict the key to this venue. Repeatable."),
]
NoVenues = Annotated[bool, typer.Option("--no-venues", help="The key may use no venue at all.")]
Groups = Annotated[
    list[str] | None,
    typer.Option(
        "--groups",
        metavar="GROUP[,GROUP]",
        help=f"The groups of operations that the key is limited to, among: {', '.join(KEY_GROUPS)}.",
    ),
]
Status = Annotated[str | None, typer.Option(help="Only keys with this status: active or revoked.")]
Kind = Annotated[str | None, typer.Option(help="Only keys of this kind: secret or keyless.")]

_NULLS = {"venues": "all", "groups": "all", "rateLimit": "the service's default"}


@commands.command()
@takes_settings("data_dir", "database_url")
def create(
    settings: Settings,
    scope: Annotated[str | None, typer.Option(help="admin or tenant (the default).")] = None,
    kind: Annotated[str | None, typer.Option(help="secret (the default) or keyless.")] = None,
    tenant: Annotated[
        str | None, typer.Option(metavar="TENANT_ID", help="The tenant of the key; an admin key has none.")
    ] = None,
    label: Label = None,
    allowed_origin: AllowedOrigins = None,
    allow_origin_only: AllowOriginOnly = False,
    embed_frame_ancestor: FrameAncestors = None,
    venue: Venues = None,
    no_venues: NoVenues = False,
    groups: Groups = None,
    rate_limit: RateLimit = None,
    json: AsJson = False,
) -> None:
    """Create a key. Its plaintext is shown only once.

    Examples:
      seatpreview keys create --scope admin
      seatpreview keys create --tenant ten_8FzQ2mL0vTn4XcRy6KsW --label "Shop" --groups sessions
      seatpreview keys create --tenant ten_8FzQ2mL0vTn4XcRy6KsW --label "Box office"
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    body = without_nulls(
        scope=scope,
        kind=kind,
        tenantId=tenant,
        label=label,
        allowedOrigins=allowed_origin,
        embedFrameAncestors=embed_frame_ancestor,
        venues=venue,
        groups=split_names(groups),
        rateLimit=parse_rate_limit(rate_limit),
    )
    set_member(body, "--allow-origin-only", allow_origin_only, "allowOriginOnly", True)
    set_member(body, "--no-venues", no_venues, "venues", [])
    key = local_operations.call(settings, "createKey", body=body)
    display.print_record(key, json, _NULLS)


@commands.command("list")
@takes_settings("data_dir", "database_url")
def list_(
    settings: Settings,
    status: Status = None,
    kind: Kind = None,
    venue: Annotated[
        str | None, typer.Option(metavar="VENUE", help="Only keys that may use this venue.")
    ] = None,
    origin: Annotated[str | None, typer.Option(help="Only keys that allow this origin.")] = None,
    label: Annotated[
        str | None, typer.Option(help="Only keys with this in their label, in any case.")
    ] = None,
    tenant: Annotated[str | None, typer.Option(metavar="TENANT_ID", help="Only keys of this tenant.")] = None,
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
    limit: Limit = LIST_MAX,
    cursor: Cursor = None,
    json: AsJson = False,
) -> None:
    """List keys, newest first.

    Examples:
      seatpreview keys list --status active --kind keyless
      seatpreview keys list --changed-since 2026-11-16T12:00:00Z
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    if changed_since is not None or records is not None:
        given = {"--kind": kind, "--venue": venue, "--origin": origin, "--label": label, "--cursor": cursor}
        _check_goes_with_changes(changed_since, [flag for flag, value in given.items() if value is not None])
        _list_changed(settings, str(changed_since), records, status, tenant, limit, json)
        return
    filters = without_nulls(
        status=status, kind=kind, venue=venue, origin=origin, label=label, tenantId=tenant, cursor=cursor
    )
    keys = local_operations.list_all(settings, "listKeys", limit, filters)
    display.print_list(
        keys,
        json,
        ("KEY", "TENANT", "KIND", "STATUS", "GROUPS", "LABEL"),
        lambda key: (
            key.key_id,
            key.tenant_id or "(admin)",
            key.kind,
            key.status,
            "all" if key.groups is None else ",".join(key.groups),
            key.label,
        ),
    )


@commands.command()
@takes_settings("data_dir", "database_url")
def show(
    settings: Settings,
    key_id: KeyIdArgument,
    json: AsJson = False,
) -> None:
    """Show a key, without its plaintext, which is not stored anywhere.

    Example:
      seatpreview keys show key_4nQ8RzT1cYw6LmKs0VxB
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display

    key = local_operations.call(settings, "getKey", key_id)
    display.print_record(key, json, _NULLS)


@commands.command()
@takes_settings("data_dir", "database_url")
def update(
    settings: Settings,
    key_id: KeyIdArgument,
    label: Label = None,
    allowed_origin: AllowedOrigins = None,
    clear_allowed_origins: Annotated[
        bool, typer.Option("--clear-allowed-origins", help="Remove all allowed origins.")
    ] = False,
    allow_origin_only: AllowOriginOnly = False,
    no_allow_origin_only: Annotated[
        bool, typer.Option("--no-allow-origin-only", help="Every request needs the secret.")
    ] = False,
    embed_frame_ancestor: FrameAncestors = None,
    clear_embed_frame_ancestors: Annotated[
        bool, typer.Option("--clear-embed-frame-ancestors", help="No page may embed the viewer.")
    ] = False,
    venue: Venues = None,
    no_venues: NoVenues = False,
    all_venues: Annotated[
        bool,
        typer.Option("--all-venues", help="The key may use every venue that its tenant may use."),
    ] = False,
    groups: Groups = None,
    all_groups: Annotated[
        bool,
        typer.Option("--all-groups", help="The key may call every group of operations."),
    ] = False,
    rate_limit: RateLimit = None,
    clear_rate_limit: Annotated[
        bool, typer.Option("--clear-rate-limit", help="Use the service's default rate limit.")
    ] = False,
    status: Annotated[
        str | None, typer.Option(help="active cancels the revoke that a rotation scheduled.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Change a key. Flags that are not given change nothing; a list that is given replaces the old one.

    Examples:
      seatpreview keys update key_4nQ8RzT1cYw6LmKs0VxB --label "Web shop"
      seatpreview keys update key_4nQ8RzT1cYw6LmKs0VxB --status active
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display, key_warnings

    body = without_nulls(
        label=label,
        allowedOrigins=allowed_origin,
        embedFrameAncestors=embed_frame_ancestor,
        venues=venue,
        groups=split_names(groups),
        rateLimit=parse_rate_limit(rate_limit),
        status=status,
    )
    set_member(body, "--clear-allowed-origins", clear_allowed_origins, "allowedOrigins", [])
    set_member(body, "--allow-origin-only", allow_origin_only, "allowOriginOnly", True)
    set_member(body, "--no-allow-origin-only", no_allow_origin_only, "allowOriginOnly", False)
    set_member(body, "--clear-embed-frame-ancestors", clear_embed_frame_ancestors, "embedFrameAncestors", [])
    set_member(body, "--no-venues", no_venues, "venues", [])
    set_member(body, "--all-venues", all_venues, "venues", None)
    set_member(body, "--all-groups", all_groups, "groups", None)
    set_member(body, "--clear-rate-limit", clear_rate_limit, "rateLimit", None)
    replacement_id = None if status is None else local_operations.call(settings, "getKey", key_id).rotated_to
    key = local_operations.call(settings, "updateKey", key_id, body=body)
    display.print_record(key, json, _NULLS)
    if not json:
        key_warnings.note_replacement(replacement_id)


@commands.command()
@takes_settings("data_dir", "database_url")
def rotate(
    settings: Settings,
    key_id: KeyIdArgument,
    grace_period_seconds: Annotated[
        int | None,
        typer.Option(
            help="How long the old key still works. Default: 86400 (a day); at most 604800. 0 after a leak."
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Replace a key by a new one with the same attributes. Its plaintext is shown only once.

    The replacement has another id. Pages that use the old key without its
    secret have to name the new id before the old key ends, so give them time.

    Examples:
      seatpreview keys rotate key_4nQ8RzT1cYw6LmKs0VxB --grace-period-seconds 3600
      seatpreview keys rotate key_4nQ8RzT1cYw6LmKs0VxB --grace-period-seconds 604800
    """
    from seatpreview.api import local_operations
    from seatpreview.cli import display, key_warnings

    if grace_period_seconds is None and _has_terminal():
        grace_period_seconds = key_warnings.ask_for_grace(local_operations.call(settings, "getKey", key_id))
    body = without_nulls(gracePeriodSeconds=grace_period_seconds)
    key = local_operations.call(settings, "rotateKey", key_id, body=body)
    display.print_record(key, json, _NULLS, left_out=("warnings",))
    if not json:
        key_warnings.note_warnings(key)


@commands.command()
@takes_settings("data_dir", "database_url")
def revoke(
    settings: Settings,
    key_id: KeyIdArgument,
    keep_webhooks: Annotated[
        bool,
        typer.Option("--keep-webhooks", help="Leave webhooks active that the key made or changed last."),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Revoke a key, at once and forever.

    Webhooks that it made, or changed last, are disabled with it.

    Example:
      seatpreview keys revoke key_4nQ8RzT1cYw6LmKs0VxB
    """
    from seatpreview.api import local_operations

    if not yes:
        _confirm(local_operations.call(settings, "getKey", key_id))
    query: dict[str, object] = {"keepWebhooks": keep_webhooks}
    local_operations.run_with_client(settings, lambda client: client.call("revokeKey", key_id, query=query))
    typer.echo(f"Revoked {key_id}.")


def _check_goes_with_changes(changed_since: str | None, others: list[str]) -> None:
    if changed_since is None:
        raise typer.BadParameter("goes with --changed-since", param_hint="--records")
    if others:
        raise typer.BadParameter("does not go with --changed-since", param_hint=others[0])


def _list_changed(
    settings: Settings,
    since: str,
    records: Path | None,
    status: str | None,
    tenant: str | None,
    limit: int,
    json: bool,
) -> None:
    from seatpreview.backups.changed_keys import list_changed_keys
    from seatpreview.cli import display

    moment = parse_time(since, "--changed-since")
    keys = list_changed_keys(settings, moment, records=records, status=status, tenant_id=tenant, limit=limit)
    display.print_list(
        keys,
        json,
        ("KEY", "TENANT", "CHANGED", "STATUS", "WHAT", "LABEL"),
        lambda key: (
            key.key_id,
            key.tenant_id or "(admin)",
            f"{key.changed_at:%FT%TZ}",
            key.status,
            ",".join(key.actions),
            key.label,
        ),
    )


def _confirm(key: Any) -> None:
    """Asks before a revoke, because it cannot be undone. Without a terminal to ask on, --yes is needed."""
    if not _has_terminal():
        raise typer.BadParameter(
            "is needed, because there is no terminal to ask for confirmation", param_hint="--yes"
        )
    from seatpreview.cli import key_warnings

    key_warnings.note_pages(key)
    label = f" '{key.label}'" if key.label else ""
    hint = f" (ends in {key.hint})" if key.hint else ""
    typer.confirm(f"Revoke {key.key_id}{label}{hint} forever?", abort=True)


def _has_terminal() -> bool:
    return sys.stdin.isatty()
