"""Promises of script/bench page: what its ratios compare, which goals it calls missed, and what it saves."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from benchmarks import tables
from benchmarks.page.figures import (
    Kind,
    Memory,
    OtherSeat,
    PageFigures,
    PageName,
    ViewFigures,
    Visit,
    goals,
    median_visit,
)
from benchmarks.page.measured_venue import is_still_of
from benchmarks.page.own_work import longest_task, own_work_ms
from benchmarks.page.visit import seen_times, told_times
from benchmarks.results import Result, new_result

VISIT = Visit(
    first_picture_ms=1000,
    first_pixels_ms=2000,
    turnable_ms=2000,
    complete_ms=4000,
    script_bytes=100_000,
    all_bytes=300_000,
    frame_ms=20,
)
DRAWN = replace(VISIT, stages_ms={"script": 500.0, "first-frame": 900.0})


def view(kind: Kind, page: PageName = "viewer", **more: Any) -> ViewFigures:
    medians = VISIT if kind in ("panorama", "photo") else DRAWN
    return ViewFigures(kind, page, 1, replace(medians, **more))


def missed(figures: PageFigures) -> list[str]:
    return [goal.name for goal in goals(figures) if not goal.is_met]


@pytest.mark.parametrize(
    ("figures", "names"),
    [
        ([view("own-still", first_picture_ms=1200)], []),
        ([view("own-still", first_picture_ms=1201)], ["drawing, the seat's still: first picture"]),
        ([view("row-still", first_picture_ms=1500)], []),
        ([view("row-still", first_picture_ms=1501)], ["drawing, the row's still: first picture"]),
        ([view("no-still", first_picture_ms=9000)], []),
        ([view("no-still", turnable_ms=3001)], ["drawing, no still: turnable"]),
        ([view("no-still", complete_ms=5001)], ["drawing, no still: complete"]),
        ([view("photo", turnable_ms=9000, complete_ms=9000)], []),
        ([view("panorama", "bare page", turnable_ms=1600)], ["panorama: turnable, of the bare page"]),
        ([view("panorama", "bare page", script_bytes=80_000)], ["panorama: script, of the bare page"]),
    ],
)
def test_a_goal_is_missed_above_its_bound(figures: list[ViewFigures], names: list[str]) -> None:
    found = missed(PageFigures([view("panorama"), *figures]))
    assert [any(each.startswith(name) for each in found) for name in names] == [True] * len(names)
    assert len(found) == len(names)


def test_a_drawing_is_compared_with_the_bare_page_of_the_panorama() -> None:
    views = [view("no-still"), view("panorama", "bare page", turnable_ms=1000), view("photo", "bare page")]
    assert missed(PageFigures(views)) == ["drawing, no still: turnable, of the bare page's time"]


@pytest.mark.parametrize(
    ("work_ms", "heap_bytes", "objects", "count"),
    [(150, 105, 105, 0), (151, 105, 105, 1), (150, 106, 105, 1), (150, 105, 106, 1)],
)
def test_other_seats_have_goals(work_ms: float, heap_bytes: int, objects: int, count: int) -> None:
    memory = [Memory(60, 100, 100), Memory(200, heap_bytes, objects)]
    assert len(missed(PageFigures([], OtherSeat(work_ms, 5), memory))) == count


def test_medians_are_taken_of_each_figure() -> None:
    visits = [
        replace(DRAWN, turnable_ms=turnable, stages_ms={"script": script})
        for turnable, script in ((1.0, 30.0), (2.0, 10.0), (9.0, 20.0))
    ]
    found = median_visit(visits)
    assert (found.turnable_ms, found.stages_ms) == (2, {"script": 20})


def test_the_first_picture_is_the_placeholder_or_else_the_view_itself() -> None:
    marks = {"first-pixels": 20.0, "turnable": 21.0, "complete": 30.0}
    assert told_times({"marks": marks})["first_picture_ms"] == 20
    assert told_times({"marks": marks | {"placeholder": 10.0}})["first_picture_ms"] == 10
    # The view may be faster than its placeholder.
    assert told_times({"marks": marks | {"placeholder": 25.0}})["first_picture_ms"] == 20
    assert seen_times({"picturesAt": [5.0, 9.0], "turnedAt": 7.0})["complete_ms"] == 9


@pytest.mark.parametrize(
    ("kind", "still", "is_right"),
    [
        ("own-still", {"from": None}, True),
        ("own-still", {"from": "114/F/9"}, False),
        ("own-still", None, False),
        ("row-still", {"from": "114/F/9"}, True),
        ("row-still", {"from": None}, False),
        ("no-still", None, True),
        ("no-still", {"from": "114/F/9"}, False),
    ],
)
def test_a_drawing_is_measured_with_the_still_of_its_kind(
    kind: Kind, still: dict[str, Any] | None, is_right: bool
) -> None:
    assert is_still_of(kind, still) is is_right


def test_own_work_is_that_of_the_page_between_the_marks_without_waits() -> None:
    """Thread 1 is the page's, 2 its worker's, 3 another one of its process; process 8 is another page."""
    names = {1: "CrRendererMain", 2: "DedicatedWorker thread", 3: "Compositor"}
    events = [
        *(
            {"name": "thread_name", "pid": 7, "tid": tid, "ts": 0, "args": {"name": names[tid]}}
            for tid in names
        ),
        {"name": "end", "pid": 7, "tid": 1, "ts": 50},
        task(1, 0, 90, 90_000),
        task(1, 90, 30, 1000) | {"why": "it sets the first mark"},
        {"name": "begin", "pid": 7, "tid": 1, "ts": 100},
        task(1, 150, 1000, 2000) | {"why": "most of it is waiting"},
        task(2, 150, 10, 4000),
        task(3, 150, 10, 90_000),
        task(1, 150, 10, 90_000) | {"pid": 8},
        {"name": "end", "pid": 7, "tid": 1, "ts": 1100},
        task(1, 1200, 10, 90_000),
        {"name": "RunTask", "pid": 7, "tid": 1, "ts": 1300},
    ]
    assert own_work_ms(events, "begin", "end") == 7
    # Of all tasks of the page, the one with the most work, and the one that took the longest.
    assert longest_task(events) == (90, 1)
    with pytest.raises(ValueError, match="no mark other"):
        own_work_ms(events, "begin", "other")


def task(thread: int, at_us: int, elapsed_us: int, processor_us: int) -> dict[str, Any]:
    return {"name": "RunTask", "pid": 7, "tid": thread, "ts": at_us, "dur": elapsed_us, "tdur": processor_us}


def test_a_saved_run_is_shown_with_its_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    views = [view("panorama"), view("own-still", first_picture_ms=1100), view("no-still", complete_ms=12_000)]
    memory = [Memory(60, 100, 100), Memory(200, 110, 100)]
    result = replace(new_result(), page=PageFigures(views, OtherSeat(140, 5), memory))
    saved = msgspec.json.decode(msgspec.json.encode(result), type=Result)
    assert saved == result
    tables.show(saved)
    shown = capsys.readouterr().out
    assert "1,100 (1.10)" in shown
    assert shown.count("MISSED") == 2
    tables.show_saved([saved])
    line = capsys.readouterr().out
    assert "1.10 / - / 1.00" in line
    assert "6 of 8" in line
