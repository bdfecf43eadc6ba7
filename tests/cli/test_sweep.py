"""`seatpreview imagery sweep`: what a restore left over is listed, and deleted only when asked."""

import json
import os
import time
from pathlib import Path
from typing import Any

from cli.program import invoke
from cli.test_imagery import Venue

DAY_SECONDS = 86_400


def sweep(venue: Venue, *options: str, exit_code: int = 0) -> Any:
    swept = invoke("imagery", "sweep", *options, *venue.flags, "--json")
    assert swept.exit_code == exit_code, swept.stderr
    return json.loads(swept.stdout)


def test_a_sweep_deletes_what_no_record_names_when_asked_and_never_what_is_young(
    tmp_path: Path, data_dir: Path
) -> None:
    venue = Venue(tmp_path, ["--data-dir", str(data_dir)])
    nothing = {"images": 0, "incomplete": [], "unnamed": [], "unnamedAndYoung": 0, "objects": 0}
    assert sweep(venue) == {"found": nothing, "deletedObjects": 0}
    prefix = f"{venue.venue_id}/img_000000000000/"
    picture = data_dir / "objects" / prefix / "full.jpg"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"a picture")
    young = sweep(venue, "--delete", "--even-most")
    assert (young["found"]["unnamedAndYoung"], young["deletedObjects"], picture.exists()) == (1, 0, True)
    os.utime(picture, (0, time.time() - DAY_SECONDS - 60))
    assert [unnamed["prefix"] for unnamed in sweep(venue)["found"]["unnamed"]] == [prefix]
    listed = invoke("imagery", "sweep", *venue.flags)
    assert (listed.exit_code, listed.stderr) == (0, f"No record names {prefix}: 1 objects.\n")
    assert picture.exists()
    refused = invoke("imagery", "sweep", "--delete", *venue.flags)
    assert (refused.exit_code, picture.exists()) == (1, True)
    assert "Check that this is the right database" in refused.stderr
    assert sweep(venue, "--delete", "--even-most")["deletedObjects"] == 1
    assert not picture.exists()
    assert sweep(venue)["found"]["unnamed"] == []


def test_a_sweep_lists_images_to_upload_again(tmp_path: Path, data_dir: Path) -> None:
    venue = Venue(tmp_path, ["--data-dir", str(data_dir)])
    venue.draw("101/A.jpg")
    assert venue.upload().exit_code == 0
    assert sweep(venue)["found"]["images"] == 1
    [full] = (data_dir / "objects").rglob("full.jpg")
    full.unlink()
    incomplete = [{"venueId": venue.venue_id, "name": "photos/101/A.jpg", "missingObjects": 1}]
    assert sweep(venue, exit_code=1)["found"]["incomplete"] == incomplete
    told = invoke("imagery", "sweep", *venue.flags)
    assert told.stderr == f"{venue.venue_id}: photos/101/A.jpg lacks 1 objects. Upload it again.\n"
