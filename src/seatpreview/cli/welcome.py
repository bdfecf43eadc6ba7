"""What the terminal shows once the service listens: addresses, the demo's keys, and what to do next."""

import shlex
import shutil
import sys
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from rich.console import Console
from rich.text import Text

from seatpreview.api.table import BASE_PATH
from seatpreview.cli import display
from seatpreview.cli.display import print_lines
from seatpreview.cli.operations import run_with_client
from seatpreview.demo.creation import Demo, can_create_demo, create_demo, upload_missing_pictures
from seatpreview.local_client import LocalClient
from seatpreview.settings import Settings, variable


def show_welcome(settings: Settings, metrics_address: str | None, with_demo: bool) -> None:
    """Prints the panel. With the demo, also creates it first, and uploads its pictures afterwards."""
    demo, has_keys = run_with_client(settings, lambda client: _prepare(client, with_demo))
    _print_addresses(settings, metrics_address)
    if demo is not None:
        _print_demo(settings, demo)
    else:
        _print_how_to_create_a_key(settings, has_keys)
    if _console.is_terminal:
        _print("\nPress Ctrl-C to stop.", "dim")
    if with_demo:
        _upload_pictures(settings)


async def _prepare(client: LocalClient, with_demo: bool) -> tuple[Demo | None, bool]:
    """Creates the demo if it is wanted and the database is empty. Returns it, and whether there are keys."""
    if with_demo and await can_create_demo(client):
        return await create_demo(client), True
    return None, bool((await client.call("listKeys", query={"limit": 1})).data)


def _upload_pictures(settings: Settings) -> None:
    """Runs while the service already serves. Until a seat has its picture, it is shown a neighbour's."""
    with display.progress() as progress:
        task = progress.add_task("Uploading the demo's pictures", total=None)

        def update(number: int, total: int) -> None:
            progress.update(task, completed=number, total=total)

        run_with_client(settings, lambda client: upload_missing_pictures(client, update))


def _print_addresses(settings: Settings, metrics_address: str | None) -> None:
    _heading("Seat Preview is running")
    lines = {
        "Base address": settings.address + BASE_PATH,
        "Console": f"{settings.address}/console",
        "API reference": f"{settings.address}/docs",
    }
    print_lines(lines | ({"Metrics": metrics_address} if metrics_address else {}))


def _print_demo(settings: Settings, demo: Demo) -> None:
    _heading("Demo keys, shown only this once")
    print_lines(
        {
            "Admin key": str(demo.admin_key.plaintext),
            "Tenant key": str(demo.tenant_key.plaintext),
            "Shop key (sessions only)": str(demo.shop_key.plaintext),
            "Grantee's key": str(demo.grantee_key.plaintext),
            "Venue": f"{demo.venue_alias}, {demo.venue_id}",
            "Shop origin (no key needed)": demo.page_origin,
        }
    )
    _heading("Open a view in the browser (the link works for a day)")
    _print(demo.viewer_url, "bold")
    _heading("Try the API")
    query = urlencode(
        {"venue": demo.venue_alias, "seat": demo.seat_label, "configuration": demo.configuration}
    )
    bearer = f"Authorization: Bearer {demo.tenant_key.plaintext}"
    _print(f'curl -H "{bearer}" "{settings.address}{BASE_PATH}/seats/preview?{query}"', "bold green")


def _print_how_to_create_a_key(settings: Settings, has_keys: bool) -> None:
    if has_keys:
        _heading("Create a new admin key (existing keys cannot be shown again)")
    else:
        _heading("Create the first admin key")
    _print(f"{_program()} keys create --scope admin{_database_flag(settings)}", "bold green")
    if _has_password(settings):
        _print(f"with {variable('database_url')} set as it is for this service", "dim")


def _program() -> str:
    """The command that runs this program from the current folder."""
    started = Path(sys.argv[0])
    if started.suffix == ".py":
        return f"{shlex.quote(sys.executable)} -m seatpreview.cli.main"
    if shutil.which(started.name) == str(started.absolute()):
        return started.name
    here = Path.cwd()
    path = started.absolute()
    return shlex.quote(str(path.relative_to(here) if path.is_relative_to(here) else path))


def _database_flag(settings: Settings) -> str:
    """The flag that selects this service's database. A password is not repeated on the screen."""
    if not settings.uses_sqlite:
        return "" if _has_password(settings) else f" --database-url {shlex.quote(settings.database_url)}"
    if settings.data_dir == Settings.data_dir:
        return ""
    return f" --data-dir {shlex.quote(str(settings.data_dir))}"


def _has_password(settings: Settings) -> bool:
    return urlsplit(settings.database_url).password is not None


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
