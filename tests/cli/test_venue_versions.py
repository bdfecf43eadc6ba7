"""`seatpreview venues publish, versions, version, compare, restore, delete-version`: in plain words."""

import json
from pathlib import Path
from typing import Any

from cli.program import invoke, result_of
from seatpreview.api import local_operations
from seatpreview.cli.change_sentences import change_sentences
from seatpreview.labels.model import Parts
from seatpreview.publishing.versions_model import (
    ChangesForBuyers,
    KeyChanges,
    LabelChange,
    MovedSeat,
    MovedSeats,
    RenamedSeat,
    RenamedSeats,
    SeatChanges,
)
from seatpreview.settings.settings import Settings


def hall(seats: int) -> dict[str, Any]:
    section = {"id": "1", "name": "Balcony", "rows": ["A"], "seats": {"count": seats}}
    return {"name": "Hall", "rules": {"layout": {"sections": [section]}}}


def test_a_venue_is_published_compared_and_restored(data_dir: Path, tmp_path: Path) -> None:
    at = ("--data-dir", str(data_dir))
    tenant = result_of("tenants", "create", "--name", "Halls", *at)["tenantId"]
    settings = Settings(data_dir=data_dir)
    venue = local_operations.call(settings, "createVenue", body=hall(5) | {"tenantId": tenant}).venue_id
    missing = invoke("venues", "publish", venue, *at)
    assert (missing.exit_code, missing.stderr) == (1, "The venue has no draft. Save one first.\n")
    local_operations.run_with_client(
        settings, lambda client: client.call("putDraft", venue, query={}, body=hall(6))
    )
    labels = tmp_path / "labels.txt"
    labels.write_text("Balcony row A seat 6\n")
    told = [
        "  1 seat is new: 1/A/6.",
        "  1 label resolves differently: 'Balcony row A seat 6' (declined before, 1/A/6 now).",
    ]
    trial = invoke("venues", "publish", venue, "--labels", str(labels), "--dry-run", *at)
    assert trial.stdout.splitlines() == ["Version 2 would be published.", *told]
    done = invoke("venues", "publish", venue, "--labels", str(labels), "--message", "A sixth seat", *at)
    assert done.stdout.splitlines() == ["Version 2 is published.", *told]
    lines = [line.split() for line in invoke("venues", "versions", venue, *at).stdout.splitlines()]
    assert [(line[0], *line[4:]) for line in lines[1:]] == [
        ("2", "operator", "6", "A", "sixth", "seat"),
        ("1", "operator", "5", "-"),
    ]
    compared = invoke("venues", "compare", venue, "1", "--since", "2", *at)
    assert compared.stdout.splitlines() == [
        "From version 2 to version 1:",
        "  1 seat is gone: 1/A/6.",
    ]
    restored = invoke("venues", "restore", venue, "1", *at)
    first, *_ = restored.stdout.splitlines()
    assert first == "Version 3 is published, with the record of version 1."
    assert invoke("venues", "delete-version", venue, "2", *at).stdout == "Deleted version 2.\n"
    record = json.loads(invoke("venues", "version", venue, "1", *at).stdout)
    assert record["rules"]["layout"]["sections"][0]["seats"] == {"count": 5}
    listed = result_of("venues", "versions", venue, *at)["data"]
    assert [(each["version"], each["restoredFrom"]) for each in listed] == [(3, 1), (1, None)]


def test_every_kind_of_change_is_a_sentence() -> None:
    none = KeyChanges(count=0)
    seats = SeatChanges(
        added=KeyChanges(count=1200, examples=tuple(f"1/A/{seat}" for seat in range(1, 101))),
        gone=KeyChanges(count=1, examples=("2/B/1",)),
        renamed=RenamedSeats(count=1, examples=(RenamedSeat(before="1/C/1", after="1/C/1A"),)),
        moved=MovedSeats(count=2, examples=(MovedSeat(key="1/D/1", distance_m=1.5),)),
    )
    changed = LabelChange(label=Parts(section="Box", seat="1"), before=("1/A/1", "1/A/2"), after=None)
    changes = ChangesForBuyers(
        seats=seats,
        labels=(changed,),
        labels_changed=1,
        labels_not_compared=7,
        event_seats_gone=KeyChanges(count=1, examples=("2/B/1",)),
        images_unused=KeyChanges(count=2, examples=("a.jpg", "b.jpg")),
    )
    assert change_sentences(changes) == [
        "1,200 seats are new: 1/A/1, 1/A/2, 1/A/3, 1/A/4, 1/A/5 and more.",
        "1 seat is gone: 2/B/1.",
        "1 seat has another key at the same place: 1/C/1 is now 1/C/1A.",
        "2 seats moved by more than half a metre: 1/D/1 by 1.5 m and more.",
        "1 label resolves differently: 'Box, 1' (1/A/1 and 1/A/2 before, declined now).",
        "There was no time to compare 7 more labels.",
        "1 seat that buyers looked at in the last 30 days is gone: 2/B/1.",
        "2 images are not used any more: a.jpg, b.jpg.",
    ]
    quiet = SeatChanges(added=none, gone=none, renamed=RenamedSeats(count=0), moved=MovedSeats(count=0))
    nothing = ChangesForBuyers(
        seats=quiet,
        labels=(),
        labels_changed=0,
        labels_not_compared=0,
        event_seats_gone=none,
        images_unused=none,
    )
    assert change_sentences(nothing) == ["Nothing changes for buyers."]
