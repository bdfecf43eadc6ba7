"""A data folder that is not there: no command makes an empty service of a name that was misspelt."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from cli.program import invoke
from seatpreview.cli.main import app
from servers.service_process import RunningService

BEGINS_A_SERVICE = {("serve",), ("db", "upgrade"), ("db", "restore")}
"""The only commands that may create a data folder."""
NEEDS_NO_SERVICE = {("db", "verify"), ("db", "losses"), ("venues", "import"), ("venues", "new")}
"""`db verify` checks a backup wherever it is, and compares it with the service where there is one. `db
losses` is for PostgreSQL, and says so before it looks for a folder. `venues import` and `venues new` need a
service only to store what they read or made."""


def commands_of(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yields every command of the program with the words that call it."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands_of(command, (*path, name))
        else:
            yield (*path, name), command


COMMANDS = {
    path: command
    for path, command in commands_of(typer.main.get_command(app))
    if any(parameter.name == "data_dir" for parameter in command.params)
}


def test_commands_that_need_no_service_exist() -> None:
    assert COMMANDS.keys() > BEGINS_A_SERVICE | NEEDS_NO_SERVICE
    assert len(COMMANDS) > 25


@pytest.mark.parametrize("path", sorted(COMMANDS.keys() - BEGINS_A_SERVICE - NEEDS_NO_SERVICE), ids=" ".join)
@pytest.mark.parametrize("state", ["missing", "without a database"])
def test_a_command_creates_nothing_and_names_the_folder(
    path: tuple[str, ...], state: str, missing_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(missing_dir.parent)
    (missing_dir.parent / "file").write_text("{}")
    if state == "without a database":
        missing_dir.mkdir(mode=0o700)
    before = sorted(missing_dir.parent.rglob("*"))
    refused = invoke(*path, *required_arguments(COMMANDS[path]), "--data-dir", str(missing_dir))
    assert refused.exit_code == 1, refused.output
    assert sorted(missing_dir.parent.rglob("*")) == before
    sentence = "has no database." if missing_dir.exists() else f"There is no data folder {missing_dir}."
    assert sentence in refused.output
    assert str(missing_dir) in refused.output
    assert "--data-dir or SEATPREVIEW_DATA_DIR" in refused.output


def test_a_backup_is_verified_without_a_service_and_none_is_made(missing_dir: Path, tmp_path: Path) -> None:
    service = ("--data-dir", str(tmp_path / "service"))
    assert invoke("db", "upgrade", *service).exit_code == 0
    assert invoke("db", "backup", str(tmp_path / "backup.tar"), *service).exit_code == 0
    verified = invoke("db", "verify", str(tmp_path / "backup.tar"), "--data-dir", str(missing_dir))
    assert verified.exit_code == 0, verified.stderr
    assert not missing_dir.exists()


def test_losses_are_refused_on_sqlite_and_no_folder_is_made(missing_dir: Path) -> None:
    refused = invoke("db", "losses", "file", "--data-dir", str(missing_dir))
    assert refused.exit_code == 2
    assert "This command is for PostgreSQL." in refused.output
    assert not missing_dir.exists()


@pytest.mark.parametrize(
    "stores",
    [
        ("import", "--example", "theatre", "--tenant", "ten_8FzQ2mL0vTn4XcRy6KsW"),
        ("import", "--example", "theatre", "--replace", "ven_6RtY1pWq9ZxC3vBn5MkL"),
        ("new", "--template", "theatre", "--tenant", "ten_8FzQ2mL0vTn4XcRy6KsW"),
    ],
)
def test_a_venue_is_read_or_made_without_a_service_and_not_stored(
    stores: tuple[str, ...], missing_dir: Path
) -> None:
    folder = ("--data-dir", str(missing_dir))
    assert invoke("venues", *stores[:3], *folder).exit_code == 0
    refused = invoke("venues", *stores, *folder)
    assert refused.exit_code == 1
    assert f"There is no data folder {missing_dir}." in refused.output
    assert not missing_dir.exists()


@pytest.mark.parametrize("elsewhere", ["signing_secret", "object_store_url"])
def test_on_postgresql_a_folder_is_needed_for_what_is_not_set(
    elsewhere: str, missing_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the command would sign with a new secret, which the service does not know."""
    monkeypatch.setenv(
        f"SEATPREVIEW_{elsewhere}".upper(), "s3://a?region=eu" if "url" in elsewhere else "s" * 32
    )
    flags = ["--database-url", "postgresql://127.0.0.1:1/seats", "--data-dir", str(missing_dir)]
    refused = invoke("keys", "list", *flags)
    assert refused.exit_code == 1
    assert refused.stderr.startswith(f"There is no data folder {missing_dir}.\n")
    assert "SEATPREVIEW_SIGNING_SECRET and SEATPREVIEW_OBJECT_STORE_URL" in refused.stderr
    assert not missing_dir.exists()


def test_serve_says_that_it_begins_a_new_service(service_without_keys: RunningService) -> None:
    begins = f"There is no data folder {service_without_keys.folder / 'data'}. A new service begins there.\n"
    assert begins in service_without_keys.stderr
    assert service_without_keys.process.poll() is None


def required_arguments(command: Any) -> Iterator[str]:
    """Yields a value for each argument and option that the command cannot do without."""
    for parameter in command.params:
        if parameter.required:
            yield from (name for name in parameter.opts if name.startswith("--"))
            yield "file"


def test_a_link_in_place_of_the_images_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    """The bad day: the disk of the images is not mounted, and the service would begin without them."""
    service = ("--data-dir", str(tmp_path / "service"))
    assert invoke("db", "upgrade", *service).exit_code == 0
    objects = tmp_path / "service" / "objects"
    objects.symlink_to(tmp_path / "not mounted")
    told = f"The images should be in the folder {objects}, but that is not a folder: is its disk mounted?"
    for command in ("serve", "doctor"):
        refused = invoke(command, *service, *(("--port", "0") if command == "serve" else ()))
        assert refused.exit_code == 1, refused.output
        assert told in " ".join(refused.output.split())
