"""`seatpreview events`: exports to files, and counts."""

import asyncio
import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from cli.program import invoke, result_of
from database.opened import opened
from events.records import DAY, START, World, new_world, record
from seatpreview.database.connection import Connection
from seatpreview.database.tables import changes
from seatpreview.events import file_export, store
from seatpreview.events.model import Record
from serving import settings_for

HEADER = [
    "eventId", "kind", "at", "receivedAt", "day", "tenantId", "venueId",
    "keyId", "sessionId", "configuration", "section", "seat", "ad", "code", "message",
    "purpose",
]  # fmt: skip


@pytest.fixture
def world() -> World:
    return new_world()


def store_events(database_flags: list[str], *records: Record) -> None:
    """Writes events as the service does. The first of them is the last received."""

    async def run() -> None:
        async with opened(settings_for(Path(database_flags[1]), database_flags[3]), None) as database:
            await store.write_batches(database, [records])

    asyncio.run(run())


def new_events(world: World, count: int, **members: Any) -> list[Record]:
    """Makes this many events, of which the first is the last received."""
    return [
        record(world, **{"event_id": f"event-{n:04}", "received_at": START - n} | members)
        for n in range(count)
    ]


def test_all_events_are_exported_as_json_lines_as_the_api_has_them(
    database_flags: list[str], world: World
) -> None:
    store_events(database_flags, *new_events(world, 3, seat_key="101/A/1"))
    result = invoke("events", "export", "--format", "jsonl", *database_flags)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["eventId"] for line in lines] == ["event-0000", "event-0001", "event-0002"]
    assert [*lines[0]] == HEADER
    assert (lines[0]["section"], lines[0]["seat"], lines[0]["ad"]) == ("101", "101/A/1", None)


def test_events_are_exported_as_csv_to_a_new_file_page_after_page(
    database_flags: list[str], world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_export, "PAGE_SIZE", 3)
    store_events(database_flags, *new_events(world, 10, message='Grüße, "Welt"'))
    file = tmp_path / "events.csv"
    result = invoke("events", "export", str(file), *database_flags)
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"Wrote 10 events to {file}.\n", "")
    header, *rows = csv.reader(io.StringIO(file.read_text(), newline=""))
    assert header == HEADER
    assert [row[0] for row in rows] == [f"event-{n:04}" for n in range(10)]
    assert {row[HEADER.index("message")] for row in rows} == {'Grüße, "Welt"'}
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_no_cell_of_csv_is_a_formula(database_flags: list[str], world: World) -> None:
    """Attack: a page reports a message that a spreadsheet would run when somebody opens the export."""
    texts = ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "plain"]
    store_events(
        database_flags,
        *(
            record(world, event_id=f"-{n}", message=text, received_at=START - n)
            for n, text in enumerate(texts)
        ),
    )
    rows = [*csv.DictReader(io.StringIO(invoke("events", "export", *database_flags).stdout, newline=""))]
    assert [row["message"] for row in rows] == [*(f"'{text}" for text in texts[:-1]), "plain"]
    assert {row["eventId"][:2] for row in rows} == {"'-"}
    lines = invoke("events", "export", "--format", "jsonl", *database_flags).stdout.splitlines()
    assert [json.loads(line)["message"] for line in lines] == texts


def test_an_export_is_filtered_by_tenant_venue_and_time(database_flags: list[str], world: World) -> None:
    here = new_events(world, 3)
    theirs = {"tenant_id": str(world.tenants[1]), "owner_id": str(world.tenants[1])}
    there = record(
        world, event_id="there", venue_id=str(world.venues[1]), received_at=START - 9 * DAY, **theirs
    )
    store_events(database_flags, *here, there)

    def found(*flags: str) -> list[str]:
        result = invoke("events", "export", "--format", "jsonl", *flags, *database_flags)
        assert result.exit_code == 0, result.stderr
        return [json.loads(line)["eventId"] for line in result.stdout.splitlines()]

    everything = ["event-0000", "event-0001", "event-0002", "there"]
    assert found() == everything
    assert found("--tenant", world.tenants[1]) == found("--venue", world.venues[1]) == ["there"]
    middle = json.loads(
        invoke("events", "export", "--format", "jsonl", *database_flags).stdout.splitlines()[1]
    )
    assert found("--from", middle["receivedAt"]) == everything[:2]
    assert found("--until", middle["receivedAt"]) == everything[2:]


def test_an_export_without_events_is_a_file_with_a_header(database_flags: list[str], tmp_path: Path) -> None:
    file = tmp_path / "events.csv"
    assert invoke("events", "export", str(file), *database_flags).stdout == f"Wrote 0 events to {file}.\n"
    assert file.read_bytes() == (",".join(HEADER) + "\r\n").encode()


