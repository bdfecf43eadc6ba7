"""`seatpreview venues floor-plan`: a picture below the seats of a venue, from the terminal."""

import json
from pathlib import Path

from cli.program import invoke, result_of
from cli.test_view import RECORD
from imagery.sample_pictures import photo


def test_a_floor_plan_is_stored_shown_and_removed(database_flags: list[str], tmp_path: Path) -> None:
    tenant = result_of("tenants", "create", "--name", "Halls", *database_flags)["tenantId"]
    hall, picture = tmp_path / "hall.json", tmp_path / "plan.png"
    hall.write_text(json.dumps(RECORD))
    picture.write_bytes(photo(format_="PNG"))
    assert invoke("venues", "import", str(hall), "--tenant", tenant, *database_flags).exit_code == 0
    floor_plan = ("venues", "floor-plan")
    stored = result_of(*floor_plan, "set", "blue-hall", str(picture), *database_flags)
    assert (stored["width"], stored["storedBy"], stored["placement"]) == (64, "operator", None)
    shown = invoke(*floor_plan, "show", "blue-hall", *database_flags)
    assert "not placed yet" in shown.stdout
    assert "signature" not in shown.stdout
    refused = invoke(*floor_plan, "set", "blue-hall", str(hall), *database_flags)
    assert (refused.exit_code, "is not a JPEG" in refused.stderr) == (1, True)
    missing = invoke(*floor_plan, "set", "blue-hall", str(tmp_path / "none.png"), *database_flags)
    assert "none.png cannot be read" in missing.stderr
    assert invoke(*floor_plan, "remove", "blue-hall", *database_flags).exit_code == 0
    assert "has no floor plan" in invoke(*floor_plan, "show", "blue-hall", *database_flags).stderr
