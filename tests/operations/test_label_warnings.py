"""Warnings about names: in answers to whatever stores a record, and never a part of the record."""

import copy
from typing import Any

import msgspec
import pytest

from cast import Cast
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.venues import draft_computations, record_warnings
from seatpreview.venues.label_warnings import label_warnings
from seatpreview.venues.model import FoundWarnings, VenueRecord

pytestmark = pytest.mark.anyio

Json = dict[str, Any]

ROWS: Json = {"rows": ["A"], "seats": {"count": 3}}
TWINS: Json = {
    "name": "Twins",
    "rules": {
        "layout": {
            "sections": [
                {"id": "SL", "name": "Left", "level": "Stalls", **ROWS},
                {"id": "BL", "name": "Left", "level": "Balcony", **ROWS},
            ]
        }
    },
}
MEMBERS = ("warnings", "warningsCount", "sectionsNotChecked", "findings")


def renamed(name: str) -> Json:
    record = copy.deepcopy(TWINS)
    record["rules"]["layout"]["sections"][1]["name"] = name
    return record


def check_warned(answer: Json) -> None:
    """Checks that an answer warns of the name that both sections have."""
    [warning] = answer["warnings"]
    assert (warning["pointer"], warning["label"]) == ("/rules/layout/sections/0/name", "Left")
    assert warning["resolvedTo"] is None
    assert "'Stalls Left'" in warning["reason"]
    assert (answer["warningsCount"], answer["sectionsNotChecked"]) == (1, 0)


def without_warnings(answer: Json) -> Json:
    return {name: value for name, value in answer.items() if name not in MEMBERS}


async def test_post_and_put_warn_and_the_stored_record_has_nothing_of_it(cast: Cast) -> None:
    created = await cast.owner.post("/manage/venues", TWINS, ("idempotency-key", "one"))
    assert created.status_code == 201, created.text
    check_warned(created.json())
    repeated = await cast.owner.post("/manage/venues", TWINS, ("idempotency-key", "one"))
    assert repeated.content == created.content
    path = f"/manage/venues/{created.json()['venueId']}"
    read = (await cast.owner.get(path)).json()
    assert read == without_warnings(created.json())
    replaced = await cast.owner.put(path, created.json())
    assert replaced.status_code == 200, "an answer can be sent back as it is"
    check_warned(replaced.json())
    assert (await cast.owner.get(path)).json() == without_warnings(replaced.json())
    mended = (await cast.owner.put(path, renamed("Gallery"))).json()
    assert mended == (await cast.owner.get(path)).json()


async def test_a_draft_its_dry_run_and_its_publish_warn(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}/draft"
    saved = await cast.owner.put(path, TWINS)
    check_warned(saved.json())
    assert saved.json()["record"] == TWINS
    assert (await cast.owner.get(path)).content == saved.content
    check_warned((await cast.owner.post(f"{path}/publish?dryRun=true")).json())
    published = await cast.owner.post(f"{path}/publish", {}, ("idempotency-key", "two"))
    check_warned(published.json())
    repeated = await cast.owner.post(f"{path}/publish", {}, ("idempotency-key", "two"))
    assert repeated.content == published.content
    version = published.json()["version"]
    await cast.owner.put(f"/manage/venues/{cast.hall}", renamed("Gallery"))
    restore = f"/manage/venues/{cast.hall}/versions/{version}/restore"
    check_warned((await cast.owner.post(f"{restore}?dryRun=true")).json())
    restored = await cast.owner.post(restore, {}, ("idempotency-key", "three"))
    check_warned(restored.json())
    assert (await cast.owner.post(restore, {}, ("idempotency-key", "three"))).content == restored.content


async def test_a_draft_with_faults_is_warned_about_if_it_can_be_previewed(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}/draft"
    part = (await cast.owner.put(path, TWINS | {"ads": "none"})).json()
    assert part["leftOut"] == ["/ads"]
    check_warned(part)
    broken = (await cast.owner.put(path, {"name": "Hall", "rules": {"layout": {"sections": 5}}})).json()
    assert (broken["isPreviewable"], broken["warnings"], broken["warningsCount"]) == (False, [], 0)


async def test_an_import_warns(cast: Cast) -> None:
    imported = await cast.owner.post("/manage/venues/import", TWINS)
    assert imported.status_code == 200, imported.text
    check_warned(imported.json())


def test_the_warnings_of_a_draft_are_found_anew_only_when_a_name_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The designer saves again and again while things are moved."""
    searches: list[VenueRecord] = []

    def counted(record: VenueRecord, layout: CompiledLayout) -> FoundWarnings:
        searches.append(record)
        return label_warnings(record, layout)

    monkeypatch.setattr(record_warnings, "label_warnings", counted)
    first = warnings_of_draft(TWINS, b"{}")
    moved = copy.deepcopy(TWINS)
    moved["rules"]["layout"]["sections"][0]["geometry"] = {"bearingDeg": 90, "distanceM": 8}
    assert (names_of(warnings_of_draft(moved, first)), len(searches)) == (names_of(first), 1)
    assert warnings_of_draft(renamed("Gallery"), first) != first
    assert len(searches) == 2


async def test_what_is_hardly_true_of_a_hall_is_said_by_its_draft_and_its_publish(cast: Cast) -> None:
    """The measures are those of imports: here, a hall of 1.1 m."""
    rows = [
        {
            "row": row,
            "seats": [str(seat) for seat in range(1, 7)],
            "x": [20 * seat for seat in range(6)],
            "y": [y] * 6,
        }
        for row, y in (("A", 300), ("B", 350), ("C", 400))
    ]
    section = {"id": "S", "positions": rows}
    record = {"name": "Doll's house", "rules": {"layout": {"sections": [section]}}}
    path = f"/manage/venues/{cast.hall}/draft"
    saved = await cast.owner.put(path, record)
    assert saved.status_code == 200, saved.text
    [width] = [finding for finding in saved.json()["findings"] if finding["kind"] == "width"]
    assert width["isGrave"]
    tried = (await cast.owner.post(f"{path}/publish?dryRun=true")).json()
    assert tried["findings"] == saved.json()["findings"]
    stored = (await cast.owner.put(f"/manage/venues/{cast.hall}", record)).json()
    assert stored["findings"] == tried["findings"]
    assert (await cast.owner.put(f"/manage/venues/{cast.hall}", stored)).status_code == 200


def names_of(warnings: bytes) -> Json:
    """The part about names: what is said of the hall follows from each save."""
    return {name: value for name, value in msgspec.json.decode(warnings).items() if name != "findings"}


def warnings_of_draft(record: Json, before: bytes) -> bytes:
    """Checks a draft that was saved with these warnings before, and returns those that are stored now."""
    save = draft_computations.DraftSave(1, "key", 0, "[]", before.decode())
    published = msgspec.json.encode({"name": "Hall", "imageLinks": {"generation": 1}})
    checked = draft_computations.check_draft(
        msgspec.json.encode(record), published, b"", msgspec.msgpack.encode(save)
    )
    return msgspec.msgpack.decode(checked, type=draft_computations.CheckedDraft).warnings
