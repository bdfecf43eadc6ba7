"""A short siege, and the parts of the siege that decide. `script/siege` takes more than an hour.

Nothing here depends on timing: how long victims waited is printed, and judged by script/siege alone.
"""

import asyncio
import io
import json
import math
import subprocess
import sys
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import ExifTags, Image, ImageCms

from seatpreview.api.table import OPERATIONS
from servers.free_ports import free_port
from servers.http_connection import HOST, Address, Connection
from servers.processes import clean_environment
from siege import observers
from siege.attacker import Attacker, AttackTask, request_bytes
from siege.attacks import ATTACKS, CHEAP_ATTACKS
from siege.attacks.connections import begun_bodies
from siege.attacks.imports import workbook
from siege.attacks.pictures import many_frames_webp, many_scans_jpeg, turned_png_of_other_colours
from siege.child_process import Parent
from siege.http2_frames import request_frames
from siege.observers import (
    EMPTY_READINGS,
    UNANSWERED,
    Health,
    Hold,
    MemorySample,
    Queues,
    QueuesReading,
    left_in_queues,
    longest_hold,
)
from siege.report import line
from siege.results import (
    BUDGETS,
    IN_PROGRESS_MIB_MAX,
    AttackResult,
    Latency,
    MemoryBudgets,
    MemoryResult,
    OwnerResult,
    QueuesResult,
    VictimResult,
)
from siege.venue_records import BODIES_MAX, CORNERS_MAX, crowded_layout
from siege.victims import Sample, Victim

ROOT = Path(__file__).parents[2]

QUIET = Latency(p50_ms=2, p99_ms=30, requests=100, failures={})


