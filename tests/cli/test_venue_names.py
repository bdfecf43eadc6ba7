"""Venues by alias on the command line: every command takes them, and one that is not clear is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.program import invoke, result_of
from cli.test_main import COMMANDS
from cli.test_view import RECORD
from seatpreview.cli.options import VENUE_PARAMETERS

TAKE_A_VENUE = {
    path: names
    for path, command in COMMANDS.items()
    if path != ("rehearse",)  # It has no database: the service that it asks looks up aliases.
    and (names := {option.name for option in command.params if "VENUE" in str(option.metavar)})
}

CALLS: dict[tuple[str, ...], list[str]] = {
    ("changes",): ["--venue", "blue-hall"],
    ("events", "erase"): ["--venue", "blue-hall", "--dry-run"],
    ("events", "export"): ["--venue", "blue-hall"],
    ("events", "report"): ["blue-hall"],
    ("imagery", "delete"): ["blue-hall", "nothing.jpg"],
    ("imagery", "list"): ["blue-hall"],
    ("imagery", "render"): ["blue-hall", "--seats", "101/A/1", "--size", "0"],
    ("imagery", "retile"): ["blue-hall"],
    ("imagery", "upload"): ["{photos}", "--venue", "blue-hall", "--pattern", "{section}.none"],
    ("keys", "create"): ["--tenant", "{tenant}", "--venue", "blue-hall"],
    ("keys", "list"): ["--venue", "blue-hall"],
    ("keys", "update"): ["key_000000000000", "--venue", "blue-hall"],
    ("seat-keys", "learn"): ["blue-hall", "{labels}", "--accept-none"],
    ("seat-keys", "suggest"): ["blue-hall", "--labels", "{labels}"],
    ("seat-keys", "test"): ["blue-hall", "--labels", "{labels}"],
    ("venues", "archive"): ["blue-hall"],
    ("venues", "copy"): ["blue-hall", "--name", "Copy"],
    ("venues", "delete"): ["blue-hall", "--confirm", "Another name"],
    ("venues", "unarchive"): ["blue-hall"],
    ("venues", "draft", "delete"): ["blue-hall"],
    ("venues", "draft", "get"): ["blue-hall"],
    ("venues", "draft", "link"): ["blue-hall"],
    ("venues", "draft", "put"): ["blue-hall", "{labels}"],
    ("venues", "compare"): ["blue-hall", "1"],
    ("venues", "delete-version"): ["blue-hall", "9"],
    ("venues", "export"): ["blue-hall"],
    ("venues", "floor-plan", "remove"): ["blue-hall"],
    ("venues", "floor-plan", "set"): ["blue-hall", "{labels}"],
    ("venues", "floor-plan", "show"): ["blue-hall"],
    ("venues", "import"): ["{labels}", "--format", "table", "--replace", "blue-hall"],
    ("venues", "publish"): ["blue-hall"],
    ("venues", "restore"): ["blue-hall", "9"],
    ("venues", "show"): ["blue-hall"],
    ("venues", "version"): ["blue-hall", "9"],
    ("venues", "versions"): ["blue-hall"],
    ("view",): ["blue-hall", "101/A/1"],
    ("webhooks", "create"): ["https://shop.example/", "--tenant", "{tenant}", "--venue", "blue-hall"],
    ("webhooks", "update"): ["whk_000000000000", "--venue", "blue-hall"],
}


class Hall:
    """A hall with an alias, in a database of its own."""

    def __init__(self, flags: list[str], folder: Path) -> None:
        self.flags = flags
        self.folder = folder
        self.tenant_id: str = self.create_tenant("Halls")
        self.venue_id: str = self.create_venue(self.tenant_id)

    def create_tenant(self, name: str) -> str:
        tenant_id: str = result_of("tenants", "create", "--name", name, *self.flags)["tenantId"]
        return tenant_id

    def create_venue(self, tenant_id: str) -> str:
        file = self.folder / "hall.json"
        file.write_text(json.dumps(RECORD))
        venue: Any = result_of("venues", "import", str(file), "--tenant", tenant_id, *self.flags)
        venue_id: str = venue["venueId"]
        return venue_id


@pytest.fixture
def hall(database_flags: list[str], tmp_path: Path) -> Hall:
    return Hall(database_flags, tmp_path)


def test_every_command_that_takes_a_venue_looks_up_aliases() -> None:
    assert set(TAKE_A_VENUE) == set(CALLS)
    for path, names in TAKE_A_VENUE.items():
        assert names <= set(VENUE_PARAMETERS), path


def test_each_command_finds_the_venue_by_its_alias(hall: Hall) -> None:
    """What a command then does with it, or why it refuses, is for the tests of that command."""
    labels = hall.folder / "labels.txt"
    labels.write_text("Left Box A 1\n")
    photos = hall.folder / "photos"
    photos.mkdir()
    (photos / "notes.txt").touch()
    for path, arguments in CALLS.items():
        filled = [
            each.format(tenant=hall.tenant_id, labels=labels, photos=photos, section="{section}")
            for each in arguments
        ]
        called = invoke(*path, *filled, *hall.flags)
        assert called.exception is None or isinstance(called.exception, SystemExit), path
        assert "blue-hall" not in called.stderr, path
        by_id = [hall.venue_id if each == "blue-hall" else each for each in filled]
        if path not in (
            ("keys", "create"),
            ("view",),
            ("webhooks", "create"),
        ):  # Their results are new each time.
            again = invoke(*path, *by_id, *hall.flags)
            assert (again.exit_code, again.stderr) == (called.exit_code, called.stderr), path
    key = result_of("keys", "list", "--venue", "Blue-Hall", *hall.flags)["data"][0]
    assert key["venues"] == [hall.venue_id]


def test_an_alias_of_two_tenants_is_refused_with_both_ids_unless_the_tenant_is_named(hall: Hall) -> None:
    other = hall.create_tenant("Others")
    foreign = hall.create_venue(other)
    refused = invoke("venues", "show", "blue-hall", *hall.flags)
    assert refused.exit_code == 1
    heading, *lines = refused.stderr.splitlines()
    assert heading == "Several venues have the alias 'blue-hall'. Name one by its id:"
    assert sorted(line.split()[0] for line in lines) == sorted([hall.venue_id, foreign])
    assert all("Blue Hall" in line for line in lines)
    created = result_of("keys", "create", "--tenant", other, "--venue", "blue-hall", *hall.flags)
    assert created["venues"] == [foreign]


def test_a_misspelt_alias_is_told_its_neighbour(hall: Hall) -> None:
    refused = invoke("venues", "show", "blue-hal", *hall.flags)
    assert (refused.exit_code, refused.stderr) == (
        1,
        "There is no venue with the id or alias 'blue-hal'. Did you mean 'blue-hall'? "
        "`seatpreview venues list` shows all.\n",
    )
    unknown = invoke("venues", "show", "opera", *hall.flags)
    assert "Did you mean" not in unknown.stderr