def test_an_export_overwrites_nothing(data_dir: Path, tmp_path: Path) -> None:
    file = tmp_path / "events.csv"
    file.write_text("mine")
    refused = invoke("events", "export", str(file), "--data-dir", str(data_dir))
    assert (refused.exit_code, refused.stderr) == (1, f"{file} already exists: choose another file name.\n")
    assert file.read_text() == "mine"


def test_an_export_that_fails_leaves_no_file(
    database_flags: list[str], world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file with half of the events, which looks complete, would be worse than none."""
    store_events(database_flags, *new_events(world, 5))
    monkeypatch.setattr(file_export, "PAGE_SIZE", 2)
    pages = iter(range(2))
    written = file_export.csv_of

    def failing(events: Any) -> str:
        if next(pages, None) is None:
            raise OSError(28, "No space left on device")
        return written(events)

    monkeypatch.setattr(file_export, "csv_of", failing)
    file = tmp_path / "out" / "events.csv"
    file.parent.mkdir()
    refused = invoke("events", "export", str(file), *database_flags)
    assert (refused.exit_code, refused.stderr) == (1, f"{file} cannot be written: No space left on device.\n")
    assert [*file.parent.iterdir()] == []


def test_progress_is_shown_on_stderr_and_stdout_has_only_the_events(
    data_dir: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    database_flags = ["--data-dir", str(data_dir), "--database-url", ""]
    assert invoke("db", "upgrade", *database_flags).exit_code == 0
    store_events(database_flags, *new_events(world, 4))
    monkeypatch.setenv("FORCE_COLOR", "1")  # Then rich takes any output for a terminal.
    exported = invoke("events", "export", "--format", "jsonl", *database_flags)
    assert exported.exit_code == 0, exported.stderr
    assert "4/4" in exported.stderr
    assert [json.loads(line)["eventId"] for line in exported.stdout.splitlines()] == [
        f"event-{n:04}" for n in range(4)
    ]


@pytest.mark.parametrize(
    ("flags", "exit_code", "sentence"),
    [
        (["--format", "xlsx"], 2, "--format must be csv or jsonl.\n"),
        (["--from", "yesterday"], 1, "--from must be a time such as '2026-01-31T18:00:00Z' (RFC 3339).\n"),
        (["--venue", "ven_Arena"], 1, "--venue must be 'ven_' followed by at least 12 letters or digits.\n"),
        (["--tenant", "x"], 1, "--tenant must be 'ten_' followed by at least 12 letters or digits.\n"),
    ],
)
def test_a_flag_that_cannot_be_used_is_refused_by_its_name(
    data_dir: Path, flags: list[str], exit_code: int, sentence: str
) -> None:
    refused = invoke("events", "export", *flags, "--data-dir", str(data_dir))
    assert (refused.exit_code, refused.stdout, refused.stderr) == (exit_code, "", sentence)


def test_a_report_counts_the_events_of_a_venue(database_flags: list[str], world: World) -> None:
    viewed = [
        record(world, event_id=f"v{n}", kind="seat_viewed", seat_key=seat)
        for n, seat in enumerate(["101/A/1", "101/A/1", "102"])
    ]
    elsewhere = record(
        world, event_id="e", kind="seat_viewed", seat_key="101/A/1", venue_id="ven_000000000000"
    )
    store_events(database_flags, *viewed, record(world, event_id="r", day="2026-11-14"), elsewhere)
    venue_id = world.venues[0]
    by_seat = result_of("events", "report", venue_id, "--by", "seat", *database_flags)["data"]
    assert [(row["key"], row["counts"]["seat_viewed"], row["total"]) for row in by_seat] == [
        ("101/A/1", 2, 2),
        ("102", 1, 1),
    ]
    shown = invoke("events", "report", venue_id, *database_flags).stdout.splitlines()
    assert [line.split() for line in shown] == [
        ["DAY", "SEAT_VIEWED", "VIEW_ROTATED", "TOTAL"],
        ["2026-11-14", "0", "1", "1"],
        ["2026-11-15", "3", "0", "3"],
    ]
    recent = result_of("events", "report", venue_id, "--from", "2026-11-15", *database_flags)["data"]
    assert [row["key"] for row in recent] == ["2026-11-15"]
    of_a_kind = result_of("events", "report", venue_id, "--kind", "view_rotated", *database_flags)["data"]
    assert [row["total"] for row in of_a_kind] == [1]


def test_what_staff_did_is_exported_and_counted_where_it_is_asked_for(
    database_flags: list[str], world: World
) -> None:
    staff = [record(world, event_id=f"s{n}", purpose="staff") for n in range(3)]
    store_events(database_flags, *staff, record(world, event_id="b"))
    for flags, expected in (([], ["b"]), (["--purpose", "staff"], ["s0", "s1", "s2"])):
        exported = invoke(
            "events", "export", "--format", "jsonl", *flags, *database_flags
        ).stdout.splitlines()
        assert sorted(json.loads(line)["eventId"] for line in exported) == expected
        [day] = result_of("events", "report", world.venues[0], *flags, *database_flags)["data"]
        assert day["total"] == len(expected)
    refused = invoke("events", "report", world.venues[0], "--purpose", "all", *database_flags)
    assert (refused.exit_code, refused.stderr) == (1, "--purpose must be one of 'buyer', 'staff'.\n")


@pytest.mark.parametrize(
    ("flags", "counted"),
    [
        ([], "events"),
        (["--purpose", "staff"], "events of staff"),
        (["--by", "ad"], "events with an ad"),
        (["--by", "seat", "--kind", "seat_viewed"], "events of the kind seat_viewed with a seat"),
        (["--until", "2026-11-15"], "events"),
    ],
)
def test_a_report_without_events_says_so_and_how_they_come(
    flags: list[str], counted: str, database_flags: list[str], world: World
) -> None:
    store_events(database_flags, record(world, event_id="s", kind="session_started", seat_key=None))
    venue_id = world.venues[0] if flags else world.venues[1]
    report = ["events", "report", venue_id, *flags, *database_flags]
    shown = invoke(*report)
    assert (shown.exit_code, shown.stdout) == (0, "")
    assert shown.stderr.startswith(f"There are no {counted} at this venue in this range. The viewer reports ")
    assert "POST /v1/events" in shown.stderr
    assert result_of(*report)["data"] == []


def test_a_report_by_something_else_is_refused(data_dir: Path) -> None:
    refused = invoke("events", "report", "ven_000000000000", "--by", "row", "--data-dir", str(data_dir))
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == "--by must be one of 'ad', 'day', 'seat', 'section'.\n"


@pytest.mark.both_engines
def test_events_of_a_session_are_erased_after_a_question_and_the_audit_list_does_not_say_whose(
    database_flags: list[str], world: World
) -> None:
    mine, other = (str(session) for session in world.sessions)
    records = [record(world, event_id=f"mine-{n}", session_id=mine, received_at=START - n) for n in range(3)]
    store_events(database_flags, *records, record(world, event_id="other", session_id=other))
    erase = ("events", "erase", "--session", mine, *database_flags)
    counted = invoke(*erase, "--dry-run")
    assert (counted.exit_code, counted.stdout) == (0, "3 events would be erased.\n")
    refused = invoke(*erase, answer="n\n")
    assert refused.exit_code != 0
    assert len(exported_ids(database_flags)) == 4
    erased = invoke(*erase, answer="y\n")
    assert (erased.exit_code, erased.stdout.splitlines()[-1]) == (0, "Erased 3.")
    assert exported_ids(database_flags) == ["other"]
    assert invoke(*erase, "--yes").stdout == "0 events would be erased.\n"

    [entry] = audit_entries(database_flags)
    assert (entry.kind, entry.action, entry.id, entry.actor) == ("events", "erased", "all", "operator")
    assert entry.members == "session"
    assert mine not in repr(entry)


def test_events_of_a_venue_from_before_a_day_are_erased(database_flags: list[str], world: World) -> None:
    here, there = (str(venue) for venue in world.venues)
    before = 1_767_225_600_000_000  # 2026-01-01T00:00:00Z
    store_events(
        database_flags,
        record(world, event_id="kept", venue_id=here, received_at=before),
        record(world, event_id="old", venue_id=here, received_at=before - 1),
        record(world, event_id="elsewhere", venue_id=there, received_at=before - 1),
    )
    flags = ("--venue", here, *database_flags, "--yes")
    assert invoke("events", "erase", "--before", "2026-01-01", *flags).stdout.endswith("Erased 1.\n")
    assert sorted(exported_ids(database_flags)) == ["elsewhere", "kept"]
    assert invoke("events", "erase", "--before", "2026-01-01T00:00:01Z", *flags).stdout.endswith(
        "Erased 1.\n"
    )
    [second, first] = audit_entries(database_flags)
    assert (first.id, first.members) == (second.id, second.members) == (here, "venue,before")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "Say which events"),
        (("--session", "someone"), "--session"),
        (("--venue", "ven_arena"), "--venue"),
        (("--before", "yesterday"), "--before"),
    ],
)
def test_an_erasure_that_names_nothing_is_refused(
    database_flags: list[str], options: tuple[str, ...], told: str
) -> None:
    refused = invoke("events", "erase", *options, *database_flags, "--yes")
    assert refused.exit_code == 2
    assert told in refused.stderr


def exported_ids(database_flags: list[str]) -> list[str]:
    lines = invoke("events", "export", "--format", "jsonl", *database_flags).stdout.splitlines()
    return [json.loads(line)["eventId"] for line in lines]


def audit_entries(database_flags: list[str]) -> list[Any]:
    """The rows of the change log about events, newest first."""

    async def run() -> list[Any]:
        settings = settings_for(Path(database_flags[1]), database_flags[3])
        found = select(changes).where(changes.c.kind == "events").order_by(changes.c.n.desc())
        async with opened(settings, None) as database:
            return (await database.read(Connection.execute, found)).all()

    return asyncio.run(run())