@pytest.fixture(scope="module")
def short_siege() -> dict[str, Any]:
    """The report of `script/siege --short`: the results by the name of the attack."""
    done = subprocess.run(
        [sys.executable, "-m", "siege", "--short", "--json"],
        cwd=ROOT,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode in (0, 1), done.stderr
    return {result["attack"]: result for result in json.loads(done.stdout)["results"]}


@pytest.mark.long
def test_the_short_siege_takes_every_cheap_attack(short_siege: dict[str, Any]) -> None:
    assert list(short_siege) == [*CHEAP_ATTACKS]
    for result in short_siege.values():
        assert result["memory"]["quiet"] > 0
        assert result["memory"]["peak"] > 0
        assert 0 <= result["hold"][0] <= result["hold"][1]


@pytest.mark.long
def test_the_victims_get_all_their_answers_during_attacks(short_siege: dict[str, Any]) -> None:
    for result in short_siege.values():
        for victim in (result["previews"], result["publishing"]):
            assert victim["during"]["requests"] > 0
            assert victim["during"]["failures"] == {}


@pytest.mark.long
def test_the_metrics_listener_answers_during_attacks(short_siege: dict[str, Any]) -> None:
    for result in short_siege.values():
        assert result["health"]["answered"] > 0
        assert result["health"]["failed"] == 0


@pytest.mark.long
def test_the_gauges_of_queues_are_those_of_the_service(short_siege: dict[str, Any]) -> None:
    for result in short_siege.values():
        assert not any("gone" in name for name in result["queues"]["left"])
        assert result["owner"] is None


@pytest.mark.long
def test_attackers_are_refused(short_siege: dict[str, Any]) -> None:
    """Headers beyond the limit, malformed chunks, and bodies of strangers."""
    expected = {
        "http1-headers": {"401", "429", "431"},
        "malformed-chunks": {"400", "429"},
        "beacons-without-a-token": {"401", "429"},
    }
    for name, result in short_siege.items():
        statuses = {answer for answer in result["answers"] if answer.isdecimal()}
        assert result["answers"]
        assert statuses <= expected[name] | {"503"}


def test_every_attack_says_what_it_does_and_sends() -> None:
    assert len(ATTACKS) >= 100
    for attack in ATTACKS.values():
        assert attack.description.endswith("."), attack.name
        assert attack.effort, attack.name


def test_a_p99_within_five_times_the_quiet_one_is_withstood() -> None:
    assert result_with(p99_ms=150).faults() == []
    assert result_with(p99_ms=151).faults() == ["previews waited"]


def test_a_p99_under_a_tenth_of_a_second_is_withstood() -> None:
    quiet = Latency(p50_ms=1, p99_ms=2, requests=100, failures={})
    assert result_with(p99_ms=100, quiet=quiet).faults() == []
    assert result_with(p99_ms=101, quiet=quiet).faults() == ["previews waited"]


def test_a_failed_request_of_a_victim_is_a_fault() -> None:
    assert result_with(failures={"503": 1}).faults() == ["previews failed"]


def test_a_held_loop_and_a_failed_health_check_are_faults() -> None:
    assert result_with(hold=Hold(own_ms=50, wall_ms=400)).faults() == []
    assert result_with(hold=Hold(own_ms=51, wall_ms=51)).faults() == ["loop held"]
    assert result_with(health_failed=1).faults() == ["health"]


def test_memory_beyond_the_settings_is_a_fault() -> None:
    growth_max = BUDGETS.worker + IN_PROGRESS_MIB_MAX
    assert result_with(memory=memory_with(workers_growth=growth_max)).faults() == []
    assert result_with(memory=memory_with(workers_growth=growth_max + 1)).faults() == ["memory"]
    assert result_with(memory=memory_with(children_growth=BUDGETS.children)).faults() == []
    assert result_with(memory=memory_with(children_growth=BUDGETS.children + 1)).faults() == ["memory"]
    assert result_with(memory=memory_with(largest_child=BUDGETS.child)).faults() == []
    assert result_with(memory=memory_with(largest_child=BUDGETS.child + 1)).faults() == ["memory"]


def test_the_settings_in_megabytes_are_budgets() -> None:
    limits = {"memory_venues_mb": 200.0, "bodies_mb": 50.0, "heavy_memory_mb": 1000.0}
    assert MemoryBudgets.of_settings(limits) == MemoryBudgets(worker=250, child=1000, children=math.inf)
    assert MemoryBudgets.of_settings({}) == MemoryBudgets(worker=512, child=512, children=math.inf)


def test_settings_of_the_disk_and_of_child_processes_allow_a_worker_nothing() -> None:
    limits = {"memory_venues_mb": 200.0, "image_quota_mb": 5000.0, "heavy_total_mb": 900.0}
    limits |= {"stills_memory_mb": 100.0, "stills_machine_mb": 3500.0, "versions_mb": 50.0}
    assert MemoryBudgets.of_settings(limits) == MemoryBudgets(worker=200, child=512, children=1000)
    assert BUDGETS.worker < 1000


def test_memory_is_compared_with_the_most_of_quiet_time() -> None:
    samples = [
        MemorySample(at=0, workers=90, children=0, largest_child=0),
        MemorySample(at=1, workers=100, children=0, largest_child=0),
        MemorySample(at=2, workers=150, children=80, largest_child=60),
        MemorySample(at=3, workers=110, children=40, largest_child=40),
    ]
    assert MemoryResult.of(samples, attack_start=2) == MemoryResult(
        quiet=100, peak=230, after=150, workers_growth=50, children_growth=80, largest_child=60
    )


@pytest.mark.anyio
async def test_a_victim_sends_at_its_rate_and_counts_from_when_a_request_was_due() -> None:
    """A service that answers nobody must not slow its victims down, or their waiting would not show."""
    answered = asyncio.Event()
    sent: list[int] = []

    async def request(_: Connection, number: int) -> int:
        sent.append(number)
        await answered.wait()
        return 200

    victim = Victim(Address(port=0), per_second=500, connections=1, request=request)
    sending = asyncio.create_task(victim.run())
    while len(victim.samples) < 5:  # noqa: ASYNC110  # the list of samples cannot be waited for
        await asyncio.sleep(0.001)
    assert sent == [0]
    sending.cancel()
    answered.set()
    await victim.finish()
    assert [sample.status for sample in victim.samples] == [200] * len(victim.samples)
    assert victim.samples[0].seconds >= victim.samples[4].due - victim.samples[0].due


def test_a_latency_counts_requests_that_were_due_in_its_period() -> None:
    samples = [Sample(due=number, seconds=number / 100, status=200) for number in range(100)]
    latency = Latency.of([*samples, Sample(due=50, seconds=9, status=0)], start=50, end=60)
    assert latency.requests == 11
    assert latency.p50_ms == 550
    assert latency.p99_ms == 9000
    assert latency.failures == {"no answer": 1}


def test_the_longest_hold_is_read_from_the_log() -> None:
    log = "\n".join(
        [
            "a line of another program",
            '{"event":"event loop held","held_ms":90.0,"cpu_ms":80.0,"timestamp":"2026-01-01T00:00:01Z"}',
            '{"event":"event loop held","held_ms":70.0,"cpu_ms":60.0,"timestamp":"2026-01-01T00:00:09Z"}',
        ]
    )
    at = 1_767_225_600.0
    assert longest_hold(log, at + 5, at + 10) == Hold(own_ms=60, wall_ms=70)
    assert longest_hold(log, at, at + 10) == Hold(own_ms=80, wall_ms=90)
    assert longest_hold(log, at + 20, at + 30) == Hold()


def test_the_headers_of_an_http2_request_are_split_into_frames() -> None:
    frames = request_frames("/", [(b"x-%04d" % number, b"1") for number in range(5000)])
    at, sizes = len(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), []
    while at < len(frames):
        sizes.append((frames[at + 3], int.from_bytes(frames[at : at + 3], "big")))
        at += 9 + sizes[-1][1]
    assert [kind for kind, _ in sizes] == [4, 1, 9, 9, 9]
    assert all(size <= 16_384 for _, size in sizes)


def test_a_shop_that_its_own_visitors_lock_out_is_a_fault() -> None:
    assert result_with(answers={"503": 9, "shop 200": 1, "shop 201": 1}).faults() == []
    assert result_with(answers={"shop 201": 1, "shop 503": 21}).faults() == ["shop refused"]


def test_queues_that_are_empty_within_five_seconds_are_withstood() -> None:
    assert result_with(queues=QueuesResult(seconds=5, left={})).faults() == []
    assert result_with(queues=QueuesResult(seconds=5.25, left={})).faults() == ["queues not empty"]
    assert result_with(queues=QueuesResult(seconds=None, left={})).faults() == ["queues not empty"]


def test_queues_are_empty_from_the_first_reading_after_the_last_with_something() -> None:
    """Work that begins only after another has ended must not pass for none."""
    readings = [
        QueuesReading(10.0, {"records": 2}),
        QueuesReading(10.5, {}),
        QueuesReading(11.0, {"records": 1}),
        QueuesReading(11.5, {}),
        QueuesReading(12.0, {}),
    ]
    assert QueuesResult.of(readings, end=10.0) == QueuesResult(seconds=1.5, left={})
    assert QueuesResult.of(readings[1:2], end=10.5) == QueuesResult(seconds=0, left={})


def test_what_is_left_after_five_seconds_is_named() -> None:
    readings = [QueuesReading(number, {f"queue {number}": 1.0}) for number in range(8)]
    assert QueuesResult.of(readings, end=0) == QueuesResult(seconds=None, left={"queue 6": 1.0})
    late = [*readings, QueuesReading(8, {})]
    assert QueuesResult.of(late, end=0) == QueuesResult(seconds=8, left={"queue 6": 1.0})


def test_queues_that_nobody_has_read_are_not_taken_for_empty() -> None:
    assert QueuesResult.of([], end=0) == QueuesResult(seconds=None, left={})


def test_what_waits_and_runs_is_read_from_the_metrics() -> None:
    assert left_in_queues(metrics_with()) == {}
    one = metrics_with('seatpreview_heavy_work{queue="bodies",state="running",tenant="ten_1"} 3.0')
    assert left_in_queues(one) == {
        'seatpreview_heavy_work{queue="bodies",state="running",tenant="ten_1"}': 3.0
    }
    assert left_in_queues(metrics_with("seatpreview_requests_in_progress 2.0")) == {
        "seatpreview_requests_in_progress": 2.0
    }
    stills = 'seatpreview_stills_waiting{wanted="now"}'
    assert left_in_queues(metrics_with(f"{stills} 4.0")) == {stills: 4.0}


def test_a_gauge_of_another_name_is_not_a_queue() -> None:
    assert left_in_queues(metrics_with('seatpreview_heavy_work_capacity{queue="records"} 7.0')) == {}


def test_a_gauge_that_is_gone_is_not_taken_for_an_empty_queue() -> None:
    renamed = metrics_with().replace("seatpreview_heavy_work", "seatpreview_work")
    assert left_in_queues(renamed) == {"seatpreview_heavy_work is gone": 1.0}


def test_stills_that_nobody_waits_for_may_wait() -> None:
    assert left_in_queues(metrics_with('seatpreview_stills_waiting{wanted="later"} 50.0')) == {}


@pytest.mark.anyio
async def test_queues_are_watched_until_nothing_has_been_left_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(observers, "QUEUES_SECONDS", 0)
    busy, idle = metrics_with("seatpreview_requests_in_progress 1.0"), metrics_with()
    answers = iter([busy, idle, busy])

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = next(answers, idle).encode()
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body))
        writer.close()

    queues = Queues()
    async with await asyncio.start_server(answer, HOST, 0) as server:
        port = server.sockets[0].getsockname()[1]
        await queues.watch(port)
    left = [bool(reading.left) for reading in queues.readings]
    assert left == [True, False, True, *[False] * EMPTY_READINGS]


