"""`seatpreview venues archive|unarchive|delete|copy` and `seatpreview tenants archive|unarchive|delete`."""

import json
from pathlib import Path

import pytest

from cli.program import invoke, result_of
from cli.test_view import RECORD
from seatpreview.cli import confirmation


def create(flags: list[str], folder: Path) -> tuple[str, str]:
    """Creates a tenant and a venue, and returns their ids."""
    tenant_id: str = result_of("tenants", "create", "--name", "Harbour", *flags)["tenantId"]
    file = folder / "hall.json"
    file.write_text(json.dumps(RECORD))
    venue_id: str = result_of("venues", "import", str(file), "--tenant", tenant_id, *flags)["venueId"]
    return tenant_id, venue_id


def test_a_venue_is_archived_brought_back_copied_and_deleted(
    database_flags: list[str], tmp_path: Path
) -> None:
    flags = database_flags
    _, venue_id = create(flags, tmp_path)
    name = RECORD["name"]
    early = invoke("venues", "delete", venue_id, "--confirm", name, *flags)
    assert (early.exit_code, "Only an archived venue" in early.stderr) == (1, True)
    assert result_of("venues", "archive", venue_id, *flags)["archivedAt"]
    assert result_of("venues", "list", *flags)["data"] == []
    [listed] = result_of("venues", "list", "--archived", *flags)["data"]
    assert (listed["venueId"], listed["archivedAt"] is None) == (venue_id, False)
    assert "not archived" in invoke("venues", "unarchive", venue_id, *flags).stdout
    copy = result_of("venues", "copy", venue_id, "--name", "Copy", "--no-images", *flags)
    assert (copy["name"], copy["venueId"] != venue_id) == ("Copy", True)
    assert "archivedAt" in invoke("venues", "archive", venue_id, *flags).stdout
    wrong = invoke("venues", "delete", venue_id, "--confirm", name.upper(), *flags)
    assert (wrong.exit_code, "letter by letter" in wrong.stderr) == (1, True)
    assert invoke("venues", "delete", venue_id, *flags).exit_code == 2, "there is no terminal to ask on"
    assert invoke("venues", "delete", venue_id, "--confirm", name, *flags).stdout == f"Deleted {venue_id}.\n"
    assert invoke("venues", "show", venue_id, *flags).exit_code == 1
    [left] = result_of("venues", "list", "--archived", *flags)["data"]
    assert left["venueId"] == copy["venueId"]


def test_a_tenant_is_deleted_when_a_person_types_its_name(
    database_flags: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flags = database_flags
    tenant_id, venue_id = create(flags, tmp_path)
    monkeypatch.setattr(confirmation, "has_terminal", lambda: True)
    assert result_of("tenants", "archive", tenant_id, *flags)["archivedAt"]
    assert result_of("tenants", "list", *flags)["data"] == []
    assert result_of("tenants", "unarchive", tenant_id, *flags)["archivedAt"] is None
    result_of("tenants", "archive", tenant_id, *flags)
    refused = invoke("tenants", "delete", tenant_id, *flags, answer="Another\n")
    assert (refused.exit_code, "letter by letter" in refused.stderr) == (1, True)
    deleted = invoke("tenants", "delete", tenant_id, *flags, answer="Harbour\n")
    assert deleted.stdout.endswith(f"Deleted {tenant_id}.\n")
    assert invoke("venues", "show", venue_id, *flags).exit_code == 1
