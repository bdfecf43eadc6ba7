"""What the terminal shows once the service listens: addresses, the demo's keys, and what to do next."""

import shlex
import shutil
import sys
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from rich.console import Console
from rich.text import Text

from seatpreview.api.local_client import LocalClient
from seatpreview.api.local_operations import run_with_client
from seatpreview.api.table import BASE_PATH
from seatpreview.cli import display
from seatpreview.cli.display import print_lines
from seatpreview.cli.view_links import make_view_link
from seatpreview.demo.creation import (
    Demo,
    ExistingDemo,
    can_create_demo,
    create_demo,
    find_demo,
    upload_missing_pictures,
)
from seatpreview.problems import Problem
from seatpreview.settings.settings import Settings, variable
from seatpreview.values.command_error import CommandError
from seatpreview.values.demo_names import (
    ADMIN_KEY,
    CONFIGURATION,
    RESELLER_KEY,
    SEAT_LABEL,
    SHOP_KEY,
    TENANT_KEY,
    VENUE_ALIAS,
)
from seatpreview.values.ids import VenueId

_TENANT_KEY_MEANING = "of the venue's owner: sign in to the console with it"
_SHOP_KEY_MEANING = "for a shop's server: it opens views and does nothing else"
_ADMIN_KEY_MEANING = "of whoever runs this service: it may do everything"


class _Start(NamedTuple):
    """What the panel shows of a demo: one that this start has created, or an earlier one."""

    demo: Demo | None
    """The demo with its keys, at the start that has created it."""
    existing_demo: ExistingDemo | None
    """The demo that an earlier start has created."""
    view_link: str | None
    """A new link to the demo's seat."""
    has_keys: bool


def show_welcome(settings: Settings, metrics_address: str | None, hides_requests: bool) -> None:
    """Prints the panel. With the demo, also creates it first, and uploads its pictures afterwards.

    `hides_requests` says that the log leaves out requests that succeed.
    """
    start = run_with_client(settings, lambda client: _prepare(client, settings.demo))
    _print_addresses(settings, metrics_address)
    if start.demo is not None:
        _print_demo_keys(start.demo)
        _print_demo_venue(start.demo.venue_id, start.demo.page_origin)
    if start.existing_demo is not None:
        _print_demo_venue(start.existing_demo.venue_id, start.existing_demo.page_origin)
    if start.view_link is not None:
        _print_view_link(start.view_link)
    if start.demo is not None:
        _print_first_request(settings, start.demo)
    elif start.existing_demo is not None:
        _print_how_to_create_demo_keys(settings, start.existing_demo)
    else:
        _print_how_to_create_a_key(settings, start.has_keys)
    if _console.is_terminal:
        _print("\nPress Ctrl-C to stop.", "dim")
    if hides_requests:
        _print("Requests that succeed are not logged here in a demo; --log-format text logs them all.", "dim")
    if settings.demo:
        _upload_pictures(settings)


async def _prepare(client: LocalClient, with_demo: bool) -> _Start:
    """Creates the demo if it is wanted and the database is empty, and makes a link to its seat."""
    if with_demo and await can_create_demo(client):
        demo = await create_demo(client)
        return _Start(demo, None, demo.viewer_url, has_keys=True)
    has_keys = bool((await client.call("listKeys", query={"limit": 1})).data)
    existing = await find_demo(client) if with_demo else None
    link = None if existing is None else await _demo_view_link(client, existing)
    return _Start(None, existing, link, has_keys)


async def _demo_view_link(client: LocalClient, demo: ExistingDemo) -> str | None:
    """Returns a new link to the seat of an existing demo; None where the demo was changed."""
    try:
        # Whoever tries out a demo wants to see events come in, as from the link of the first start.
        link = await make_view_link(client, demo.venue_id, SEAT_LABEL, CONFIGURATION, None, purpose="buyer")
        return link.viewer_url
    except (CommandError, Problem):
        # Somebody has changed the demo's venue or its keys. The service starts all the same.
        return None


def _upload_pictures(settings: Settings) -> None:
    """Runs while the service already serves. A seat without its picture is shown a neighbour's meanwhile."""
    with display.progress("Uploading the demo's pictures") as on_progress:
        run_with_client(settings, lambda client: upload_missing_pictures(client, on_progress))


def _print_addresses(settings: Settings, metrics_address: str | None) -> None:
    _heading("Seat Preview is running")
    lines = {
        "Base address": settings.address + BASE_PATH,
        "Start page": f"{settings.address}/",
        "Guide": f"{settings.address}/guide/",
        "Console": f"{settings.address}/console",
        "API reference": f"{settings.address}/docs",
    }
    print_lines(lines | ({"Metrics": metrics_address} if metrics_address else {}))