@pytest.mark.anyio
async def test_a_listener_that_does_not_answer_is_not_taken_for_empty_queues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(observers, "QUEUES_SECONDS", 0)
    monkeypatch.setattr(observers, "WATCH_SECONDS_MAX", 0.01)
    queues = Queues()
    await queues.watch(free_port())
    assert queues.readings[0].left == {UNANSWERED: 1.0}


def test_an_owner_who_is_served_within_five_seconds_has_withstood_the_attack() -> None:
    assert result_with(owner=owner_with(longest_seconds=5)).faults() == []
    assert result_with(owner=owner_with(longest_seconds=5.1)).faults() == ["owner waited"]
    assert result_with(owner=owner_with(failures={"429": 1})).faults() == ["owner failed"]


def test_the_requests_of_an_owner_are_those_that_were_due_during_the_attack() -> None:
    samples = [
        Sample(due=1, seconds=9, status=503),
        Sample(due=3, seconds=0.5, status=200),
        Sample(due=5, seconds=6, status=0),
        Sample(due=7, seconds=9, status=503),
    ]
    assert OwnerResult.of(samples, start=2, end=7) == OwnerResult(
        requests=2, longest_seconds=6, failures={"no answer": 1}
    )


def test_attacks_by_visitors_and_restricted_keys_watch_the_owner() -> None:
    watching = {name for name, each in ATTACKS.items() if each.watches_owner}
    assert len(watching) >= 20
    assert "silent-connections" not in watching


