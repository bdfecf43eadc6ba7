"""What the terminal shows once the service listens: addresses, the demo's keys, and what to do next."""

import shlex
import shutil
import sys
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from rich.console import Console
from rich.text import Text

from seatpreview.cli.display import print_lines
from seatpreview.cli.office import Office, visit
from seatpreview.http.answers import BASE_PATH
from seatpreview.keys.model import CreatedKey
from seatpreview.settings import Settings, variable
from seatpreview.tenants.model import Tenant

DEMO_TENANT = "Demo Arena"


class Demo(NamedTuple):
    """What was made on an empty database, with the plaintexts, which exist nowhere else."""

    tenant: Tenant
    admin_key: CreatedKey
    tenant_key: CreatedKey


def welcome(settings: Settings, metrics: str | None, demo: bool) -> None:
    made, has_keys = visit(settings, lambda office: _prepare(office, demo))
    _print_addresses(settings, metrics)
    if made is not None:
        _print_demo(settings, made)
    else:
        _print_how_to_make_a_key(settings, has_keys)
    if _console.is_terminal:
        _print("\nCtrl-C stops it.", "dim")


async def _prepare(office: Office, demo: bool) -> tuple[Demo | None, bool]:
    """The demo, where it was asked for and nothing is there yet; and whether there are any keys."""
    has_keys = bool((await office.ask("listKeys", sent={"limit": 1})).data)
    has_tenants = bool((await office.ask("listTenants", sent={"limit": 1})).data)
    if not demo or has_keys or has_tenants:
        return None, has_keys
    tenant = await office.ask("createTenant", sent={"name": DEMO_TENANT})
    admin_key = await office.ask("createKey", sent={"scope": "admin", "label": "Demo admin"})
    tenant_key = await office.ask("createKey", sent={"tenantId": tenant.tenant_id, "label": DEMO_TENANT})
    return Demo(tenant, admin_key, tenant_key), True


def _print_addresses(settings: Settings, metrics: str | None) -> None:
    _heading("Seat Preview is running")
    lines = {
        "Base address": settings.address + BASE_PATH,
        "API reference": f"{settings.address}/docs",
    }
    print_lines(lines | ({"Metrics": metrics} if metrics else {}))


def _print_demo(settings: Settings, demo: Demo) -> None:
    _heading("Keys of the demo, shown this once")
    print_lines(
        {
            "Admin key": str(demo.admin_key.plaintext),
            "Tenant key": str(demo.tenant_key.plaintext),
            "Tenant": f"{demo.tenant.name}, {demo.tenant.tenant_id}",
        }
    )
    _heading("Try it")
    bearer = f"Authorization: Bearer {demo.tenant_key.plaintext}"
    _print(f'curl -H "{bearer}" {settings.address}{BASE_PATH}/caller', "bold green")


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
