"""The program `seatpreview` as a whole: its help, version, flags and start-up time."""

import importlib.metadata
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
import typer.main
from rich.markup import render

from cli.program import invoke
from seatpreview import API_VERSION
from seatpreview.cli.main import app
from seatpreview.settings.settings import Settings, variable
from servers.processes import clean_environment


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yields every command with the words that call it."""
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*path, name))
    if not hasattr(command, "commands"):
        yield path, command


COMMANDS = dict(commands(typer.main.get_command(app)))
WITHOUT_DATABASE = {
    ("venues", "check"),
    ("venues", "examples"),
    ("venues", "templates"),
    ("signing", "rotate"),
    ("rehearse",),
}
"""These commands read a file, the package, the data folder or a service's API, and nothing else."""


def test_the_program_has_these_commands() -> None:
    assert [" ".join(path) for path in sorted(COMMANDS)] == [
        "changes",
        "db backup",
        "db compact",
        "db confirm-clock",
        "db losses",
        "db recount",
        "db restore",
        "db status",
        "db upgrade",
        "db verify",
        "doctor",
        "events erase",
        "events export",
        "events report",
        "imagery delete",
        "imagery list",
        "imagery render",
        "imagery retile",
        "imagery sweep",
        "imagery upload",
        "keys create",
        "keys list",
        "keys revoke",
        "keys rotate",
        "keys show",
        "keys update",
        "rehearse",
        "seat-keys learn",
        "seat-keys suggest",
        "seat-keys test",
        "serve",
        "sessions end",
        "signing rotate",
        "tenants archive",
        "tenants create",
        "tenants delete",
        "tenants list",
        "tenants show",
        "tenants unarchive",
        "tenants update",
        "venues archive",
        "venues check",
        "venues compare",
        "venues copy",
        "venues delete",
        "venues delete-version",
        "venues draft delete",
        "venues draft get",
        "venues draft link",
        "venues draft put",
        "venues examples",
        "venues export",
        "venues floor-plan remove",
        "venues floor-plan set",
        "venues floor-plan show",
        "venues import",
        "venues list",
        "venues new",
        "venues publish",
        "venues restore",
        "venues show",
        "venues templates",
        "venues unarchive",
        "venues version",
        "venues versions",
        "view",
        "webhooks create",
        "webhooks delete",
        "webhooks deliveries",
        "webhooks list",
        "webhooks listen",
        "webhooks redeliver",
        "webhooks rotate",
        "webhooks show",
        "webhooks test",
        "webhooks update",
    ]


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_explains_itself_with_an_example_of_its_own(path: tuple[str, ...]) -> None:
    shown = invoke(*path, "--help")
    assert shown.exit_code == 0
    assert "Example" in shown.stdout
    assert f"seatpreview {' '.join(path)}" in shown.stdout
    assert "bool" not in shown.stdout, "flags take no value"


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_option_is_explained_and_every_command_takes_the_database(
    path: tuple[str, ...],
) -> None:
    options = {name: option.help for option in COMMANDS[path].params for name in option.opts}
    assert [name for name, help_ in options.items() if not help_] == []
    if path not in WITHOUT_DATABASE:
        assert {"--data-dir", "--database-url"} <= options.keys()


def test_every_setting_is_a_flag_of_serve() -> None:
    options = {name: option for option in COMMANDS[("serve",)].params for name in option.opts}
    for item in fields(Settings):
        option = options[f"--{item.name.replace('_', '-')}"]
        assert option.envvar == variable(item.name)
        # What stands in brackets is no markup.
        assert render(option.help).plain.startswith(item.metadata["meaning"])
    assert len(options) == len(fields(Settings))


def test_a_flag_wins_over_the_environment_even_where_it_says_the_default(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("SEATPREVIEW_DATA_DIR", str(tmp_path / "elsewhere"))
    assert invoke("db", "upgrade", "--data-dir", str(tmp_path / "here")).exit_code == 0
    assert (tmp_path / "here").exists()
    assert not (tmp_path / "elsewhere").exists()


def test_without_a_command_it_explains_itself() -> None:
    assert "seatpreview serve --demo" in invoke().output


@pytest.mark.parametrize("group", sorted({path[:-1] for path in COMMANDS}), ids=" ".join)
def test_a_group_shows_its_help_in_which_flags_take_no_value(group: tuple[str, ...]) -> None:
    shown = invoke(*group).output
    assert "Show this message and exit." in shown
    assert "bool" not in shown


def test_the_versions_are_the_packages_and_the_interfaces() -> None:
    shown = invoke("--version")
    assert shown.stdout == f"seatpreview {importlib.metadata.version('seatpreview')}, interface 1.11.0\n"
    assert API_VERSION == "1.11.0"


def test_help_loads_nothing_heavy() -> None:
    """Imports are what makes a start slow, whatever the machine."""
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, seatpreview.cli.main; print(*sys.modules)"],
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    heavy = {"alembic", "asyncpg", "granian", "prometheus_client", "redis", "sqlalchemy", "structlog"}
    assert (heavy | {"importlib.metadata"}) & set(loaded.stdout.split()) == set()