def test_the_line_of_an_attack_says_when_queues_were_empty_and_what_the_owner_got() -> None:
    told = line(result_with(queues=QueuesResult(1.25, {}), owner=owner_with(failures={"429": 1})))
    assert "queues empty after 1.2 s" in told
    assert "owner 4 in 0.3 s at most (429 x1)" in told
    assert "owner failed" in told
    late = line(result_with(queues=QueuesResult(None, {"bodies": 3.0})))
    assert "queues empty never (bodies 3)" in late


def owner_with(longest_seconds: float = 0.3, failures: dict[str, int] | None = None) -> OwnerResult:
    return OwnerResult(requests=4, longest_seconds=longest_seconds, failures=failures or {})


def metrics_with(line: str = "") -> str:
    """Returns metrics of a service in which nothing waits or runs but what this line says."""
    gauges = ("heavy_work", "requests_in_progress", "requests_waiting", "stills_waiting")
    heads = [f"# TYPE seatpreview_{name} gauge" for name in gauges]
    zeros = [f"seatpreview_{name} 0.0" for name in gauges[1:] if f"seatpreview_{name} " not in line]
    return "\n".join([*heads, *zeros, line, ""])


def memory_with(
    workers_growth: float = 0, children_growth: float = 0, largest_child: float = 0
) -> MemoryResult:
    return MemoryResult(
        quiet=100,
        peak=100,
        after=100,
        workers_growth=workers_growth,
        children_growth=children_growth,
        largest_child=largest_child,
    )


def result_with(
    p99_ms: float = 30,
    quiet: Latency = QUIET,
    failures: dict[str, int] | None = None,
    hold: Hold = Hold(),  # noqa: B008  # it is immutable
    memory: MemoryResult | None = None,
    health_failed: int = 0,
    answers: dict[str, int] | None = None,
    queues: QueuesResult | None = None,
    owner: OwnerResult | None = None,
) -> AttackResult:
    """Returns the result of an attack that nobody noticed, but for what is given."""
    during = Latency(p50_ms=2, p99_ms=p99_ms, requests=100, failures=failures or {})
    return AttackResult(
        mode="embedded",
        attack="none",
        workers=1,
        previews=VictimResult(quiet, during),
        publishing=VictimResult(QUIET, QUIET),
        hold=hold,
        memory=memory or memory_with(),
        health=Health(answered=10, failed=health_failed),
        answers=answers or {},
        queues=queues or QueuesResult(seconds=0.25, left={}),
        owner=owner,
    )


def test_every_operation_is_begun_with_and_without_a_key_and_in_chunks() -> None:
    begun = begun_bodies(attacker_task(port=1))
    assert len(set(begun)) == len(begun) == 6 * len(OPERATIONS)
    heads = [beginning.partition(b"\r\n\r\n")[0] for beginning in begun]
    assert not any(b"{" in head for head in heads), "every part of a path has a value"
    assert sum(b"authorization" in head for head in heads) == 4 * len(OPERATIONS)
    assert sum(b"chunked" in head for head in heads) == 3 * len(OPERATIONS)


