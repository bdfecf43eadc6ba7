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
from seatpreview.cli.operations import visit
from seatpreview.demo.creation import Demo, draw_missing_pictures, make_demo, may_make_demo
from seatpreview.local_client import LocalClient
from seatpreview.settings import Settings, variable


def welcome(settings: Settings, metrics: str | None, demo: bool) -> None:
    made, has_keys = visit(settings, lambda office: _prepare(office, demo))
    _print_addresses(settings, metrics)
    if made is not None:
        _print_demo(settings, made)
    else:
        _print_how_to_make_a_key(settings, has_keys)
    if _console.is_terminal:
        _print("\nCtrl-C stops it.", "dim")
    if demo:
        _draw(settings)


async def _prepare(office: LocalClient, demo: bool) -> tuple[Demo | None, bool]:
    """The demo, where it was asked for and nothing is there yet; and whether there are any keys."""
    if demo and await may_make_demo(office):
        return await make_demo(office), True
    return None, bool((await office.ask("listKeys", sent={"limit": 1})).data)


def _draw(settings: Settings) -> None:
    """While the service already answers. A seat whose picture is not there yet is shown another one's."""
    with display.progress() as progress:
        task = progress.add_task("Drawing the demo's pictures", total=None)

        def drawn(number: int, total: int) -> None:
            progress.update(task, completed=number, total=total)

        visit(settings, lambda office: draw_missing_pictures(office, drawn))


def _print_addresses(settings: Settings, metrics: str | None) -> None:
    _heading("Seat Preview is running")
    lines = {
        "Base address": settings.address + BASE_PATH,
        "Console": f"{settings.address}/console",
        "API reference": f"{settings.address}/docs",
    }
    print_lines(lines | ({"Metrics": metrics} if metrics else {}))


def _print_demo(settings: Settings, demo: Demo) -> None:
    _heading("Keys of the demo, shown this once")
    print_lines(
        {
            "Admin key": str(demo.admin_key.plaintext),
            "Tenant key": str(demo.tenant_key.plaintext),
            "Grantee's key": str(demo.grantee_key.plaintext),
            "Venue": f"{demo.venue_alias}, {demo.venue_id}",
            "Keyless page": demo.page_origin,
        }
    )
    _heading("A view to look at, for a day")
    _print(demo.viewer_url, "bold")
    _heading("Try it")
    query = urlencode(
        {"venue": demo.venue_alias, "seat": demo.seat_label, "configuration": demo.configuration}
    )
    bearer = f"Authorization: Bearer {demo.tenant_key.plaintext}"
    _print(f'curl -H "{bearer}" "{settings.address}{BASE_PATH}/seats/preview?{query}"', "bold green")


def _print_how_to_make_a_key(settings: Settings, has_keys: bool) -> None:
    _heading("A new admin key (keys are shown only as they are made)" if has_keys else "The first admin key")
    _print(f"{_program()} keys create --scope admin{_where(settings)}", "bold green")
    if _has_password(settings):
        _print(f"with {variable('database_url')} set as it is for this service", "dim")


def _program() -> str:
    """This program, as it can be called from here."""
    started = Path(sys.argv[0])
    if started.suffix == ".py":
        return f"{shlex.quote(sys.executable)} -m seatpreview.cli.main"
    if shutil.which(started.name) == str(started.absolute()):
        return started.name
    here = Path.cwd()
    path = started.absolute()
    return shlex.quote(str(path.relative_to(here) if path.is_relative_to(here) else path))


def _where(settings: Settings) -> str:
    """The flag that leads to the same database. A password is not repeated on the screen."""
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
    """Whatever its length, a line stays one: the terminal may wrap it, and it can still be pasted."""
    _console.print(Text(text, style=style), soft_wrap=True)


_console = Console(highlight=False)
