"""`seatpreview venues draft`: the draft of a venue from the terminal, and a link that shows it."""

import json
from pathlib import Path

import pytest

from cli.program import invoke, result_of
from cli.test_view import RECORD


@pytest.fixture
def tenant_id(database_flags: list[str], tmp_path: Path) -> str:
    """The owner of a hall with the alias blue-hall."""
    tenant: str = result_of("tenants", "create", "--name", "Halls", *database_flags)["tenantId"]
    file = tmp_path / "hall.json"
    file.write_text(json.dumps(RECORD))
    assert invoke("venues", "import", str(file), "--tenant", tenant, *database_flags).exit_code == 0
    return tenant


def test_a_draft_is_stored_with_its_faults_read_back_and_deleted(
    tenant_id: str, database_flags: list[str], tmp_path: Path
) -> None:
    file, copy = tmp_path / "draft.json", tmp_path / "copy.json"
    record = RECORD | {"ads": "none"}
    file.write_text(json.dumps(record))
    draft = ("venues", "draft")
    stored = invoke(*draft, "put", "blue-hall", str(file), *database_flags)
    assert stored.exit_code == 0, stored.stderr
    assert "  /ads must be a list (got text)" in stored.stderr.splitlines()
    assert invoke(*draft, "get", "blue-hall", str(copy), *database_flags).exit_code == 0
    assert json.loads(copy.read_text()) == record
    read = result_of(*draft, "get", "blue-hall", *database_flags)
    assert (read["updatedBy"], read["leftOut"]) == ("operator", ["/ads"])
    late = invoke(
        *draft, "put", "blue-hall", str(file), "--if-match", '"7.dra_000000000000"', *database_flags
    )
    assert (late.exit_code, "operator saved it" in late.stderr) == (1, True)
    assert invoke(*draft, "put", "blue-hall", str(file), "--force", *database_flags).exit_code == 0
    assert invoke(*draft, "delete", "blue-hall", *database_flags).exit_code == 0
    gone = invoke(*draft, "delete", "blue-hall", *database_flags)
    assert gone.stderr == "The venue has no draft. `seatpreview venues draft put` stores one.\n"
    file.write_text("[]")
    assert "is not a JSON object" in invoke(*draft, "put", "blue-hall", str(file), *database_flags).stderr


def test_a_link_shows_the_draft_by_a_key_that_may_read_drafts(
    tenant_id: str, database_flags: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "draft.json"
    file.write_text(json.dumps(RECORD | {"name": "Green Hall"}))
    assert invoke("venues", "draft", "put", "blue-hall", str(file), *database_flags).exit_code == 0
    flags = [*database_flags, "--public-url", "https://seats.example:1"]
    create = ("keys", "create", "--tenant", tenant_id, "--label", "Any", "--groups")
    result_of(*create, "sessions", *database_flags)
    refused = invoke("venues", "draft", "link", "blue-hall", *flags)
    assert (refused.exit_code, "sessions,management_read_only" in refused.stderr) == (1, True)
    key = result_of(*create, "sessions,management_read_only", *database_flags)
    link = result_of("venues", "draft", "link", "blue-hall", *flags)
    assert (link["draft"], link["purpose"]) == (True, "staff")
    assert link["viewerUrl"].startswith(f"https://seats.example:1/viewer/{key['keyId']}#st_")
    shown = invoke("venues", "draft", "link", "blue-hall", *flags)
    assert "/viewer/" in shown.stdout
    assert "sessions end ses_" in shown.stderr