def test_a_request_is_sent_whole() -> None:
    """A caller who leaves before the body was sent would be an attack by a slow sender."""
    sent = request_bytes("POST", "/v1/seats/best", {"origin": "https://shop.example"}, b"{}")
    head, _, body = sent.partition(b"\r\n\r\n")
    assert body == b"{}"
    assert head.split(b"\r\n") == [
        b"POST /v1/seats/best HTTP/1.1",
        b"host: service",
        b"origin: https://shop.example",
        b"content-length: 2",
    ]


def test_a_jpeg_of_many_scans_is_a_picture_of_one_scan_many_times() -> None:
    once, often = (many_scans_jpeg(64, 48, scans) for scans in (1, 50))
    assert often.count(b"\xff\xda") == once.count(b"\xff\xda") + 49
    pictures = [Image.open(io.BytesIO(each)) for each in (once, often)]
    assert pictures[0].size == pictures[1].size == (64, 48)
    assert pictures[0].tobytes() == pictures[1].tobytes()


def test_an_animation_of_many_frames_has_as_many_frames() -> None:
    picture = Image.open(io.BytesIO(many_frames_webp(7)))
    assert (picture.size, getattr(picture, "n_frames", 1)) == ((8_000, 5_000), 7)


def test_a_turned_picture_has_colours_that_have_to_be_converted() -> None:
    picture = Image.open(io.BytesIO(turned_png_of_other_colours(64, 32)))
    picture.load()
    assert picture.getexif()[ExifTags.Base.Orientation] == 6
    profile = io.BytesIO(picture.info["icc_profile"])
    picture.paste((200, 10, 10), (0, 0, 64, 32))
    converted = ImageCms.profileToProfile(picture, profile, ImageCms.createProfile("sRGB"))
    assert converted is not None
    assert converted.tobytes() != picture.tobytes()


def test_a_workbook_has_one_text_in_all_cells() -> None:
    with zipfile.ZipFile(io.BytesIO(workbook(columns=3, rows=2))) as archive:
        parts = {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist()}
    assert len(parts) == 6
    sheet = parts["xl/worksheets/sheet1.xml"]
    assert [cell.text for cell in sheet.iter() if cell.tag.endswith("}v")] == ["0"] * 6
    assert len(list(parts["xl/sharedStrings.xml"])) == 1


def test_a_crowded_hall_has_other_bodies_in_each_configuration() -> None:
    configurations = crowded_layout(1000, configurations=3)["configurations"]
    bodies = [body for each in configurations for body in each["obstructions"]]
    assert len(bodies) == 3 * BODIES_MAX
    assert len({str(body["polygon"]["points"]) for body in bodies}) == 3 * BODIES_MAX
    assert all(len({tuple(point) for point in body["polygon"]["points"]}) == CORNERS_MAX for body in bodies)


@pytest.mark.anyio
async def test_a_caller_who_leaves_is_counted_as_left_unless_it_was_answered_before() -> None:
    """Otherwise an attack whose requests are refused at once would pass for one that was withstood."""
    has_left = asyncio.Semaphore(0)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError):
            if b"/refused" in await reader.readuntil(b"\r\n\r\n"):
                writer.write(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n")
            await reader.read()
        writer.transport.abort()
        has_left.release()

    async with await asyncio.start_server(answer, HOST, 0) as server:
        port = server.sockets[0].getsockname()[1]
        attacker = Attacker(attacker_task(port), _DeafParent())
        await attacker.begin()
        await attacker.leave("GET", "/refused", key="", stay_seconds=30)
        await has_left.acquire()
        await attacker.leave("GET", "/costly", stay_seconds=0.01)
        await has_left.acquire()
    assert attacker.answers == {"400": 1, "left": 1}


class _DeafParent(Parent):
    """A parent that lets an attack begin at once."""

    def __init__(self) -> None:
        super().__init__(asyncio.StreamReader())

    async def hear(self, word: str) -> None:
        return

    def tell(self, content: object) -> None:
        return


def attacker_task(port: int) -> AttackTask:
    return AttackTask(
        attack="bodies-that-never-end",
        port=port,
        uses_tls=False,
        seconds=1,
        tenant_id="ten_1",
        key="one",
        second_key="two",
        venue_id="ven_1",
        data_dir="",
        database_url="",
    )