def _print_demo_keys(demo: Demo) -> None:
    _heading("Demo keys, shown only this once")
    _print_explained(
        (TENANT_KEY, str(demo.tenant_key.plaintext), _TENANT_KEY_MEANING),
        (SHOP_KEY, str(demo.shop_key.plaintext), _SHOP_KEY_MEANING),
        (RESELLER_KEY, str(demo.grantee_key.plaintext), "of a ticket seller who may use the owner's venue"),
        (ADMIN_KEY, str(demo.admin_key.plaintext), _ADMIN_KEY_MEANING),
    )


def _print_demo_venue(venue_id: VenueId, page_origin: str) -> None:
    _heading("Demo venue")
    _print_explained(
        ("Venue", VENUE_ALIAS, f"Harbour Arena; its id is {venue_id}"),
        ("Your page", page_origin, "a page that you serve there may show the venue without a key"),
    )


def _print_view_link(link: str) -> None:
    _heading("Open a view in the browser (the link works for a day)")
    _print(link, "bold")


def _print_first_request(settings: Settings, demo: Demo) -> None:
    _heading("Try the API")
    query = urlencode({"venue": VENUE_ALIAS, "seat": SEAT_LABEL, "configuration": CONFIGURATION})
    bearer = f"Authorization: Bearer {demo.tenant_key.plaintext}"
    _print(f'curl -H "{bearer}" "{settings.address}{BASE_PATH}/seats/preview?{query}"', "bold green")


def _print_how_to_create_demo_keys(settings: Settings, demo: ExistingDemo) -> None:
    """Prints a command for each key, with the same rights as the demo's own key."""
    _heading("Create new keys (existing keys cannot be shown again)")
    create, database = f"{_program()} keys create", _database_flag(settings)
    tenant = f"--tenant {demo.tenant_id}"
    # The console embeds the viewer in its own page, and the shop's server in the shop page.
    framed_by_service = "--embed-frame-ancestor \"'self'\""
    framed_by_page = " ".join(
        [framed_by_service, *(f"--embed-frame-ancestor {origin}" for origin in demo.page_origins)]
    )
    _print_explained(
        (
            TENANT_KEY,
            f"{create} {tenant} --label '{TENANT_KEY}' {framed_by_service}{database}",
            _TENANT_KEY_MEANING,
        ),
        (
            SHOP_KEY,
            f"{create} {tenant} --label '{SHOP_KEY}' --groups sessions {framed_by_page}{database}",
            _SHOP_KEY_MEANING,
        ),
        (ADMIN_KEY, f"{create} --scope admin --label '{ADMIN_KEY}'{database}", _ADMIN_KEY_MEANING),
    )
    _print_needed_environment(settings)


def _print_how_to_create_a_key(settings: Settings, has_keys: bool) -> None:
    if has_keys:
        _heading("Create a new admin key (existing keys cannot be shown again)")
    else:
        _heading("Create the first admin key")
    _print(f"{_program()} keys create --scope admin{_database_flag(settings)}", "bold green")
    _print_needed_environment(settings)


def _print_needed_environment(settings: Settings) -> None:
    if _has_password(settings):
        _print(f"with {variable('database_url')} set as it is for this service", "dim")


def _program() -> str:
    """Returns the command that runs this program from the current folder."""
    started = Path(sys.argv[0])
    if started.suffix == ".py":
        return f"{shlex.quote(sys.executable)} -m seatpreview.cli.main"
    if shutil.which(started.name) == str(started.absolute()):
        return started.name
    here = Path.cwd()
    path = started.absolute()
    return shlex.quote(str(path.relative_to(here) if path.is_relative_to(here) else path))


def _database_flag(settings: Settings) -> str:
    """Returns the flag that selects this service's database; none for an address with a password."""
    if not settings.uses_sqlite:
        return "" if _has_password(settings) else f" --database-url {shlex.quote(settings.database_url)}"
    if settings.data_dir == Settings.data_dir:
        return ""
    return f" --data-dir {shlex.quote(str(settings.data_dir))}"


def _has_password(settings: Settings) -> bool:
    return urlsplit(settings.database_url).password is not None


def _print_explained(*lines: tuple[str, str, str]) -> None:
    """Prints names and values in two columns, and below each value what it is for."""
    width = max(len(name) for name, _, _ in lines) + 2
    for name, value, meaning in lines:
        _console.print(Text.assemble(("  " + name.ljust(width), "dim"), value), soft_wrap=True)
        _print("  " + " " * width + meaning, "dim")


def _heading(text: str) -> None:
    _console.print()
    if _console.is_terminal:
        _console.rule(Text(text, style="bold"), align="left")
    else:
        _print(text, "")


def _print(text: str, style: str) -> None:
    """Prints one line without line breaks: the terminal may wrap it, and it can still be copied whole."""
    _console.print(Text(text, style=style), soft_wrap=True)


_console = Console(highlight=False)
